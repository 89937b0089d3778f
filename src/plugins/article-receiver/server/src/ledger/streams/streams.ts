import { isDeepStrictEqual } from 'node:util';
import type { Core } from '@strapi/types';
import type { Knex } from 'knex';
import { TABLES } from '../../database/tables';
import { findRows, lockRow, rows, type ReadRows, type RowOf } from '../../database/rows';
import { toJson } from '../../database/columns';
import { columns, table } from '../../database/sql';
import { FIELDS, rowOf, toState } from './stream-row';
import type { AskedFor } from '../../projection/addresses/asked-for';
import type { StreamState } from '../../projection/article/stream-state';
import { askedTogether } from '../../run-context/looks';

/** What the projection of each article last did, and what people asked of it. */
export class Streams {
  constructor(private readonly strapi: Core.Strapi) {}

  /** For lists and pages, which choose by many things: to read only. */
  get all(): ReadRows<RowOf<typeof TABLES.stream>> {
    return this.rows;
  }

  private get rows() {
    return rows(this.strapi, TABLES.stream);
  }

  /**
   * Locks the stream for the rest of the transaction and reads its state. It has to be the first
   * statement of the transaction: under MariaDB's REPEATABLE READ an earlier plain read would pin
   * the snapshot, and what the previous holder of the lock wrote would stay unseen.
   */
  async lock(trx: Knex.Transaction, streamKey: string): Promise<StreamState> {
    const state = await this.tryLock(trx, streamKey);
    if (!state) throw new Error(`stream ${streamKey} has no row to lock`);
    return state;
  }

  /**
   * Does the same with a stream that may not have its row yet, which is its lock.
   * @param isNew whether none was seen, so that it is made at once.
   */
  async open(
    trx: Knex.Transaction,
    streamKey: string,
    articleId: string,
    isNew = false,
  ): Promise<StreamState> {
    const known = isNew ? null : await this.tryLock(trx, streamKey);
    if (known) return known;
    await table(this.strapi, TABLES.stream, trx)
      .insert(columns({ streamKey, articleId }))
      .onConflict('stream_key')
      .ignore();
    return this.lock(trx, streamKey);
  }

  private async tryLock(trx: Knex.Transaction, streamKey: string): Promise<StreamState | null> {
    const row = await lockRow(this.strapi, trx, TABLES.stream, ['streamKey', streamKey], FIELDS);
    return row ? toState(streamKey, row) : null;
  }

  /** A stream's state without the lock, to look at only; null before the first projection. */
  async read(streamKey: string): Promise<StreamState | null> {
    return readStates(this.strapi, streamKey);
  }

  /**
   * Records what the projection did. Joins the caller's transaction.
   * @param known what the row says, where it is known: what it says already is not written.
   */
  async save(state: StreamState, known?: StreamState): Promise<void> {
    const data = rowOf(state);
    if (known && isDeepStrictEqual(data, rowOf(known))) return;
    await this.rows.updateMany({ where: { streamKey: state.streamKey }, data });
  }

  /** Asks for an article to be made again, should it be deleted. Joins the caller's transaction. */
  async restore(streamKey: string): Promise<void> {
    await this.rows.updateMany({ where: { streamKey }, data: { restore: true } });
  }

  /** Remembers for which slugs others were asked to make way. */
  async askFor(streamKey: string, askedFor: AskedFor): Promise<void> {
    await this.rows.updateMany({ where: { streamKey }, data: { askedFor: toJson(askedFor) } });
  }

  /** Lets an article follow the service into another language. Joins the caller's transaction. */
  async letMove(streamKey: string): Promise<void> {
    await this.rows.updateMany({ where: { streamKey }, data: { mayMove: true } });
  }
}

const readStates = askedTogether(async (strapi, streamKeys: readonly string[]) => {
  const found = await findRows(strapi, TABLES.stream, ['streamKey', ...FIELDS], (streams) =>
    streams.whereIn('stream_key', [...new Set(streamKeys)]),
  );
  const states = new Map(
    found.map(({ streamKey, ...row }) => [streamKey, toState(streamKey, row)]),
  );
  return (streamKey: string): StreamState | null => states.get(streamKey) ?? null;
});
