import { setTimeout as sleep } from 'node:timers/promises';
import type { Core } from '@strapi/types';
import type { Knex } from 'knex';
import { Busy } from '../faults/outcomes';
import { beforeChange } from '../run-context/looks';
import { watchDisturbance } from './disturbance';
import { isConflict, isTransient } from './transient';

/** How often a transaction is done in a row, at most. */
export const MAX_TRIES = 6;
/** Longest time in which a new try is begun; SQLite itself has waited seconds for a lock by then. */
const MAX_WAIT_MS = 3_000;
/** The longest pause before the second try; it doubles from there. */
const FIRST_PAUSE_MS = 20;

/** What there is in one of Strapi's transactions. */
interface Scope {
  trx: Knex.Transaction;
  /** Calls back once the outermost one is committed. */
  onCommit(callback: () => void): void;
}

type Work<Result> = (scope: Scope) => Promise<Result>;

/** Part of the caller's transaction, or one of its own: done once, whatever was in the way. */
export async function joinTransaction<Result>(
  strapi: Core.Strapi,
  work: Work<Result>,
): Promise<Result> {
  return strapi.db.transaction((scope: Scope) => {
    watchDisturbance(scope.trx);
    return work(scope);
  });
}

/**
 * Runs a transaction, the whole of it again when another one was in the way (a deadlock, a lock
 * that did not come free). Inside a transaction it joins that: then only the outer one can be
 * repeated.
 * @param work may run more than once: what it changes outside the database, it has to set, not add.
 * @throws Busy when others were in the way each time: nothing was written, and it is to be tried again later.
 * @throws what else `work` or the commit threw, once it is no use to go on.
 */
export async function inTransaction<Result>(
  strapi: Core.Strapi,
  work: Work<Result>,
): Promise<Result> {
  beforeChange();
  if (strapi.db.inTransaction()) return joinTransaction(strapi, work);
  try {
    return await repeated(() => committed(strapi, work));
  } catch (error) {
    // Without the database's own words: they begin with the statement and its values.
    if (isConflict(error)) throw new Busy('other transactions were in the way', { cause: error });
    throw error;
  }
}

/**
 * Does something again that another transaction was in the way of. Not inside a transaction: there,
 * only the whole of it can be repeated.
 */
export async function repeated<Result>(work: () => PromiseLike<Result>): Promise<Result> {
  const startedAt = performance.now();
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      const isLate = tries >= MAX_TRIES || performance.now() - startedAt > MAX_WAIT_MS;
      if (isLate || !isTransient(error)) throw error;
      await sleep(Math.random() * FIRST_PAUSE_MS * 2 ** tries);
    }
  }
}

/**
 * Knex resolves a `commit()` that the database refused like any other; Strapi, which waits for
 * nothing else, takes the transaction for committed. Nor is one that could not even begin kept from
 * going on: its first statement says that it is over. Only `executionPromise` knows better.
 */
async function committed<Result>(strapi: Core.Strapi, work: Work<Result>): Promise<Result> {
  let commit: Promise<unknown> | undefined;
  let disturbance: () => Error | undefined = () => undefined;
  try {
    const result = await joinTransaction(strapi, async (scope) => {
      commit = scope.trx.executionPromise;
      disturbance = watchDisturbance(scope.trx);
      if (scope.trx.isCompleted()) await commit;
      return work(scope);
    });
    await commit;
    return result;
  } catch (error) {
    throw disturbance() ?? error;
  }
}
