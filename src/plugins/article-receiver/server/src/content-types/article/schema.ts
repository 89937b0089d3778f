import type { Struct } from '@strapi/types';
import { customField } from '../custom-fields';
import { articleViews } from './views';

const fixed = { configurable: false } as const;
/** Known to the admin and to code; never in the Content API, whose `_q` would search them too. */
const hidden = { ...fixed, private: true, searchable: false } as const;

/**
 * An article of the feed. Attribute names follow the feed (see docs/fields.md); what the feed could
 * fill with more than 255 characters is `text`, because Strapi caps `string` there for drafts too;
 * what is a line is a line in the form all the same, see `custom-fields.ts`.
 * Relations have no inverse side: populated from a type without drafts it would show drafts.
 */
export const articleSchema = {
  kind: 'collectionType',
  collectionName: 'article_receiver_articles',
  info: {
    singularName: 'article',
    pluralName: 'articles',
    displayName: 'Article',
    description: 'An article delivered by the content service.',
  },
  options: { draftAndPublish: true },
  // Tells the panel's hooks, which are called for every type, that this is theirs.
  pluginOptions: { 'article-receiver': { type: 'article' } },
  config: articleViews,
  indexes: [
    { name: 'article_receiver_articles_source_idx', columns: ['source_id'] },
    { name: 'article_receiver_articles_slug_idx', columns: ['slug'] },
  ],
  attributes: {
    sourceId: { type: 'string', ...fixed },
    title: { ...customField('line'), required: true, ...fixed },
    slug: { type: 'uid', targetField: 'title', required: true, ...fixed },
    description: { type: 'text', ...fixed },
    content: { type: 'richtext', ...fixed },
    tldr: { type: 'text', ...fixed },
    keyTakeaways: { ...customField('list'), ...fixed },
    keywords: { ...customField('chips'), ...fixed },
    language: { ...customField('line'), ...fixed },
    articleType: { ...customField('line'), ...fixed },
    category: { ...customField('line'), ...fixed },
    tags: {
      type: 'relation',
      relation: 'manyToMany',
      target: 'plugin::article-receiver.tag',
      ...fixed,
    },
    frontmatterDate: { type: 'date', ...fixed },
    author: { ...customField('line'), ...fixed },
    wordCount: { type: 'integer', ...fixed },
    readingTimeMinutes: { type: 'integer', ...fixed },
    readingTimeText: { ...customField('line'), ...fixed },
    heroImage: { type: 'media', multiple: false, allowedTypes: ['images'], ...fixed },
    heroImageAlt: { type: 'text', ...fixed },
    images: {
      type: 'relation',
      relation: 'manyToMany',
      target: 'plugin::article-receiver.media-asset',
      ...fixed,
    },
    campaign: {
      type: 'relation',
      relation: 'manyToOne',
      target: 'plugin::article-receiver.campaign',
      ...fixed,
    },
    planId: { ...customField('line'), ...fixed },
    planItemId: { ...customField('line'), ...fixed },
    topicClusterId: { ...customField('line'), ...fixed },
    topicClusterTitle: { ...customField('line'), ...fixed },
    role: { ...customField('line'), ...fixed },
    contentRole: { ...customField('line'), ...fixed },
    funnelStage: { ...customField('line'), ...fixed },
    primaryKeyword: { ...customField('line'), ...fixed },
    plannedForDate: { type: 'date', ...fixed },
    jsonLd: { ...customField('structured-data'), ...fixed },
    llmsTxt: { ...customField('llms-txt'), ...fixed },
    previousSlugs: { ...customField('facts'), ...fixed },
    orgId: { ...customField('line'), ...hidden },
    sourceStatus: { ...customField('line'), ...hidden },
    reviewScore: { type: 'float', ...hidden },
    reviewVerdict: { ...customField('line'), ...hidden },
    qualitySummary: { type: 'text', ...hidden },
    qualityFailedChecks: { ...customField('facts'), ...hidden },
    sourceCreatedAt: { type: 'datetime', ...hidden },
    sourceUpdatedAt: { type: 'datetime', ...hidden },
    extra: { ...customField('facts'), ...hidden },
    // Kept by the receiver itself, see `entries/attention.ts`; nobody else's to write.
    needsAttention: { type: 'boolean', default: false, ...hidden },
  },
} as const satisfies Partial<Struct.CollectionTypeSchema> & Record<string, unknown>;
