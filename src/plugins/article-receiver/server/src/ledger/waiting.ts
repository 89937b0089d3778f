import type { Core } from '@strapi/types';
import { TABLES } from '../database/models';
import { table } from '../database/sql';
import type { ReasonCode } from '../../../shared/reasons';

/** Deliveries of a stream that wait in the same state for the same reason. */
export interface WaitingDeliveries {
  /** Null for one that belongs to no article. */
  streamKey: string | null;
  state: 'parked' | 'failed' | 'quarantined';
  reasonCode: ReasonCode | null;
  count: number;
  /** Position of the newest of them. */
  newest: number;
  /** When the latest of them began to wait, in epoch ms. */
  since: number;
}

interface Row {
  stream_key: string | null;
  state: WaitingDeliveries['state'];
  reason_code: ReasonCode | null;
  count: number | string;
  newest: number | string;
  since: number | string | null;
}

const toWaiting = (row: Row): WaitingDeliveries => ({
  streamKey: row.stream_key,
  state: row.state,
  reasonCode: row.reason_code,
  count: Number(row.count),
  newest: Number(row.newest),
  since: Number(row.since ?? 0),
});

/** All deliveries that wait for a person. Each that cannot be used stands for itself. */
export async function waitingDeliveries(strapi: Core.Strapi): Promise<WaitingDeliveries[]> {
  const asked = (await askedDeliveries(strapi)) as Row[];
  const unusable = (await table(strapi, TABLES.delivery)
    .where({ state: 'quarantined' })
    .whereNull('discarded_at')
    .select('state', 'reason_code', {
      newest: 'id',
      since: 'state_changed_at',
    })) as Row[];
  return [
    ...asked.map(toWaiting),
    ...unusable.map((row) => toWaiting({ ...row, stream_key: null, count: 1 })),
  ];
}

/** Those of one article. */
export async function waitingDeliveriesOf(
  strapi: Core.Strapi,
  streamKey: string,
): Promise<WaitingDeliveries[]> {
  const rows = (await askedDeliveries(strapi).where('stream_key', streamKey)) as Row[];
  return rows.map(toWaiting);
}

const askedDeliveries = (strapi: Core.Strapi) =>
  table(strapi, TABLES.delivery)
    .whereIn('state', ['parked', 'failed'])
    .groupBy('stream_key', 'state', 'reason_code')
    .select('stream_key', 'state', 'reason_code')
    .count({ count: '*' })
    .max({ newest: 'id', since: 'state_changed_at' });

/** Open suggestions of a stream for one field. */
export interface WaitingSuggestions {
  streamKey: string;
  field: string;
  count: number;
  /** Epoch ms. */
  since: number;
}

/** All suggestions that nobody has decided on. */
export async function waitingSuggestions(strapi: Core.Strapi): Promise<WaitingSuggestions[]> {
  const rows = (await table(strapi, TABLES.suggestion)
    .where({ state: 'open' })
    .groupBy('stream_key', 'field')
    .select('stream_key', 'field')
    .count({ count: '*' })
    .max({ since: 'created_at' })) as (Row & { field: string })[];
  return rows.map(({ stream_key: streamKey, field, count, since }) => ({
    streamKey: streamKey ?? '',
    field,
    count: Number(count),
    since: Number(since ?? 0),
  }));
}
