import type { Struct } from '@strapi/types';
import { tagViews } from './views';

const fixed = { configurable: false } as const;

/** A tag of the feed's articles. Without drafts, so that relations to it survive publishing. */
export const tagSchema = {
  kind: 'collectionType',
  collectionName: 'article_receiver_tags',
  info: {
    singularName: 'tag',
    pluralName: 'tags',
    displayName: 'Tag',
    description: 'A tag that articles of the content service carry.',
  },
  options: { draftAndPublish: false },
  pluginOptions: {},
  config: tagViews,
  attributes: {
    name: { type: 'text', ...fixed },
    slug: { type: 'string', ...fixed },
  },
} as const satisfies Partial<Struct.CollectionTypeSchema> & Record<string, unknown>;
