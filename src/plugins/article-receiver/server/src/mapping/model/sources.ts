import { recordOf } from '../../../../shared/records';
import type { FeedValues } from '../../../../shared/articles/rule-article';
import type { Scope } from './mapping';

/** What a value of the feed is; decides which fields can take it, and how. */
export type SourceKind =
  | 'text'
  | 'markdown'
  | 'texts'
  | 'number'
  | 'day'
  | 'instant'
  | 'json'
  | 'flag'
  | 'image'
  | 'images'
  | 'campaign';

/** Former slugs are the entry's own: a mapping can keep them, a function is not given them. */
type SourceName = keyof FeedValues | 'previousSlugs';

/** The feed's values by the names that they have in the plugin's own Article. */
const KINDS: Readonly<Record<SourceName, SourceKind>> = {
  sourceId: 'text',
  orgId: 'text',
  title: 'text',
  slug: 'text',
  previousSlugs: 'json',
  description: 'text',
  content: 'markdown',
  tldr: 'text',
  keyTakeaways: 'texts',
  keywords: 'texts',
  language: 'text',
  articleType: 'text',
  category: 'text',
  tags: 'texts',
  frontmatterDate: 'day',
  author: 'text',
  wordCount: 'number',
  readingTimeMinutes: 'number',
  readingTimeText: 'text',
  heroImage: 'image',
  heroImageAlt: 'text',
  images: 'images',
  campaign: 'campaign',
  'campaign.sourceId': 'text',
  'campaign.name': 'text',
  'campaign.language': 'text',
  'campaign.websiteId': 'text',
  planId: 'text',
  planItemId: 'text',
  topicClusterId: 'text',
  topicClusterTitle: 'text',
  role: 'text',
  contentRole: 'text',
  funnelStage: 'text',
  primaryKeyword: 'text',
  plannedForDate: 'day',
  jsonLd: 'json',
  llmsTxt: 'text',
  sourceStatus: 'text',
  isPublished: 'flag',
  reviewScore: 'number',
  reviewVerdict: 'text',
  qualitySummary: 'text',
  qualityFailedChecks: 'json',
  sourceCreatedAt: 'instant',
  sourceUpdatedAt: 'instant',
  extra: 'json',
};

/** The same values by their place in a delivery's body, where that is another name. */
const ALIASES: Readonly<Record<string, string>> = {
  id: 'sourceId',
  status: 'sourceStatus',
  createdAt: 'sourceCreatedAt',
  updatedAt: 'sourceUpdatedAt',
  heroImageUrl: 'heroImage',
  campaignId: 'campaign.sourceId',
  'campaign.id': 'campaign.sourceId',
  'contentPlan.id': 'planId',
  'contentPlan.itemId': 'planItemId',
  'contentPlan.topicClusterId': 'topicClusterId',
  'contentPlan.topicClusterTitle': 'topicClusterTitle',
  'contentPlan.role': 'role',
  'contentPlan.contentRole': 'contentRole',
  'contentPlan.funnelStage': 'funnelStage',
  'contentPlan.primaryKeyword': 'primaryKeyword',
  'contentPlan.plannedForDate': 'plannedForDate',
  'files.llmTxt': 'llmsTxt',
  'files.llmTxt.content': 'llmsTxt',
  'files.jsonLd': 'jsonLd',
  'files.jsonLd.content': 'jsonLd',
};

/** What an item of an image list is made of, besides the image itself. */
const IMAGE_PARTS = ['alt', 'caption', 'kind', 'sourceUrl'];

const KIND_OF: ReadonlyMap<string, SourceKind> = new Map(Object.entries(KINDS));

/** All names that `from` takes, without those of items and of fields that the feed added. */
const SOURCE_NAMES: readonly string[] = Object.keys(KINDS);

const ALIAS_NAMES: readonly string[] = Object.keys(ALIASES);

/** A value of the feed: where it is among the values, and what it is. */
export interface Source {
  name: string;
  kind: SourceKind;
  /** Of a value that is made of others: what it comes to. */
  read?: (scope: Scope) => unknown;
}

/**
 * The value that a name stands for; null when there is none.
 * @param item what `item` is, within an `each`; null outside.
 */
export function findSource(written: string, item: SourceKind | null): Source | null {
  if (item !== null && written === 'item') return { name: 'item', kind: item };
  if (item === 'image' && IMAGE_PARTS.some((part) => written === `item.${part}`)) {
    return { name: written, kind: 'text' };
  }
  const plain = written.startsWith('article.') ? written.slice('article.'.length) : written;
  if (/^extra\../.test(plain)) return { name: plain, kind: 'json' };
  const name = Object.hasOwn(ALIASES, plain) ? (ALIASES[plain] ?? plain) : plain;
  const kind = KIND_OF.get(name);
  return kind ? { name, kind } : null;
}

/** Where in a delivery's body a value is, for an issue about it. */
export const pathOf = (source: Source | undefined, field: string): string =>
  source?.read ? 'article' : `article.${source?.name ?? field}`;

/** What the items of a list are; null for what is no list. */
export function itemKind(kind: SourceKind): SourceKind | null {
  if (kind === 'texts') return 'text';
  if (kind === 'images') return 'image';
  return kind === 'json' ? 'json' : null;
}

/** The names to choose from in a message about a wrong one. */
export const namesFor = (item: SourceKind | null): string[] => [
  ...SOURCE_NAMES,
  ...ALIAS_NAMES,
  ...(item === null ? [] : ['item']),
  ...(item === 'image' ? IMAGE_PARTS.map((part) => `item.${part}`) : []),
];

/** The value that a name stands for; null when the delivery has none. */
export function valueOf({ name }: Pick<Source, 'name'>, { values, item }: Scope): unknown {
  if (name === 'item') return item;
  if (name.startsWith('item.')) return recordOf(item)[name.slice(5)] ?? null;
  return values[name] ?? null;
}
