import type { Core } from '@strapi/types';
import type { Options } from '../config/options';
import { campaignIdOf } from '../delivery/identity';
import { normalTagName, tagKey } from '../projection/tag-name';
import type { LoadedDelivery } from './load-delivery';
import type { ArticleContent, Said } from './placing';
import { project, type ProjectedDocument } from './shared-documents';
import { campaigns, tags } from './shared-stores';

/** Each tag is a document of its own and a relation; an article of the feed has a few. */
const MAX_TAGS = 250;

/** What the plugin's own Article has to show on behalf of one delivery: campaign and tags are made first. */
export async function articleContent(
  strapi: Core.Strapi,
  loaded: LoadedDelivery,
  { fields, slug, placed, hero }: Said,
  { options, preview }: { options: Options; preview: boolean },
): Promise<ArticleContent> {
  const campaign = await placeCampaign(strapi, loaded, options, preview);
  const relations = {
    images: placed.flatMap(({ asset }) => asset ?? []),
    campaign: campaign ? [campaign] : [],
    tags: await placeTags(strapi, loaded, options, preview),
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
  return { fields: { ...fields, ...related }, slug, recreated };
}

const idsOf = (documents: readonly ProjectedDocument[]): string[] => [
  ...new Set(documents.map(({ documentId }) => documentId)),
];

async function placeCampaign(
  strapi: Core.Strapi,
  { delivery, stamp, issues }: LoadedDelivery,
  { editorEdits }: Options,
  preview: boolean,
): Promise<ProjectedDocument | null> {
  const { campaign, campaignId } = delivery.article;
  const sourceId = campaignIdOf(delivery.article);
  if (sourceId === null) return null;
  if (campaignId !== null && campaign?.id && campaign.id !== campaignId) {
    const message = `expected ${campaignId}, as in article.campaignId, which counts`;
    issues.push({ path: 'article.campaign.id', message });
  }
  const { name = null, language = null, websiteId = null } = campaign ?? {};
  // A delivery that leaves a field out says nothing about it; others may have.
  const told = Object.entries({ name, language, websiteId }).filter(([, value]) => value !== null);
  return project(strapi, {
    key: { kind: 'campaign', sourceId },
    store: campaigns,
    fields: { sourceId, ...Object.fromEntries(told) },
    stamp,
    mode: editorEdits,
    preview,
  });
}

async function placeTags(
  strapi: Core.Strapi,
  { delivery, stamp, issues }: LoadedDelivery,
  { editorEdits }: Options,
  preview: boolean,
): Promise<ProjectedDocument[]> {
  const names = (delivery.article.tags ?? []).map(normalTagName).filter((name) => name !== '');
  const distinct = [...new Map(names.map((name) => [tagKey(name), name]))];
  if (distinct.length > MAX_TAGS) {
    const message = `expected at most ${MAX_TAGS} tags; the rest was left out`;
    issues.push({ path: 'article.tags', message });
  }
  const placed: ProjectedDocument[] = [];
  for (const [sourceId, name] of distinct.slice(0, MAX_TAGS)) {
    const tag = { key: { kind: 'tag', sourceId } as const, store: tags, fields: { name } };
    placed.push(await project(strapi, { ...tag, stamp, mode: editorEdits, preview }));
  }
  return placed;
}
