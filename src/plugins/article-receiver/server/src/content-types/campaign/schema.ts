import type { Struct } from '@strapi/types';
import { campaignViews } from './views';

const fixed = { configurable: false } as const;

/** A campaign of the feed. Without drafts, so that relations to it survive publishing. */
export const campaignSchema = {
  kind: 'collectionType',
  collectionName: 'article_receiver_campaigns',
  info: {
    singularName: 'campaign',
    pluralName: 'campaigns',
    displayName: 'Campaign',
    description: 'A campaign of the content service, which articles belong to.',
  },
  options: { draftAndPublish: false },
  pluginOptions: {},
  config: campaignViews,
  attributes: {
    sourceId: { type: 'string', ...fixed },
    name: { type: 'text', ...fixed },
    language: { type: 'text', ...fixed },
    websiteId: { type: 'text', ...fixed },
  },
} as const satisfies Partial<Struct.CollectionTypeSchema> & Record<string, unknown>;
