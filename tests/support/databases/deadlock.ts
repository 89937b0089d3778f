import type { inTransaction } from '../../../src/plugins/article-receiver/server/src/database/transaction';
import { databaseKind } from './database';
import type { Site } from '../site/site';

type Transaction = Parameters<Parameters<typeof inTransaction>[1]>[0]['trx'];

const LEASES = 'article_receiver_leases';
/** Of two that wait for each other, MariaDB gives up the one that has written less. */
const MORE_THAN_ANYBODY = 500;

/**
 * Has another transaction and this one wait for each other, on a database server, until it gives this one up.
 * @throws what the database says of that; always.
 */
export async function deadlockIn(trx: Transaction, site: Site): Promise<void> {
  const database = site.strapi.db.connection;
  await database(LEASES)
    .insert(['mine', 'theirs'].map((name) => ({ name })))
    .onConflict('name')
    .ignore();
  const locked = (by: Transaction, name: string) =>
    by(LEASES).where({ name }).forUpdate().select('id');
  const other = await database.transaction();
  try {
    const names = Array.from({ length: MORE_THAN_ANYBODY }, (_, number) => `other ${number}`);
    await other(LEASES).insert(names.map((name) => ({ name })));
    await locked(other, 'theirs');
    await locked(trx, 'mine');
    // PostgreSQL gives up who is the first to wonder.
    if (databaseKind() === 'postgres') await trx.raw("SET LOCAL deadlock_timeout = '20ms'");
    const [, own] = await Promise.allSettled([locked(other, 'mine'), locked(trx, 'theirs')]);
    if (own.status === 'rejected') throw own.reason;
  } finally {
    await other.rollback();
  }
}
