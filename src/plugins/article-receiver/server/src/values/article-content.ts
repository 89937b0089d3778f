import type { Core } from '@strapi/types';
import { issueOf } from '../../../shared/issues';
import type { Issue } from '../../../shared/deliveries';
import { campaignIdOf } from '../delivery/identity';
import { transformed } from '../mapping/transform';
import type { Fields } from '../projection/merge';
import { normalTagName, tagKey } from '../projection/tag-name';
import type { LoadedDelivery } from '../ledger/load-delivery';
import { feedValues } from './feed-values';
import type { ArticleContent, Placing, Said } from './placing';
import { project, type ProjectedDocument, type SharedDocument } from './shared-documents';
import { campaigns, tags } from './shared-stores';

/** Each tag is a document of its own and a relation; an article of the feed has a few. */
const MAX_TAGS = 250;

/** What the plugin's own Article has to show on behalf of one delivery: campaign and tags are made first. */
export async function articleContent(
  strapi: Core.Strapi,
  loaded: LoadedDelivery,
  said: Said,
  { options, held, preview, isPublished }: Placing,
): Promise<ArticleContent> {
  const { slug, placed, hero, links } = said;
  const asking = (field: string): Asking => ({
    mode: options.editorEdits,
    preview,
    isOffer: async () => (await held()).has(field),
  });
  const campaign = await placeCampaign(strapi, loaded, asking('campaign'));
  const relations = {
    images: placed.flatMap(({ asset }) => asset ?? []),
    campaign: campaign ? [campaign] : [],
    tags: await placeTags(strapi, loaded, asking('tags')),
  };
  const recreated = Object.entries(relations)
    .filter(([, targets]) => targets.some((document) => document.recreated))
    .map(([field]) => field);
  const related = {
    heroImage: hero?.file.id ?? null,
    images: idsOf(relations.images),
    campaign: campaign?.documentId ?? null,
    tags: idsOf(relations.tags),
  };
  const { transform } = options;
  if (!transform) {
    return { fields: { ...said.fields, ...related }, slug, recreated, placed, links };
  }
  const values = feedValues(loaded, said, { isPublished });
  const withSlug = (own: string, issues: Issue[] = []): Fields => {
    const fields = transformed(transform, said.fields, { ...values, slug: own }, issues);
    return { ...fields, ...related };
  };
  return { fields: withSlug(slug, loaded.issues), slug, withSlug, recreated, placed, links };
}

/** How what an article refers to is looked for. */
type Asking = Pick<SharedDocument, 'mode' | 'preview' | 'isOffer'>;

const idsOf = (documents: readonly ProjectedDocument[]): string[] => [
  ...new Set(documents.map(({ documentId }) => documentId)),
];

async function placeCampaign(
  strapi: Core.Strapi,
  { delivery, stamp, issues }: LoadedDelivery,
  asking: Asking,
): Promise<ProjectedDocument | null> {
  const { campaign, campaignId } = delivery.article;
  const sourceId = campaignIdOf(delivery.article);
  if (sourceId === null) return null;
  if (campaignId !== null && campaign?.id && campaign.id !== campaignId) {
    issues.push(issueOf('article.campaign.id', 'campaignDiffers', { expected: campaignId }));
  }
  const { name = null, language = null, websiteId = null } = campaign ?? {};
  // A delivery that leaves a field out says nothing about it; others may have.
  const told = Object.entries({ name, language, websiteId }).filter(([, value]) => value !== null);
  return project(strapi, {
    key: { kind: 'campaign', sourceId },
    store: campaigns,
    fields: { sourceId, ...Object.fromEntries(told) },
    stamp,
    ...asking,
  });
}

async function placeTags(
  strapi: Core.Strapi,
  { delivery, stamp, issues }: LoadedDelivery,
  asking: Asking,
): Promise<ProjectedDocument[]> {
  const names = (delivery.article.tags ?? []).map(normalTagName).filter((name) => name !== '');
  const distinct = [...new Map(names.map((name) => [tagKey(name), name]))];
  if (distinct.length > MAX_TAGS) {
    issues.push(issueOf('article.tags', 'tooManyTags', { max: MAX_TAGS }));
  }
  const placed: ProjectedDocument[] = [];
  for (const [sourceId, name] of distinct.slice(0, MAX_TAGS)) {
    const tag = { key: { kind: 'tag', sourceId } as const, store: tags, fields: { name } };
    placed.push(await project(strapi, { ...tag, stamp, ...asking }));
  }
  return placed;
}
