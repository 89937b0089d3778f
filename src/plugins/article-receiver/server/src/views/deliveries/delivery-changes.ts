import type { Core } from '@strapi/types';
import type { FieldChange } from '../../../../shared/deliveries/deliveries';
import { UIDS } from '../../content-types/uids';
import { mappingOf } from '../../entries/mapping-of';
import type { DeliveryRow } from '../../ledger/deliveries/delivery-row';
import type { StoredDelivery } from '../../event-log/load-delivery';
import { ledgerOf } from '../../ledger/ledger';
import { eventLogOf } from '../../event-log/event-log';
import { inOrder } from '../../projection/article/evolve';
import { changedPart } from '../../projection/merge/changed-part';
import { isEmptyValue } from '../../projection/merge/is-nothing';
import { fieldChanges } from '../../projection/merge/field-changes';
import type { Fields } from '../../projection/merge/merge';
import { turnFor } from '../../pace/give-way';
import { readableFields } from './readable-fields';

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
    ? await writtenBy(strapi, row.id, streamKey, stored)
    : await saidDifferently(strapi, row.id, streamKey, stored);
  await turnFor(article);
  return changes && changes.map(changedPart);
}

/**
 * As the attempts have it: the fields that were written from the delivery, each beside the value of
 * the delivery from which it was written last before, and the fields that were kept back.
 */
async function writtenBy(
  strapi: Core.Strapi,
  position: number,
  streamKey: string,
  stored: StoredDelivery,
): Promise<FieldChange[]> {
  // Later attempts say nothing of it, and may be many.
  const attempts = await ledgerOf(strapi).attempts.inStream(streamKey, { upTo: position });
  const own = attempts.filter(({ deliveryPosition }) => deliveryPosition === position);
  const details = own.findLast((attempt) => attempt.details !== null)?.details;
  const says = await readableFields(strapi, { streamKey, stored });
  const otherSlug = details?.otherSlug;
  const after = otherSlug ? await readableFields(strapi, { streamKey, stored, otherSlug }) : says;
  const read = new Map<number, Promise<Fields | null>>();
  const valuesAt = (at: number): Promise<Fields | null> => {
    const known = read.get(at) ?? readAt(strapi, streamKey, at);
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
  return changes.filter(({ before, after: now }) => !(before === null && isEmptyValue(now)));
}

async function readAt(
  strapi: Core.Strapi,
  streamKey: string,
  position: number,
): Promise<Fields | null> {
  const stored = await eventLogOf(strapi).look(position);
  if (!stored) return null;
  await turnFor(stored.delivery.article);
  return readableFields(strapi, { streamKey, stored });
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
  const before = previous ? await readAt(strapi, streamKey, previous.position) : null;
  // Retention dropped what it would have to be compared with.
  if (previous && !before) return null;
  return fieldChanges(before, await readableFields(strapi, { streamKey, stored }));
}
