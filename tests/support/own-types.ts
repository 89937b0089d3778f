import { join } from 'node:path';

/** Content types of a site's own: a localized Post with components, and a Note without drafts. */
export const OWN_TYPES = join(__dirname, 'sites', 'own-types');

export const POST = 'api::post.post';
export const NOTE = 'api::note.note';

/** A mapping with every kind of field. */
export const POST_TARGET = {
  type: POST,
  fields: {
    title: 'title',
    slug: 'slug',
    formerSlugs: 'previousSlugs',
    feedId: 'id',
    excerpt: { from: ['description', 'tldr'] },
    body: 'content',
    kind: {
      from: 'articleType',
      table: { pillar: 'guide', cluster: 'review' },
      otherwise: 'other',
    },
    source: { value: 'feed' },
    publishedOn: 'frontmatterDate',
    changedAt: 'updatedAt',
    words: 'wordCount',
    rating: 'reviewScore',
    keywords: 'keywords',
    structured: 'files.jsonLd',
    llms: 'llmsTxt',
    isLive: 'isPublished',
    cover: 'heroImage',
    gallery: 'images',
    seo: {
      fields: {
        metaTitle: 'title',
        metaDescription: 'description',
        image: 'heroImage',
        social: { fields: { heading: 'primaryKeyword' } },
      },
    },
    takeaways: { each: 'keyTakeaways', fields: { text: 'item' } },
    sections: [
      { component: 'blocks.rich-text', fields: { body: 'tldr' } },
      {
        component: 'blocks.picture',
        each: 'images',
        fields: { file: 'item', alternative: 'item.alt', caption: 'item.caption' },
      },
    ],
    category: { from: 'category', match: 'name', create: true },
    labels: {
      from: 'tags',
      match: 'label',
      create: { origin: { value: 'feed' } },
    },
    author: { from: 'author', match: 'name', create: true },
  },
};

/** A mapping onto a type without drafts and without locales. */
export const NOTE_TARGET = {
  type: NOTE,
  fields: {
    headline: 'title',
    address: 'slug',
    text: 'content',
    html: { from: 'content', as: 'html' },
    state: {
      from: 'status',
      table: { draft: 'open', published: 'live', archived: 'gone' },
      otherwise: 'open',
    },
    live: 'isPublished',
    labels: { from: 'tags', match: 'handle', create: { label: 'item' } },
    cover: 'heroImage',
  },
};
