import type { Struct } from '@strapi/types';
import { articleViews } from './views';

const fixed = { configurable: false } as const;
/** Known to the admin and to code; never in the Content API. */
const hidden = { ...fixed, private: true } as const;

/**
 * An article of the feed. Attribute names follow the feed (see docs/fields.md); what the feed could
 * fill with more than 255 characters is `text`, because Strapi caps `string` there for drafts too.
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
  pluginOptions: {},
  config: articleViews,
  indexes: [
    { name: 'article_receiver_articles_source_idx', columns: ['source_id'] },
    { name: 'article_receiver_articles_slug_idx', columns: ['slug'] },
  ],
  attributes: {
    sourceId: { type: 'string', ...fixed },
    title: { type: 'text', required: true, ...fixed },
    slug: { type: 'uid', targetField: 'title', required: true, ...fixed },
    description: { type: 'text', ...fixed },
    content: { type: 'richtext', ...fixed },
    tldr: { type: 'text', ...fixed },
    keyTakeaways: { type: 'json', ...fixed },
    keywords: { type: 'json', ...fixed },
    language: { type: 'text', ...fixed },
    articleType: { type: 'text', ...fixed },
    category: { type: 'text', ...fixed },
    tags: {
      type: 'relation',
      relation: 'manyToMany',
      target: 'plugin::article-receiver.tag',
      ...fixed,
    },
    frontmatterDate: { type: 'date', ...fixed },
    author: { type: 'text', ...fixed },
    wordCount: { type: 'integer', ...fixed },
    readingTimeMinutes: { type: 'integer', ...fixed },
    readingTimeText: { type: 'text', ...fixed },
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
    planId: { type: 'text', ...fixed },
    planItemId: { type: 'text', ...fixed },
    topicClusterId: { type: 'text', ...fixed },
    topicClusterTitle: { type: 'text', ...fixed },
    role: { type: 'text', ...fixed },
    contentRole: { type: 'text', ...fixed },
    funnelStage: { type: 'text', ...fixed },
    primaryKeyword: { type: 'text', ...fixed },
    plannedForDate: { type: 'date', ...fixed },
    jsonLd: { type: 'json', ...fixed },
    llmsTxt: { type: 'text', ...fixed },
    previousSlugs: { type: 'json', ...fixed },
    orgId: { type: 'text', ...hidden },
    sourceStatus: { type: 'text', ...hidden },
    reviewScore: { type: 'float', ...hidden },
    reviewVerdict: { type: 'text', ...hidden },
    qualitySummary: { type: 'text', ...hidden },
    qualityFailedChecks: { type: 'json', ...hidden },
    sourceCreatedAt: { type: 'datetime', ...hidden },
    sourceUpdatedAt: { type: 'datetime', ...hidden },
    extra: { type: 'json', ...hidden },
    // Kept by the receiver itself, see `ledger/attention.ts`; nobody else's to write.
    needsAttention: { type: 'boolean', default: false, ...hidden },
  },
} as const satisfies Partial<Struct.CollectionTypeSchema> & Record<string, unknown>;
