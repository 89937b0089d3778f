import type { Core } from '@strapi/types';
import type { DeliveryFilter, RedriveResult } from '../../../shared/operations';
import { inTransaction } from '../event-log/transaction';
import { changeState, findDelivery, type DeliveryRow } from '../event-log/deliveries';
import { TABLES } from '../event-log/models';
import { pagesOfDeliveries } from '../event-log/select';
import { lockRow, table } from '../event-log/sql';
import { inOrder } from '../projection/evolve';
import { redrive } from './redrive';

/** Streams that are read at once. */
const PAGE = 200;

/** Asks for the projection of one delivery; null when there is none with this id. */
export async function redriveOne(
  strapi: Core.Strapi,
  deliveryId: string,
): Promise<RedriveResult | null> {
  const row = await findDelivery(strapi, deliveryId);
  return row && redriveRow(strapi, row);
}

/** Asks for the projection of every delivery that matches, newest first. */
export async function* redriveMatching(
  strapi: Core.Strapi,
  filter: DeliveryFilter,
): AsyncGenerator<RedriveResult> {
  for await (const rows of pagesOfDeliveries(strapi, filter)) {
    for (const row of rows) {
      yield await redriveRow(strapi, row);
    }
  }
}

/** Waits its turn where another process, the running site, writes at the same time. */
async function redriveRow(strapi: Core.Strapi, row: DeliveryRow): Promise<RedriveResult> {
  const { deliveryId } = row;
  // It reads the body, which is not read within a transaction.
  if (row.state === 'quarantined') return { deliveryId, state: await redrive(strapi, row) };
  const state = await inTransaction(strapi, async ({ trx }) => {
    await lockRow(strapi, trx, TABLES.delivery, { delivery_id: deliveryId }, ['id']);
    return redrive(strapi, row);
  });
  return { deliveryId, state };
}

/** The deliveries that take part in the stream of an article. */
const streams = (strapi: Core.Strapi) =>
  table(strapi, TABLES.delivery).whereNotNull('stream_key').whereNot({ state: 'quarantined' });

/** How many articles there are to project. */
export async function countStreams(strapi: Core.Strapi): Promise<number> {
  const row = (await streams(strapi).countDistinct({ count: 'stream_key' }).first()) as
    { count: number | string } | undefined;
  return Number(row?.count ?? 0);
}

/**
 * Asks for the projection of every article, by its newest delivery: one that is pending puts the
 * whole stream behind. Yields how many articles were asked for so far, page by page.
 */
export async function* redriveAll(strapi: Core.Strapi): AsyncGenerator<number> {
  let after = '';
  let asked = 0;
  for (;;) {
    const keys: string[] = await streams(strapi)
      .where('stream_key', '>', after)
      .distinct('stream_key')
      .orderBy('stream_key')
      .limit(PAGE)
      .pluck('stream_key');
    const last = keys.at(-1);
    if (last === undefined) return;
    for (const position of (await newestOf(strapi, keys)).values()) {
      await changeState(strapi, position, { state: 'pending', reason: null });
      asked += 1;
    }
    yield asked;
    after = last;
  }
}

/** The position of the newest delivery of each stream, in the feed's order, not that of arrival. */
async function newestOf(
  strapi: Core.Strapi,
  streamKeys: readonly string[],
): Promise<Map<string, number>> {
  const rows = (await streams(strapi)
    .whereIn('stream_key', streamKeys)
    .select('id', 'stream_key', 'occurred_at', 'source_updated_at')) as {
    id: number;
    stream_key: string;
    occurred_at: number | string | null;
    source_updated_at: number | string | null;
  }[];
  const entries = rows.map((row) => ({
    streamKey: row.stream_key,
    position: row.id,
    occurredAt: Number(row.occurred_at),
    sourceUpdatedAt: row.source_updated_at === null ? null : Number(row.source_updated_at),
  }));
  return new Map(entries.sort(inOrder).map(({ streamKey, position }) => [streamKey, position]));
}
