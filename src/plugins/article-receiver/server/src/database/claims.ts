import { randomUUID } from 'node:crypto';
import type { Core } from '@strapi/types';
import type { Knex } from 'knex';
import { beforeChange } from '../run-context/looks';
import { Busy } from '../faults/outcomes';
import { TABLES } from './tables';
import { lockRow } from './rows';
import { databaseTime, insertNew, table } from './sql';
import { inTransaction, repeated } from './transaction';
import { explain } from '../faults/explain';

/**
 * Claims: what one process is to do at a time, however many instances of the site there are. A row
 * has the token of whoever has it and, by the clock of the database, until when. It lapses by itself,
 * so nobody waits for a process that was killed; and because it lapses, its holder may be late
 * without knowing. So what is written because of a claim is written with its fence.
 *
 * Locks, which last for a transaction, are on rows of the same table (`locks.ts`).
 */
export interface Claim {
  /** Whether its row was made with it: nobody had it before. */
  isFirst: boolean;
  /**
   * Makes sure that nobody else takes it for the next moment; asks the database only where that is
   * not certain.
   * @throws Busy when somebody else has it.
   */
  hold(): Promise<void>;
  /**
   * Keeps it for the rest of a transaction. Has to be the transaction's first statement.
   * @throws Busy when somebody else has it: then nothing may be written.
   */
  fence(trx: Knex.Transaction): Promise<void>;
  /**
   * Gives it back and writes into its row what came of it.
   * @param values by column names.
   * @param also what is written with it, in one transaction.
   * @throws Busy when somebody else has it: then nothing was written.
   */
  settle(
    values: Record<string, unknown>,
    also?: (trx: Knex.Transaction) => Promise<void>,
  ): Promise<void>;
  /** Gives it back, if it is not somebody else's by now. */
  release(): Promise<void>;
}

export interface ClaimTerms {
  /** How long it lasts, in milliseconds, unless it is renewed. */
  forMs: number;
  /** For how long it is renewed meanwhile. Whoever hangs for longer loses it. */
  renewedForMs?: number;
}

/** The row of a claim, in a table that says who has it and until when. */
export type Claimable = (
  { uid: typeof TABLES.lease; key: 'name' } | { uid: typeof TABLES.imageFile; key: 'digest' }
) & {
  /** The value of the unique column by which rows are told apart. */
  name: string;
  /** What a new row says besides, by column names: whoever claims it first settles that for good. */
  first?: Record<string, unknown>;
};

/** A claim that has no row of its own elsewhere. */
const named = (name: string): Claimable => ({ uid: TABLES.lease, key: 'name', name });

/** What lasts for so much longer than it may is by a clock that was wrong: it would never lapse. */
const WRONG_BY_MS = 24 * 60 * 60_000;

/** It is renewed so often while it lasts: one renewal may fail. */
const RENEWALS = 3;

/**
 * Claims something.
 * @param what a name, or the row that it is about.
 * @returns null when somebody else has it: come again later, and each time later still (see
 *   `createSecondLooks`).
 */
export async function claim(
  strapi: Core.Strapi,
  what: string | Claimable,
  { forMs, renewedForMs = 0 }: ClaimTerms,
): Promise<Claim | null> {
  beforeChange();
  const { uid, key, name, first } = typeof what === 'string' ? named(what) : what;
  const token = randomUUID();
  const where = { [key]: name };
  const own = { ...where, held_by: token };
  const row = { ...own, held_until: databaseTime(strapi, forMs) };
  const free = (query: Knex.QueryBuilder) =>
    void query
      .whereNull('held_until')
      .orWhere('held_until', '<=', databaseTime(strapi))
      .orWhere('held_until', '>', databaseTime(strapi, forMs + WRONG_BY_MS));
  const lost = () => new Busy(`the claim "${name}" went to somebody else`);
  const updateOwn = (values: Record<string, unknown>) =>
    repeated<number>(() => table(strapi, uid).where(own).update(values));

  let renewedAt = performance.now();
  const take = async () => {
    if (await insertNew(strapi, uid, { ...first, ...row }, key)) return 'first';
    const taken: number = await table(strapi, uid).where(where).andWhere(free).update(row);
    return taken > 0 ? 'again' : null;
  };
  const taken = await repeated(take);
  if (taken === null) return null;

  const renew = async () => {
    const began = performance.now();
    if ((await updateOwn({ held_until: row.held_until })) === 0) throw lost();
    renewedAt = began;
  };
  const stop = keepRenewing(strapi, renew, forMs / RENEWALS, renewedForMs);

  return {
    isFirst: taken === 'first',
    hold: async () => {
      if (performance.now() - renewedAt > forMs / 2) await renew();
    },
    fence: async (trx) => {
      const now = await lockRow(strapi, trx, uid, [key, name], ['heldBy']);
      if (now?.heldBy !== token) throw lost();
    },
    settle: async (values, also) => {
      stop();
      await inTransaction(strapi, async ({ trx }) => {
        const settled: number = await table(strapi, uid, trx)
          .where(own)
          .update({ ...values, ...FREE });
        if (settled === 0) throw lost();
        await also?.(trx);
      });
    },
    release: async () => {
      stop();
      await updateOwn(FREE);
    },
  };
}

const FREE = { held_by: null, held_until: null };

/** Renews a claim now and then. @returns what ends that. */
function keepRenewing(
  strapi: Core.Strapi,
  renew: () => Promise<void>,
  everyMs: number,
  forMs: number,
): () => void {
  if (forMs <= 0) return () => undefined;
  const until = performance.now() + forMs;
  const timer = setInterval(() => {
    if (performance.now() > until) return clearInterval(timer);
    renew().catch((error: unknown) => {
      if (error instanceof Busy) clearInterval(timer);
      // One that cannot be renewed lapses; the fence keeps its holder from writing then.
      else strapi.log.warn(`article-receiver: a claim could not be renewed: ${explain(error)}`);
    });
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

/**
 * Does what one process is to do at a time, where no other has it; gives it back afterwards.
 * @returns what came of it; null where another has it.
 */
export async function withClaim<Result>(
  strapi: Core.Strapi,
  what: string | Claimable,
  terms: ClaimTerms,
  work: (claim: Claim) => Promise<Result>,
): Promise<Result | null> {
  const held = await claim(strapi, what, terms);
  if (!held) return null;
  try {
    return await work(held);
  } finally {
    await held.release();
  }
}
