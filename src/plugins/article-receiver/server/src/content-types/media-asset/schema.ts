import type { Struct } from '@strapi/types';
import { mediaAssetViews } from './views';

const fixed = { configurable: false } as const;

/**
 * An image as an article delivered it: what it is for, where it came from, and the file that it
 * became in the Media Library. Without drafts, so that relations to it survive publishing.
 */
export const mediaAssetSchema = {
  kind: 'collectionType',
  collectionName: 'article_receiver_media_assets',
  info: {
    singularName: 'media-asset',
    pluralName: 'media-assets',
    displayName: 'Media',
    description: 'An image that was delivered with an article.',
  },
  options: { draftAndPublish: false },
  pluginOptions: {},
  config: mediaAssetViews,
  attributes: {
    kind: { type: 'text', ...fixed },
    sourceUrl: { type: 'text', ...fixed },
    alt: { type: 'text', ...fixed },
    caption: { type: 'text', ...fixed },
    contentType: { type: 'text', ...fixed },
    byteSize: { type: 'integer', ...fixed },
    digest: { type: 'string', ...fixed },
    file: { type: 'media', multiple: false, allowedTypes: ['images'], ...fixed },
  },
} as const satisfies Partial<Struct.CollectionTypeSchema> & Record<string, unknown>;
