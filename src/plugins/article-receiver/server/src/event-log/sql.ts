import type { Core } from '@strapi/types';
import type { Knex } from 'knex';

type Row = Record<string, unknown>;

/**
 * A knex query on one of the plugin's tables, for what Strapi's query engine cannot do: bytes,
 * conflicts, counters. It honours the site's database schema setting.
 * @param trx the transaction to join; without one, nothing of the caller's may be in a transaction
 *   (on SQLite's single connection it would wait for itself).
 */
export function table(strapi: Core.Strapi, uid: string, trx?: Knex.Transaction): Knex.QueryBuilder {
  const query = strapi.db.getConnection(strapi.db.metadata.get(uid).tableName);
  return trx ? query.transacting(trx) : query;
}

/**
 * Locks rows for the rest of the transaction. Has to be its first statement. SQLite has no row
 * locks, and a transaction that reads before it writes fails at once when another process writes
 * in between: there, writing first makes it wait for its turn.
 */
export async function lockRow(
  strapi: Core.Strapi,
  trx: Knex.Transaction,
  uid: string,
  where: Record<string, string>,
  fields: readonly string[],
): Promise<Row | undefined> {
  if (strapi.db.dialect.client === 'sqlite') {
    await table(strapi, uid, trx).where(where).update(where);
  }
  return (await table(strapi, uid, trx).where(where).first(fields).forUpdate()) as Row | undefined;
}

/** Attribute names to column names, as Strapi's models derive them. */
export const columns = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [columnOf(name), value]));

const columnOf = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Whether the site is on MySQL or MariaDB. */
export const isMysql = (strapi: Core.Strapi): boolean => strapi.db.dialect.client === 'mysql';

/** Inserts a row, by attribute names. @returns its id. */
export async function insertRow(
  strapi: Core.Strapi,
  uid: string,
  trx: Knex.Transaction,
  row: Row,
): Promise<number> {
  const rows = table(strapi, uid, trx);
  // MySQL gives the id unasked; asked for it, knex complains on the console.
  const result: unknown = isMysql(strapi)
    ? await rows.insert(columns(row))
    : await rows.insert(columns(row), ['id']);
  const [first] = result as (number | { id: number })[];
  return typeof first === 'object' ? first.id : Number(first);
}

export async function isTaken(strapi: Core.Strapi, uid: string, where: Row): Promise<boolean> {
  return (await table(strapi, uid).where(columns(where)).first('id')) !== undefined;
}

/** A bigint column's value: some drivers give a string, because a bigint may exceed a double. */
export const toNumber = (value: unknown): number | null =>
  value === null || value === undefined ? null : Number(value);
