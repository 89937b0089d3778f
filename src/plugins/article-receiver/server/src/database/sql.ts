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
  if (isSqlite(strapi)) {
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

/**
 * The time of the database in epoch ms, as an SQL expression: for rights that expire. The clocks of
 * a site's processes may be minutes apart, and one that is ahead would take what another holds.
 * @param plusMs milliseconds from now.
 */
export function databaseTime(strapi: Core.Strapi, plusMs = 0): Knex.Raw {
  const now = {
    sqlite: `cast((julianday('now') - 2440587.5) * 86400000 as integer)`,
    postgres: 'cast(extract(epoch from clock_timestamp()) * 1000 as bigint)',
    mysql: 'cast(unix_timestamp(now(3)) * 1000 as signed)',
  }[strapi.db.dialect.client];
  return strapi.db.connection.raw(`(${now} + ?)`, [plusMs]);
}

/** Whether the site is on SQLite, with its single connection. */
export const isSqlite = (strapi: Core.Strapi): boolean => strapi.db.dialect.client === 'sqlite';

/**
 * Inserts rows, given by attribute names.
 * @param key the attribute by which each of them is told from all others; its column has its name.
 * @returns their ids by that attribute's value.
 */
export async function insertRows(
  strapi: Core.Strapi,
  uid: string,
  trx: Knex.Transaction,
  rows: readonly Row[],
  key: string,
): Promise<Map<string, number>> {
  const insert = table(strapi, uid, trx).insert(rows.map(columns));
  const select = ['id', key];
  let inserted: Row[];
  if (isMysql(strapi)) {
    // It does not give ids back; asked for them, knex complains on the console.
    await insert;
    const keys = rows.map((row) => String(row[key]));
    inserted = (await table(strapi, uid, trx).select(select).whereIn(key, keys)) as Row[];
  } else {
    inserted = (await insert.returning(select)) as Row[];
  }
  return new Map(inserted.map((row) => [String(row[key]), Number(row.id)]));
}

/**
 * Inserts a row, given by column names, unless there is one with its key already.
 * @param key the column that tells rows apart.
 * @returns whether it was inserted.
 */
export async function insertNew(
  strapi: Core.Strapi,
  uid: string,
  row: Row,
  key: string,
): Promise<boolean> {
  const insert = table(strapi, uid).insert(row).onConflict(key).ignore();
  // MySQL gives the new row's id, or 0; the others give the rows that they inserted.
  if (isMysql(strapi)) return ((await insert) as number[])[0] !== 0;
  return ((await insert.returning('id')) as Row[]).length > 0;
}

export async function isTaken(strapi: Core.Strapi, uid: string, where: Row): Promise<boolean> {
  return (await table(strapi, uid).where(columns(where)).first('id')) !== undefined;
}

/** A bigint column's value: some drivers give a string, because a bigint may exceed a double. */
export const toNumber = (value: unknown): number | null =>
  value === null || value === undefined ? null : Number(value);
