import type { Core } from '@strapi/types';
import { ledgerOf } from '../../ledger/ledger';
import type { DeliveryRow } from '../../ledger/deliveries/delivery-row';
import { having } from '../../database/columns';

/** A filter of Strapi's query engine on the columns of deliveries; `{}` selects all. */
export type Filter = Record<string, unknown>;

const deliveries = (strapi: Core.Strapi) => ledgerOf(strapi).deliveries.all;

export const countSelected = (strapi: Core.Strapi, filter: Filter): Promise<number> =>
  deliveries(strapi).count({ where: filter });

/** The next selected deliveries after a position of the log, in its order. */
export async function nextSelected(
  strapi: Core.Strapi,
  filter: Filter,
  after: number,
  limit: number,
): Promise<DeliveryRow[]> {
  return deliveries(strapi).findMany({
    where: { $and: [filter, { id: { $gt: after } }] },
    orderBy: { id: 'asc' },
    limit,
  });
}

/** Deliveries of streams that were there before; where there are more, each stream is asked by itself. */
const MAX_EARLIER = 1_000;

/**
 * Of a page of selected deliveries, those that are the first of their streams: then the stream's turn is
 * now.
 */
export async function firstsOfStreams(
  strapi: Core.Strapi,
  filter: Filter,
  page: readonly DeliveryRow[],
): Promise<(DeliveryRow & { streamKey: string })[]> {
  const streams = new Map<string, DeliveryRow & { streamKey: string }>();
  for (const row of having(page, 'streamKey')) {
    if (!streams.has(row.streamKey)) streams.set(row.streamKey, row);
  }
  if (streams.size === 0) return [];
  const before = (streamKeys: readonly string[]) => {
    const earlier = { streamKey: { $in: streamKeys }, id: { $lt: page[0]?.id } };
    return { where: { $and: [filter, earlier] } };
  };
  const seen = await deliveries(strapi).findMany({
    ...before([...streams.keys()]),
    select: ['streamKey'],
    limit: MAX_EARLIER,
  });
  for (const { streamKey } of seen) streams.delete(streamKey ?? '');
  if (seen.length < MAX_EARLIER) return [...streams.values()];
  for (const streamKey of [...streams.keys()]) {
    if ((await deliveries(strapi).count(before([streamKey]))) > 0) streams.delete(streamKey);
  }
  return [...streams.values()];
}

/**
 * Every stream with a selected delivery, once, page by page: each as its first selected delivery.
 * @param deliveries of which a page is made; most pages have fewer streams.
 */
export async function* selectedStreams(
  strapi: Core.Strapi,
  filter: Filter,
  deliveries: number,
): AsyncGenerator<(DeliveryRow & { streamKey: string })[]> {
  let position = 0;
  for (;;) {
    const page = await nextSelected(strapi, filter, position, deliveries);
    const last = page.at(-1);
    if (!last) return;
    position = last.id;
    yield firstsOfStreams(strapi, filter, page);
  }
}
