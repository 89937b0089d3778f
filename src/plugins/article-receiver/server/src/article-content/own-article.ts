import type { RuleFunction } from '../../../shared/articles/mapping';
import type { Issue } from '../../../shared/deliveries/deliveries';
import { campaignIdOf } from '../read-delivery/identity';
import { transformed } from '../mapping/rules/transform';
import type { Fields } from '../projection/merge/merge';
import { checkCampaign, checkTags } from '../projection/article/check-article';
import { distinctTags, MAX_TAGS } from '../projection/shared-documents/tag-name';
import type { LoadedDelivery } from '../event-log/load-delivery';
import type { ProjectedKey } from '../ledger/shared-documents/projected-key';
import { feedValues } from './feed-values';
import type { ArticleContent, Placement, PlacedDelivery } from './content';
import type { Run } from '../shared-documents/run';
import { inTurns } from '../pace/give-way';
import {
  recreatedAmong,
  unmadeIdsOf,
  type ProjectedDocument,
  type SharedDocument,
} from '../shared-documents/shared-document';
import type { Expected, SharedDocuments } from '../shared-documents/shared-documents';
import { campaigns, tags } from '../shared-documents/shared-stores';

/** What the plugin's own Article has to show on behalf of one delivery: campaign and tags are made first. */
export async function articleContent(
  { options, shared }: Run,
  loaded: LoadedDelivery,
  said: PlacedDelivery,
  { held, isPublished }: Placement,
): Promise<ArticleContent> {
  const { slug, placed, hero, links } = said;
  const asking = (field: string): Asking => ({
    isOffer: async () => (await held()).has(field),
  });
  const campaign = await placeCampaign(shared, loaded, asking('campaign'));
  const relations = {
    images: placed.flatMap(({ asset }) => asset ?? []),
    campaign: campaign ? [campaign] : [],
    tags: await placeTags(shared, loaded, asking('tags')),
  };
  const documents = Object.values(relations).flat();
  const made = { recreated: recreatedAmong(documents), unmadeIds: unmadeIdsOf(documents) };
  const related = {
    heroImage: hero?.file.id ?? null,
    images: idsOf(relations.images),
    campaign: campaign?.documentId ?? null,
    tags: idsOf(relations.tags),
  };
  const { transform } = options;
  if (!transform) {
    return { fields: { ...said.fields, ...related }, slug, ...made, placed, links };
  }
  const values = feedValues(loaded, said, { isPublished });
  const withOther = (other: Fields, issues: Issue[] = []): Fields => {
    const fields = transformed(transform, said.fields, { ...values, ...other }, issues);
    return { ...fields, ...related };
  };
  return {
    fields: withOther({ slug }, loaded.issues),
    slug,
    withSlug: (own) => withOther({ slug: own }),
    oncePublished: () => withOther({ isPublished: true }),
    ...made,
    placed,
    links,
  };
}

/** The language that a site's function gives the plugin's own Article on behalf of a delivery. */
export function languageShown(
  transform: RuleFunction,
  loaded: LoadedDelivery,
  said: PlacedDelivery,
  { isPublished }: Pick<Placement, 'isPublished'>,
): string | null {
  const values = feedValues(loaded, said, { isPublished });
  const { language } = transformed(transform, said.fields, values, []);
  return typeof language === 'string' ? language : null;
}

/** How the documents that an article refers to are looked for. */
type Asking = Pick<SharedDocument, 'isOffer'>;

const campaignKey = (sourceId: string): ProjectedKey => ({ kind: 'campaign', sourceId });
const tagKeyOf = (sourceId: string): ProjectedKey => ({ kind: 'tag', sourceId });

/** The documents that an article's campaign and tags are. */
export function relatedDocuments({ delivery }: LoadedDelivery): Expected[] {
  const campaignId = campaignIdOf(delivery.article);
  const campaign = campaignId === null ? [] : [{ key: campaignKey(campaignId), store: campaigns }];
  const related = distinctTags(delivery.article)
    .slice(0, MAX_TAGS)
    .map(([sourceId]) => ({ key: tagKeyOf(sourceId), store: tags }));
  return [...campaign, ...related];
}

const idsOf = (documents: readonly ProjectedDocument[]): string[] => [
  ...new Set(documents.map(({ documentId }) => documentId)),
];

async function placeCampaign(
  shared: SharedDocuments,
  { delivery, stamp, issues }: LoadedDelivery,
  asking: Asking,
): Promise<ProjectedDocument | null> {
  const { campaign } = delivery.article;
  const sourceId = campaignIdOf(delivery.article);
  if (sourceId === null) return null;
  issues.push(...checkCampaign(delivery.article));
  const { name = null, language = null, websiteId = null } = campaign ?? {};
  // A delivery that leaves a field out says nothing about it; others may have.
  const told = Object.entries({ name, language, websiteId }).filter(([, value]) => value !== null);
  return shared.place({
    key: campaignKey(sourceId),
    store: campaigns,
    fields: { sourceId, ...Object.fromEntries(told) },
    stamp,
    ...asking,
  });
}

async function placeTags(
  shared: SharedDocuments,
  { delivery, stamp, issues }: LoadedDelivery,
  asking: Asking,
): Promise<ProjectedDocument[]> {
  issues.push(...checkTags(delivery.article));
  const placed: ProjectedDocument[] = [];
  const othersTurn = inTurns();
  for (const [sourceId, name] of distinctTags(delivery.article).slice(0, MAX_TAGS)) {
    await othersTurn();
    const tag = { key: tagKeyOf(sourceId), store: tags, fields: { name } };
    placed.push(await shared.place({ ...tag, stamp, ...asking }));
  }
  return placed;
}
