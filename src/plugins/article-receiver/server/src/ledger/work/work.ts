import type { Core } from '@strapi/types';
import type { Knex } from 'knex';
import { id, instant, integer, key, read } from '../../database/columns';
import { TABLES } from '../../database/tables';
import { findRow } from '../../database/rows';
import { table } from '../../database/sql';

/** A delivery because of which its stream is behind. */
export interface Behind {
  position: number;
  streamKey: string;
}

/** By what time it is judged which deliveries are due. */
export interface DueTime {
  /** Epoch ms. */
  now: number;
  /** The longest time that a delivery waits for its next try, in milliseconds. */
  longestDelayMs: number;
}

type Which = (query: Knex.QueryBuilder) => Knex.QueryBuilder;

/**
 * What puts a stream behind: a pending delivery, or one whose next try is due: it failed, or Strapi
 * refused to publish it. So is one that is planned for later than any try can be: whoever planned it
 * had a clock that was wrong.
 */
const behindAt = ({ now, longestDelayMs }: DueTime): Which[] => [
  (query) => query.where({ state: 'pending' }),
  (query) =>
    query.where(
      (due) =>
        void due
          .where('next_attempt_at', '<=', now)
          .orWhere('next_attempt_at', '>', now + longestDelayMs),
    ),
];

/** What the runner has to see to. */
export class Work {
  constructor(private readonly strapi: Core.Strapi) {}

  /** Whether there is something to do for a stream. */
  async isBehind(streamKey: string, due: DueTime): Promise<boolean> {
    const found = await findRow(this.strapi, TABLES.delivery, ['id'], (deliveries) =>
      deliveries.where({ stream_key: streamKey }).where((any) => {
        for (const behind of behindAt(due)) any.orWhere((one) => void behind(one));
      }),
    );
    return found !== undefined;
  }

  /**
   * The oldest deliveries that put their streams behind. Each way of being behind is asked for by
   * itself, in one statement: then the index on it gives them in order, however long the log is. One
   * without a stream counts for none: nothing can be done for it, and it must not stand before those for
   * which something can.
   */
  private async oldestBehind({
    due,
    after,
    except,
    limit,
  }: {
    due: DueTime;
    after: number;
    except: readonly string[];
    limit: number;
  }): Promise<Behind[]> {
    const ways = behindAt(due).map((which, way): Way => ({ way, which, after, found: [] }));
    for (let open = ways; open.length > 0;) {
      const next = await this.readWays(open, { except, limit });
      open = open.filter((way) => {
        const rows = next.filter((row) => row.way === way.way);
        for (const { id: position, streamKey } of rows) {
          way.after = Math.max(way.after, position);
          // Filtered here, not in the statement: SQLite would use the index on the stream and walk the log.
          if (streamKey !== null) way.found.push({ position, streamKey });
        }
        return rows.length === limit && way.found.length < limit;
      });
    }
    const found = ways.flatMap((way) => way.found);
    return found.sort((a, b) => a.position - b.position).slice(0, limit);
  }

  private readWays(
    ways: readonly Way[],
    { except, limit }: { except: readonly string[]; limit: number },
  ) {
    const { connection } = this.strapi.db;
    const oldest = ways.map(({ way, which, after }) => {
      const rows = which(table(this.strapi, TABLES.delivery))
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .select({ id: 'id', streamKey: 'stream_key' }, connection.raw('? as ??', [way, 'way']));
      if (except.length > 0) rows.whereNotIn('stream_key', [...except]);
      return connection.select('*').from(rows.as('oldest'));
    });
    return read(connection.unionAll(oldest), FOUND);
  }

  /**
   * The streams of the oldest deliveries that put theirs behind.
   * @param choice.except streams to leave out. @param choice.limit deliveries looked at.
   */
  async streamsBehind(
    due: DueTime,
    { except, limit }: { except: readonly string[]; limit: number },
  ): Promise<string[]> {
    const behind = await this.oldestBehind({ due, after: 0, except, limit });
    return [...new Set(behind.map(({ streamKey }) => streamKey))];
  }

  /**
   * The oldest deliveries that put streams behind, several of one stream maybe. Every trigger may be
   * lost; this finds the work all the same.
   * @param after position in the log from which on to look.
   * @param except streams to leave out.
   */
  async nextBehind(
    due: DueTime,
    choice: { after: number; except: readonly string[]; limit: number },
  ): Promise<Behind[]> {
    return this.oldestBehind({ due, ...choice });
  }

  /**
   * Looks whether there is anything to do, in one statement, of which each part is the first entry of an
   * index: a site that has nothing to do asks its database for next to nothing.
   *
   * A try that is planned for later than any can be is due as well.
   */
  async waiting({ now, longestDelayMs }: DueTime): Promise<WaitingWork> {
    const deliveries = () => table(this.strapi, TABLES.delivery);
    const retries = () => deliveries().whereNotNull('next_attempt_at');
    const [row] = await read(
      this.strapi.db.connection.select(
        deliveries().where({ state: 'pending' }).min('id').as('pending'),
        retries().min('next_attempt_at').as('first'),
        retries().max('next_attempt_at').as('last'),
        table(this.strapi, TABLES.slugInterest).whereNotNull('mark').min('mark').as('mark'),
        table(this.strapi, TABLES.job).where({ state: 'running' }).max('id').as('job'),
      ),
      WAITING,
    );
    const { first = null, last = null } = row ?? {};
    const isDue = first !== null && first <= now;
    const isTooFar = last !== null && last > now + longestDelayMs;
    return {
      streams: (row?.pending ?? null) !== null || isDue || isTooFar,
      slugs: (row?.mark ?? null) !== null,
      job: (row?.job ?? null) !== null,
      nextRetryAt: first,
    };
  }
}

const FOUND = { way: integer, id, streamKey: key };

/** The deliveries that are behind in one way: how far they were looked through, and what was found. */
interface Way {
  way: number;
  which: Which;
  after: number;
  found: Behind[];
}

/** What the runner has to see to. */
export interface WaitingWork {
  /** Whether streams are behind. */
  streams: boolean;
  /** Whether slugs changed hands, for which others wait. */
  slugs: boolean;
  /** Whether a rebuild or bulk redrive is running. */
  job: boolean;
  /** When the next delivery is to be tried again, in epoch ms; null when none is. */
  nextRetryAt: number | null;
}

const WAITING = { pending: integer, first: instant, last: instant, mark: key, job: integer };
