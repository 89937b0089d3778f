import type { Core } from '@strapi/types';
import type { FieldChange } from '../../../../shared/deliveries/deliveries';
import { optionsOf } from '../../config/site-options';
import { UIDS } from '../../content-types/uids';
import { mappingOf } from '../../entries/mapping-of';
import { campaignIdOf } from '../../read-delivery/identity';
import type { AttemptRow } from '../../ledger/deliveries/attempts';
import type { DeliveryRow } from '../../ledger/deliveries/delivery-row';
import type { StoredDelivery } from '../../event-log/load-delivery';
import { ledgerOf } from '../../ledger/ledger';
import { eventLogOf } from '../../event-log/event-log';
import { inOrder } from '../../projection/article/evolve';
import { changedPart } from '../../projection/merge/changed-part';
import { fieldChanges } from '../../projection/merge/field-changes';
import { mapArticle } from '../../projection/article/map-article';
import type { Fields } from '../../projection/merge/merge';
import { relinking } from '../../projection/addresses/relink';
import { toSlug } from '../../projection/addresses/slug';
import { turnFor } from '../../pace/give-way';

/** What a delivery changed; null where there is nothing to compare it with. See `DeliveryDetail`. */
export async function changesOf(
  strapi: Core.Strapi,
  row: DeliveryRow,
  stored: StoredDelivery,
): Promise<FieldChange[] | null> {
  const { streamKey } = row;
  if (streamKey === null) return null;
  const { article } = stored.delivery;
  // Between reading the body, reading its texts, and writing the answer.
  await turnFor(article);
  const isOurs = mappingOf(strapi).uid === UIDS.article;
  const changes = isOurs
    ? await writtenBy(strapi, row.id, await attemptsUpTo(strapi, streamKey, row.id), stored)
    : await saidDifferently(strapi, row.id, streamKey, stored);
  await turnFor(article);
  return changes && changes.map(changedPart);
}

/** What was written into an article until a delivery was projected last: later attempts say nothing of it, and may be many. */
const attemptsUpTo = (strapi: Core.Strapi, streamKey: string, upTo: number) =>
  ledgerOf(strapi).attempts.inStream(streamKey, { upTo });

/**
 * As the attempts have it: the fields that were written from the delivery, each beside the value of
 * the delivery from which it was written last before, and the fields that were kept back.
 */
async function writtenBy(
  strapi: Core.Strapi,
  position: number,
  attempts: readonly AttemptRow[],
  stored: StoredDelivery,
): Promise<FieldChange[]> {
  const own = attempts.filter(({ deliveryPosition }) => deliveryPosition === position);
  const details = own.findLast((attempt) => attempt.details !== null)?.details;
  const says: Fields = readableFields(strapi, stored);
  const after = details?.otherSlug ? { ...says, slug: details.otherSlug } : says;
  const read = new Map<number, Promise<Fields | null>>();
  const valuesAt = (at: number): Promise<Fields | null> => {
    const known = read.get(at) ?? readAt(strapi, at);
    read.set(at, known);
    return known;
  };
  const changes: FieldChange[] = [];
  for (const field of new Set(own.flatMap((attempt) => attempt.changes))) {
    if (!Object.hasOwn(after, field)) continue;
    const first = own.find((attempt) => attempt.changes.includes(field));
    const writer = attempts.findLast(
      (attempt) =>
        attempt.deliveryPosition !== position &&
        attempt.id < (first?.id ?? 0) &&
        attempt.changes.includes(field),
    );
    const before = writer ? await valuesAt(writer.deliveryPosition) : null;
    changes.push({ field, before: before?.[field] ?? null, after: after[field], isKept: false });
  }
  for (const field of details?.kept ?? []) {
    if (!Object.hasOwn(says, field)) continue;
    changes.push({ field, before: null, after: says[field], isKept: true });
  }
  return changes.filter(({ before, after: now }) => !(before === null && isNothing(now)));
}

const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0);

async function readAt(strapi: Core.Strapi, position: number): Promise<Fields | null> {
  const stored = await eventLogOf(strapi).look(position);
  if (!stored) return null;
  await turnFor(stored.delivery.article);
  return readableFields(strapi, stored);
}

/** What a delivery says differently from the one before it in the order of its article. */
async function saidDifferently(
  strapi: Core.Strapi,
  position: number,
  streamKey: string,
  stored: StoredDelivery,
): Promise<FieldChange[] | null> {
  const stream = (await ledgerOf(strapi).deliveries.inStream(streamKey)).sort(inOrder);
  const place = stream.findIndex((entry) => entry.position === position);
  if (place === -1) return null;
  const previous = stream[place - 1];
  const before = previous ? await readAt(strapi, previous.position) : null;
  // Retention dropped what it would have to be compared with.
  if (previous && !before) return null;
  return fieldChanges(before, readableFields(strapi, stored));
}

/** What a delivery says of its article, with names in the place of ids: for people to read. */
function readableFields(strapi: Core.Strapi, stored: StoredDelivery): Fields {
  const { delivery, unknown, images } = stored;
  const { article } = delivery;
  const options = optionsOf(strapi);
  const { html } = options;
  // As it was written into the plugin's own Article; of a type of the site's own, as it was said.
  const isOurs = mappingOf(strapi).uid === UIDS.article;
  const relink = isOurs ? relinking(options, article.language) : null;
  return {
    ...mapArticle(delivery, { addresses: new Map(), html, relink, unknown }).fields,
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
