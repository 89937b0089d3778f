import type { Core } from '@strapi/types';
import type { Options } from '../config/options';
import { campaignIdOf } from '../delivery/identity';
import { mapArticle } from '../projection/map-article';
import type { Fields } from '../projection/merge';
import { toSlug } from '../projection/slug';
import { normalTagName, tagKey } from '../projection/tag-name';
import { placeImages, type PlacedImage } from './images';
import type { LoadedDelivery } from './load-delivery';
import { withMissingImages } from './missing-images';
import { project, type ProjectedDocument } from './shared-documents';
import { campaigns, tags } from './shared-stores';
import { addressOf } from './upload';

/** Each tag is a document of its own and a relation; an article of the feed has a few. */
const MAX_TAGS = 250;

/** What an article has to show on behalf of one delivery, once all it refers to is in place. */
export interface ArticleContent {
  /** Attribute values but the slug; relations as ids. */
  fields: Fields;
  /** The slug that the article should have, other articles permitting. */
  slug: string;
  /** Relations whose targets had been deleted and were made again: the article lost them. */
  recreated: readonly string[];
}

/**
 * Puts everything in place that a delivery brings besides its article: images, then campaign and
 * tags. Every delivery of a stream gets this, superseded ones too, so that what the site ends up
 * with does not depend on which of them arrived first.
 */
export async function placeDelivery(
  strapi: Core.Strapi,
  loaded: LoadedDelivery,
  options: Options,
  preview = false,
): Promise<ArticleContent> {
  const { delivery, issues, stamp, unknown } = loaded;
  const { article } = delivery;
  const slug = toSlug(article.slug, article.title, article.id);
  if (article.slug !== null && article.slug !== slug) {
    const message = 'expected lower-case words joined by hyphens; a slug was made instead';
    issues.push({ path: 'article.slug', message });
  }
  const images = await withMissingImages(strapi, loaded, options, preview);
  const placed = await placeImages(strapi, images, {
    articleId: article.id,
    slug,
    stamp,
    options,
    issues,
    preview,
  });
  const campaign = await placeCampaign(strapi, loaded, options, preview);
  const tagged = await placeTags(strapi, loaded, options, preview);

  const addresses = addressesOf(strapi, placed);
  const mapped = mapArticle(delivery, { addresses, html: options.html, unknown });
  issues.push(...mapped.issues);
  const heroAddress = article.heroImageUrl?.trim() || null;
  const hero = heroOf(placed, heroAddress);
  if (heroAddress !== null && !hero) {
    const message = 'the delivery has no usable image with this address';
    issues.push({ path: 'article.heroImageUrl', message });
  }
  const relations = {
    images: placed.map(({ asset }) => asset),
    campaign: campaign ? [campaign] : [],
    tags: tagged,
  };
  const fields: Fields = {
    ...mapped.fields,
    heroImage: hero?.file.id ?? null,
    images: idsOf(relations.images),
    campaign: campaign?.documentId ?? null,
    tags: idsOf(relations.tags),
  };
  const recreated = Object.entries(relations)
    .filter(([, targets]) => targets.some((document) => document.recreated))
    .map(([field]) => field);
  return { fields, slug, recreated };
}

const idsOf = (documents: readonly ProjectedDocument[]): string[] => [
  ...new Set(documents.map(({ documentId }) => documentId)),
];

/** Where the delivered image addresses lead now. The first of several images with one address wins. */
function addressesOf(strapi: Core.Strapi, placed: readonly PlacedImage[]): Map<string, string> {
  const addresses = new Map<string, string>();
  for (const { image, file } of placed) {
    if (image.url && !addresses.has(image.url)) addresses.set(image.url, addressOf(strapi, file));
  }
  return addresses;
}

/** The image with the hero's address; where the delivery gives no address, the one of that kind. */
function heroOf(placed: readonly PlacedImage[], address: string | null): PlacedImage | undefined {
  return placed.find(({ image }) =>
    address ? image.url === address : image.kind?.toLowerCase() === 'hero',
  );
}

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
