import type { Core } from '@strapi/types';
import type { Knex } from 'knex';
import { adapt, isFunction } from './adapt';

interface Scope {
  trx: Knex.Transaction;
}

/** One that its caller ends. */
interface Begun {
  get(): Knex.Transaction;
}

interface Transactions {
  transaction(work?: (scope: Scope) => unknown): Promise<unknown>;
}

/**
 * Tells whoever saves that the database did not commit it: a connection broke off with that very word, or on SQLite
 * another program read for too long. Knex resolves such a `commit()` like any other, and Strapi waits for nothing
 * else: an editor was told that it is saved or moved, listeners that it has happened, and nothing was.
 *
 * Knex 3.0.1, which Strapi 5.17 to 5.54 bring (lib/execution/transaction.js, `query`); not reported there yet.
 */
export function tellOfRefusedCommits(strapi: Core.Strapi): void {
  const database = strapi.db as unknown as Transactions;
  adapt(strapi, {
    what: "the database's way to begin a transaction (db.transaction)",
    without: 'what the database does not commit may be taken for saved',
    isKnown: isFunction(database?.transaction),
    apply: () => {
      const transaction = database.transaction.bind(database);
      database.transaction = async (work) => {
        if (work) {
          return transaction((scope) => {
            waitForCommit(scope.trx);
            return work(scope);
          });
        }
        const begun = (await transaction()) as Begun;
        waitForCommit(begun.get());
        return begun;
      };
    },
  });
}

const waiting = new WeakSet<Knex.Transaction>();

function waitForCommit(trx: Knex.Transaction): void {
  if (waiting.has(trx)) return;
  waiting.add(trx);
  const commit = trx.commit.bind(trx);
  const committed = async (value?: unknown) => {
    await commit(value);
    // Only this knows what came of it.
    return trx.executionPromise;
  };
  Object.assign(trx, { commit: committed });
}
