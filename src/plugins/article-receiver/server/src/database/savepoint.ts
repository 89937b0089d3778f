import type { Core } from '@strapi/types';
import type { Knex } from 'knex';
import { alongside } from '../run-context/alongside';
import { beforeChange } from '../run-context/looks';
import { joinTransaction } from './transaction';

interface Savepoint {
  /** It was rolled back: what was done in it never was. */
  isUndone: boolean;
}

const savepoints = alongside<Savepoint>();

const NAME = 'article_receiver';

/** What came of a part of a transaction. */
export type Part<Result> = { result: Result } | { error: unknown };

/**
 * Does a part of the caller's transaction that may fail by itself: then the database is as it was
 * before that part, and the transaction goes on. A caught error alone is not enough: PostgreSQL takes
 * no more statements after one, and the others would keep the half that was written.
 * @throws what `work` threw where that ended the whole transaction, as a deadlock does.
 */
export async function inSavepoint<Result>(
  strapi: Core.Strapi,
  work: () => Promise<Result>,
): Promise<Part<Result>> {
  beforeChange();
  return joinTransaction(strapi, async ({ trx }) => {
    const savepoint: Savepoint = { isUndone: false };
    await trx.raw(`SAVEPOINT ${NAME}`);
    try {
      const result = await savepoints.run(savepoint, work);
      await trx.raw(`RELEASE SAVEPOINT ${NAME}`);
      return { result };
    } catch (error) {
      savepoint.isUndone = true;
      if (await isRolledBack(trx)) return { error };
      throw error;
    }
  });
}

/** Whether there was anything left to go back to: some faults end the transaction. */
async function isRolledBack(trx: Knex.Transaction): Promise<boolean> {
  try {
    await trx.raw(`ROLLBACK TO SAVEPOINT ${NAME}`);
    await trx.raw(`RELEASE SAVEPOINT ${NAME}`);
    return true;
  } catch {
    return false;
  }
}

/** For what is to be done after the commit: whether the caller's part of the transaction counts then. */
export function currentPart(): () => boolean {
  const savepoint = savepoints.get();
  return () => savepoint?.isUndone !== true;
}
