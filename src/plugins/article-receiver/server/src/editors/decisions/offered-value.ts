import type { Core } from '@strapi/types';
import { optionsOf } from '../../config/site-options';
import type { EntryPlace } from '../../entries/entry-place';
import { heldNow } from '../../entries/held-now';
import { mappingOf } from '../../entries/mapping-of';
import { stillThere } from '../../entries/still-there';
import { eventLogOf } from '../../event-log/event-log';
import { BodyDropped, type LoadedDelivery } from '../../event-log/load-delivery';
import { findFiles } from '../../images/library-files';
import type { StreamDelivery } from '../../ledger/deliveries/deliveries';
import { ledgerOf } from '../../ledger/ledger';
import type { Suggestion } from '../../ledger/people/suggestions';
import { leavesOf } from '../../mapping/values/compute';
import { inOrder } from '../../projection/article/evolve';
import { idsIn } from '../../projection/article/references';
import { placeAlone } from '../../article-content/place-delivery';
import { isSaidPublished } from '../../article-content/said-published';
import { isUnmade } from '../../projection/merge/unmade';

/**
 * The value of a suggestion, once all that it refers to is made: documents that were only offered, and those that
 * were deleted since. Outside of the transaction, like everything that is placed.
 */
export async function offeredValue(strapi: Core.Strapi, suggestion: Suggestion): Promise<unknown> {
  const { streamKey, field, value, deliveryPosition } = suggestion;
  const mapping = mappingOf(strapi);
  const state = await ledgerOf(strapi).streams.read(streamKey);
  // The site may have its articles in another content type by now.
  if (state?.targetUid !== mapping.uid) return value;
  const { locale } = state;
  const isWhole = !isUnmade(value) && !(await isGone(strapi, { mapping, locale }, suggestion));
  const delivery = isWhole ? null : await loadOffer(strapi, streamKey, deliveryPosition);
  if (!delivery) return value;
  const { entry } = delivery;
  const options = optionsOf(strapi);
  const held = await heldNow(strapi, entry, { mapping, locale }, options);
  held.delete(field);
  const isPublished = isSaidPublished(
    await ledgerOf(strapi).deliveries.inStream(streamKey),
    options,
  );
  const others = () => Promise.resolve(held);
  const terms = { options, mapping, preview: false };
  const place = { locale, isPublished, held: others };
  const { fields } = await placeAlone(strapi, terms, delivery, place);
  // An id that cannot be made again is left in, so that Strapi refuses it, and no field is emptied instead.
  return fields[field] ?? (isUnmade(value) ? null : value);
}

/** Whether something that an offer refers to was deleted. */
async function isGone(
  strapi: Core.Strapi,
  { mapping, locale }: EntryPlace,
  { field, value }: Suggestion,
): Promise<boolean> {
  const shape = leavesOf(mapping.shapes).get(field);
  const ids = [...new Set(idsIn(value))];
  if (shape?.kind === 'media') return (await findFiles(strapi, ids as number[])).size < ids.length;
  if (shape?.kind !== 'relation') return false;
  return (await stillThere(strapi, shape, ids as string[], locale)).size < ids.length;
}

/**
 * The delivery that offered a value first, or, where retention dropped its body, the newest one that the
 * article shows: an offer that stands is the same.
 */
async function loadOffer(
  strapi: Core.Strapi,
  streamKey: string,
  position: number,
): Promise<LoadedDelivery | null> {
  const stream = [...(await ledgerOf(strapi).deliveries.inStream(streamKey))].sort(inOrder);
  const first = stream.find((entry) => entry.position === position);
  const shown = stream.findLast(({ state }) => state === 'applied' || state === 'parked');
  const load = (entry: StreamDelivery | undefined) => entry && eventLogOf(strapi).load(entry);
  try {
    return (await load(first)) ?? null;
  } catch (error) {
    if (error instanceof BodyDropped && shown !== first) return (await load(shown)) ?? null;
    throw error;
  }
}
