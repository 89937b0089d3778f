import type { Core } from '@strapi/types';
import type { DeliveryDetail, DeliveryTimings, FieldChange } from '../../../shared/deliveries';
import { optionsOf } from '../config/site-options';
import { campaignIdOf } from '../delivery/identity';
import { parseIssues, readStream, type DeliveryRow } from '../event-log/deliveries';
import { toNumber } from '../event-log/sql';
import { attemptsOn, projectedAt } from '../ledger/attempts';
import { summariesOf } from '../ledger/delivery-summary';
import { pendingDecision } from '../ledger/parked-words';
import { inOrder } from '../projection/evolve';
import { fieldChanges } from '../projection/field-changes';
import { mapArticle } from '../projection/map-article';
import type { Fields } from '../projection/merge';
import { toSlug } from '../projection/slug';
import { imagesOf } from './delivery-images';
import { lookAtDelivery, type StoredDelivery } from './load-delivery';

const instant = (epochMs: number | null): string | null =>
  epochMs === null ? null : new Date(epochMs).toISOString();

/** One delivery with all that is known about it but its body. */
export async function detailOf(strapi: Core.Strapi, row: DeliveryRow): Promise<DeliveryDetail> {
  const [summary] = await summariesOf(strapi, [row]);
  if (!summary) throw new Error(`delivery ${row.deliveryId} has no summary`);
  const issues = parseIssues(row.issues);
  const stored = await lookAtDelivery(strapi, row.id);
  return {
    ...summary,
    digest: row.digest,
    issues,
    attempts: await attemptsOn(strapi, row.id),
    nextAttemptAt: instant(toNumber(row.nextAttemptAt)),
    timings: await timingsOf(strapi, row),
    images: stored ? await imagesOf(strapi, { id: row.id, issues }, stored) : [],
    changes: stored ? await changesOf(strapi, row, stored) : [],
    decision: await pendingDecision(strapi, row),
  };
}

async function timingsOf(strapi: Core.Strapi, row: DeliveryRow): Promise<DeliveryTimings> {
  const receivedAt = Number(row.receivedAt);
  const acknowledgedAt = toNumber(row.acknowledgedAt);
  const projected = await projectedAt(strapi, row.id);
  const between = (from: number | null, to: number | null) =>
    from === null || to === null ? null : Math.max(0, to - from);
  return {
    receivedAt: new Date(receivedAt).toISOString(),
    acknowledgedAt: instant(acknowledgedAt),
    projectedAt: instant(projected),
    acknowledgeMs: between(receivedAt, acknowledgedAt),
    projectMs: between(acknowledgedAt, projected),
  };
}

/** What a delivery says differently from the one before it in the order of its article. */
async function changesOf(
  strapi: Core.Strapi,
  { id, streamKey }: DeliveryRow,
  stored: StoredDelivery,
): Promise<FieldChange[]> {
  if (streamKey === null) return [];
  const stream = (await readStream(strapi, streamKey)).sort(inOrder);
  const place = stream.findIndex(({ position }) => position === id);
  if (place === -1) return [];
  const previous = stream[place - 1];
  const before = previous && (await lookAtDelivery(strapi, previous.position));
  // Retention dropped what it would have to be compared with.
  if (previous && !before) return [];
  const after = readableFields(strapi, stored);
  return fieldChanges(before ? readableFields(strapi, before) : null, after);
}

/** What a delivery says of its article, with names in the place of ids: for people to read. */
function readableFields(strapi: Core.Strapi, stored: StoredDelivery): Fields {
  const { delivery, unknown, images } = stored;
  const { article } = delivery;
  const { html } = optionsOf(strapi);
  return {
    ...mapArticle(delivery, { addresses: new Map(), html, unknown }).fields,
    slug: toSlug(article.slug, article.title, article.id),
    tags: article.tags ?? [],
    campaign: article.campaign?.name ?? campaignIdOf(article),
    heroImage: article.heroImageUrl,
    images: images.map(({ kind, url, alt, caption, digest }) => ({
      kind,
      url,
      alt,
      caption,
      digest,
    })),
  };
}
