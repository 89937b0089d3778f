import type { Core } from '@strapi/types';
import type { DeliveryRow } from '../../ledger/deliveries';
import { TABLES } from '../../database/models';
import { rows } from '../../database/rows';

/** A filter of Strapi's query engine on the columns of deliveries; `{}` selects all. */
export type Filter = Record<string, unknown>;

const BATCH = 100;

const deliveries = (strapi: Core.Strapi) => rows(strapi, TABLES.delivery);

export const countSelected = (strapi: Core.Strapi, filter: Filter): Promise<number> =>
  deliveries(strapi).count({ where: filter });

/** The next selected deliveries after a position of the log, in its order. */
export async function nextSelected(
  strapi: Core.Strapi,
  filter: Filter,
  after: number,
  limit = BATCH,
): Promise<DeliveryRow[]> {
  return deliveries(strapi).findMany({
    where: { $and: [filter, { id: { $gt: after } }] },
    orderBy: { id: 'asc' },
    limit,
  });
}

/** Whether a delivery is the first selected one of its stream: then the stream's turn is now. */
export async function isFirstOfStream(
  strapi: Core.Strapi,
  filter: Filter,
  { id, streamKey }: DeliveryRow,
): Promise<boolean> {
  if (streamKey === null) return false;
  const earlier = await deliveries(strapi).count({
    where: { $and: [filter, { streamKey, id: { $lt: id } }] },
  });
  return earlier === 0;
}

/** Every stream with a selected delivery, once. */
export async function* selectedStreams(
  strapi: Core.Strapi,
  filter: Filter,
): AsyncGenerator<DeliveryRow & { streamKey: string }> {
  let position = 0;
  for (;;) {
    const page = await nextSelected(strapi, filter, position);
    if (page.length === 0) return;
    for (const row of page) {
      position = row.id;
      const { streamKey } = row;
      if (streamKey !== null && (await isFirstOfStream(strapi, filter, row))) {
        yield { ...row, streamKey };
      }
    }
  }
}
