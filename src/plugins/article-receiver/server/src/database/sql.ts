import type { Core } from '@strapi/types';
import type { Knex } from 'knex';
import { amount, columnOf, read, type Given } from './columns';

type Row = Record<string, unknown>;

/**
 * A knex query on one of the plugin's tables, for what Strapi's query engine cannot do: bytes,
 * conflicts, counters. It honours the site's database schema setting.
 * @param trx the transaction to join; the caller's, where it is left out and there is one.
 */
export function table(strapi: Core.Strapi, uid: string, trx?: Knex.Transaction): Knex.QueryBuilder {
  const query = strapi.db.getConnection(strapi.db.metadata.get(uid).tableName);
  return trx ? query.transacting(trx) : joining(strapi, query);
}

/**
 * A query as part of the caller's transaction, if there is one. Beside it, it would wait for itself on SQLite's
 * single connection: a site's own code may ask anything of us within one, as its lifecycles always are.
 */
export function joining<Query extends Knex.QueryBuilder>(strapi: Core.Strapi, query: Query): Query {
  const trx = callersTransaction(strapi);
  return trx ? query.transacting(trx) : query;
}

/** Strapi tells who is within a transaction which one it is, and at once. */
function callersTransaction({ db }: Core.Strapi): Knex.Transaction | undefined {
  if (!db.inTransaction()) return undefined;
  const callers: Knex.Transaction[] = [];
  void db.transaction(({ trx }: { trx: Knex.Transaction }) => void callers.push(trx));
  // What was begun within one may go on after it.
  return callers.find((trx) => !trx.isCompleted());
}

/** Rows that one statement takes: SQLite takes no more than 500 parts in one. */
const ROWS_AT_ONCE = 200;

/** Items in parts of which each fits into one statement. */
export function* inParts<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let at = 0; at < items.length; at += ROWS_AT_ONCE) yield items.slice(at, at + ROWS_AT_ONCE);
}

/**
 * Inserts rows but for those that are there already. Joins a transaction: one that is inserting the
 * same is waited for.
 * @param key the column by which rows are told apart.
 * @param rows by column names; in one order everywhere, so that nobody waits for somebody who waits
 *   for him.
 */
export async function insertMissing(
  strapi: Core.Strapi,
  trx: Knex.Transaction,
  uid: string,
  key: string,
  rows: readonly Row[],
): Promise<void> {
  for (const part of inParts(rows))
    await table(strapi, uid, trx).insert(part).onConflict(key).ignore();
}

/**
 * Updates rows of a table, each to values of its own, in as few statements as can be. Joins a
 * transaction.
 * @param key the column by which rows are told apart.
 * @param rows by column names, all with the same columns, the key's among them.
 */
export async function updateEach(
  strapi: Core.Strapi,
  trx: Knex.Transaction,
  uid: string,
  key: string,
  rows: readonly Readonly<Record<string, string | null>>[],
): Promise<void> {
  for (const part of inParts(rows)) await updatePart(strapi, trx, uid, key, part);
}

async function updatePart(
  strapi: Core.Strapi,
  trx: Knex.Transaction,
  uid: string,
  key: string,
  rows: readonly Readonly<Record<string, string | null>>[],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const { connection } = strapi.db;
  const whens = rows.map(() => 'when ? then ?').join(' ');
  const valueOf = (column: string) =>
    connection.raw(`case ?? ${whens} end`, [
      key,
      ...rows.flatMap((row) => [row[key] ?? null, row[column] ?? null]),
    ]);
  const names = Object.keys(first).filter((name) => name !== key);
  await table(strapi, uid, trx)
    .whereIn(
      key,
      rows.map((row) => row[key] ?? null),
    )
    .update(Object.fromEntries(names.map((name) => [name, valueOf(name)])));
}

/** Attribute names to column names, as Strapi's models derive them. */
export const columns = <Values extends object>(row: Values): Record<string, Values[keyof Values]> =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [columnOf(name), value]));

export const isPostgres = (strapi: Core.Strapi): boolean => strapi.db.dialect.client === 'postgres';

/** A setting of PostgreSQL, as this connection has it. @param name as in https://www.postgresql.org/docs/current/runtime-config.html. */
export async function postgresSetting({ db }: Core.Strapi, name: string): Promise<string> {
  const setting = db.connection.raw('current_setting(?) as setting', [name]);
  const [row]: Given[] = await db.connection.select(setting);
  return String(row?.setting);
}

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
    // Not of `now()`, which is the time of the server's zone: an hour comes twice there, once a year.
    mysql: `timestampdiff(microsecond, '1970-01-01', utc_timestamp(3)) div 1000`,
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
  const inserted = async (): Promise<Row[]> => {
    if (!isMysql(strapi)) return (await insert.returning(select)) as Row[];
    // It does not give ids back; asked for them, knex complains on the console.
    await insert;
    const keys = rows.map((row) => String(row[key]));
    return (await table(strapi, uid, trx).select(select).whereIn(key, keys)) as Row[];
  };
  return new Map((await inserted()).map((row) => [String(row[key]), Number(row.id)]));
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
  const given: unknown[] = await (isMysql(strapi) ? insert : insert.returning('id'));
  return isMysql(strapi) ? given[0] !== 0 : given.length > 0;
}

/** How many rows a knex query finds. */
export async function countIn(query: Knex.QueryBuilder): Promise<number> {
  const [row] = await read(query.count({ count: '*' }), { count: amount });
  return row?.count ?? 0;
}

export async function isTaken(strapi: Core.Strapi, uid: string, where: Row): Promise<boolean> {
  return (await table(strapi, uid).where(columns(where)).first('id')) !== undefined;
}
