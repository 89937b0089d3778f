import type { Core } from '@strapi/types';
import { always, amount, instant, integer, key, read, word } from '../../database/columns';
import { TABLES } from '../../database/tables';
import { table } from '../../database/sql';
import type { ReasonCode } from '../../../../shared/deliveries/reasons';

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

/** A group of deliveries as it is counted. */
const GROUP = {
  state: always(word<WaitingDeliveries['state']>()),
  reasonCode: word<ReasonCode>(),
  newest: always(integer),
  since: instant,
};

/** What waits for a person. */
export class Waiting {
  constructor(private readonly strapi: Core.Strapi) {}

  /** All deliveries that wait for a person. Each that cannot be used stands for itself. */
  async deliveries(): Promise<WaitingDeliveries[]> {
    const asked = await readAsked(this.askedDeliveries());
    const unusable = await read(
      table(this.strapi, TABLES.delivery)
        .where({ state: 'quarantined' })
        .whereNull('discarded_at')
        .select({
          state: 'state',
          reasonCode: 'reason_code',
          newest: 'id',
          since: 'state_changed_at',
        }),
      GROUP,
    );
    const all = [...asked, ...unusable.map((row) => ({ ...row, streamKey: null, count: 1 }))];
    return all.map(sinceSome);
  }

  /** Those of one article. */
  async deliveriesOf(streamKey: string): Promise<WaitingDeliveries[]> {
    return (await readAsked(this.askedDeliveries().where('stream_key', streamKey))).map(sinceSome);
  }

  private askedDeliveries() {
    return table(this.strapi, TABLES.delivery)
      .whereIn('state', ['parked', 'failed'])
      .groupBy('stream_key', 'state', 'reason_code')
      .select({ streamKey: 'stream_key', state: 'state', reasonCode: 'reason_code' })
      .count({ count: '*' })
      .max({ newest: 'id', since: 'state_changed_at' });
  }

  /** All suggestions that nobody has decided on. */
  async suggestions(): Promise<WaitingSuggestions[]> {
    const found = await read(
      table(this.strapi, TABLES.suggestion)
        .where({ state: 'open' })
        .groupBy('stream_key', 'field')
        .select({ streamKey: 'stream_key', field: 'field' })
        .count({ count: '*' })
        .max({ since: 'created_at' }),
      { streamKey: always(key), field: always(key), count: amount, since: instant },
    );
    return found.map((row) => ({ ...row, since: row.since ?? 0 }));
  }
}

const readAsked = (asked: ReturnType<Waiting['askedDeliveries']>) =>
  read(asked, { ...GROUP, streamKey: key, count: amount });

const sinceSome = <Row extends { since: number | null }>(row: Row) => ({
  ...row,
  since: row.since ?? 0,
});

/** Open suggestions of a stream for one field. */
export interface WaitingSuggestions {
  streamKey: string;
  field: string;
  count: number;
  /** Epoch ms. */
  since: number;
}
