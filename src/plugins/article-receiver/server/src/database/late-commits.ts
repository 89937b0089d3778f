import type { Core } from '@strapi/types';
import type { Given } from './columns';
import { isSqlite } from './sql';

/**
 * From these on, SQLite flushes at each commit: with a rollback journal, and with a write-ahead log.
 * https://sqlite.org/pragma.html#pragma_synchronous
 */
const NORMAL = 1;
const FULL = 2;

/**
 * Says so where SQLite calls something committed that a power cut can take back: what was acknowledged
 * would be lost with it. With a write-ahead log that is how better-sqlite3 opens a database
 * (SQLITE_DEFAULT_WAL_SYNCHRONOUS=1 in its docs/compilation.md), so that nobody may have chosen it.
 */
export async function warnOfLateCommits(strapi: Core.Strapi): Promise<void> {
  if (!isSqlite(strapi)) return;
  const ask = async (name: string) => {
    const [row = {}]: Given[] = await strapi.db.connection.raw(`pragma ${name}`);
    return row[name];
  };
  const synchronous = Number(await ask('synchronous'));
  const needed = (await ask('journal_mode')) === 'wal' ? FULL : NORMAL;
  if (synchronous >= needed) return;
  strapi.log.warn(
    `article-receiver: SQLite does not wait for the disk when it commits (synchronous is ${synchronous}), so a ` +
      'power cut can lose deliveries that were acknowledged. Set "synchronous = FULL" in the ' +
      "database's pool.afterCreate; see docs/scaling.md.",
  );
}
