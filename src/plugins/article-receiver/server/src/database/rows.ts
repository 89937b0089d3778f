import type { Core } from '@strapi/types';
import type { Knex } from 'knex';
import { changing } from '../run-context/looks';
import { columnOf, reader, type Column, type Given, type Values } from './columns';
import { COLUMNS, type TableUid } from './tables';
import { queryOf } from './query';
import { isSqlite, table } from './sql';

/**
 * The plugin's own tables, typed by what `tables.ts` says of their columns. A row has what was selected,
 * as one and the same value on every database, and nothing besides.
 */
export type RowOf<Uid extends TableUid> = Values<(typeof COLUMNS)[Uid]>;

type FieldOf<Uid extends TableUid> = keyof RowOf<Uid> & string;
/** Of one of several tables, what any of them has. */
type KeyOf<Uid extends TableUid> = Uid extends TableUid ? FieldOf<Uid> : never;

/** Which rows, in the words of Strapi's query engine. */
interface Search {
  where?: object;
  orderBy?: object;
  limit?: number;
  offset?: number;
}

interface Selection<Field> extends Search {
  /** All of them, unless some are named. */
  select?: readonly Field[];
}

interface Rows<Row> {
  findMany<Field extends keyof Row = keyof Row>(
    search: Selection<Field>,
  ): Promise<Pick<Row, Field>[]>;
  findOne<Field extends keyof Row = keyof Row>(
    search: Selection<Field>,
  ): Promise<Pick<Row, Field> | null>;
  count(search?: Search): Promise<number>;
  create(row: { data: Partial<Row> }): Promise<Row>;
  createMany(rows: { data: Partial<Row>[] }): Promise<unknown>;
  update(change: { where: object; data: Partial<Row> }): Promise<unknown>;
  /** @returns how many rows it was. */
  updateMany(change: { where: object; data: Partial<Row> }): Promise<{ count: number }>;
  deleteMany(search: { where: object }): Promise<unknown>;
}

/** Of rows, what changes none. */
export type ReadRows<Row> = Pick<Rows<Row>, 'findMany' | 'findOne' | 'count'>;

/**
 * Reads rows of a table. The one place where they get their type.
 * @param fields which attributes; without them all.
 * @param nameOf under which name a statement gives one.
 */
function readerOf<Uid extends TableUid, Field extends keyof RowOf<Uid>>(
  uid: Uid,
  fields?: readonly Field[],
  nameOf?: (name: string) => string,
) {
  const names: readonly PropertyKey[] | undefined = fields;
  const columns = Object.entries<Column<unknown>>(COLUMNS[uid]);
  const chosen = names ? columns.filter(([name]) => names.includes(name)) : columns;
  const read = reader(Object.fromEntries(chosen), nameOf);
  return (given: Given) => read(given) as Pick<RowOf<Uid>, Field>;
}

/** A table through Strapi's query engine, which joins the caller's transaction by itself. */
export function rows<Uid extends TableUid>(strapi: Core.Strapi, uid: Uid): Rows<RowOf<Uid>> {
  const query = queryOf(strapi, uid);
  return {
    findMany: async (search) => {
      const found = await query.findMany(search);
      return found.map(readerOf(uid, search.select));
    },
    findOne: async (search) => {
      const found = await query.findOne(search);
      return found && readerOf(uid, search.select)(found);
    },
    count: (search) => query.count(search),
    create: changing(async (row) => readerOf<Uid, keyof RowOf<Uid>>(uid)(await query.create(row))),
    createMany: changing((all) => query.createMany(all)),
    update: changing((change) => query.update(change)),
    updateMany: changing((change) => query.updateMany(change)),
    deleteMany: changing((search) => query.deleteMany(search)),
  };
}

/**
 * Rows of a table, for what Strapi's query engine cannot do: locks, and bytes as they are.
 * @param which which of them, and in which order.
 * @param trx the transaction to join; see `table`.
 */
export async function findRows<Uid extends TableUid, Field extends FieldOf<Uid>>(
  strapi: Core.Strapi,
  uid: Uid,
  fields: readonly Field[],
  which: (query: Knex.QueryBuilder) => Knex.QueryBuilder,
  trx?: Knex.Transaction,
): Promise<Pick<RowOf<Uid>, Field>[]> {
  const found: Given[] = await which(table(strapi, uid, trx)).select(fields.map(columnOf));
  return found.map(readerOf(uid, fields, columnOf));
}

/** The first of such rows. */
export const findRow = async <Uid extends TableUid, Field extends FieldOf<Uid>>(
  strapi: Core.Strapi,
  uid: Uid,
  fields: readonly Field[],
  which: (query: Knex.QueryBuilder) => Knex.QueryBuilder,
  trx?: Knex.Transaction,
): Promise<Pick<RowOf<Uid>, Field> | undefined> =>
  (await findRows(strapi, uid, fields, (query) => which(query).limit(1), trx))[0];

/**
 * Locks rows for the rest of the transaction and reads them. Has to be its first statement. SQLite has
 * no row locks, and a transaction that reads before it writes fails at once when another process
 * writes in between: there, writing first makes it wait for its turn.
 * @param key the attribute by which rows are told apart. They are locked in its order, everywhere: so
 *   nobody waits for somebody who waits for him.
 */
export async function lockRows<Uid extends TableUid, Field extends FieldOf<Uid>>(
  strapi: Core.Strapi,
  trx: Knex.Transaction,
  uid: Uid,
  [key, values]: readonly [key: KeyOf<Uid>, values: readonly string[]],
  fields: readonly Field[],
): Promise<Pick<RowOf<Uid>, Field>[]> {
  const column = columnOf(key);
  const wanted = fields.map(columnOf);
  const found = table(strapi, uid, trx).whereIn(column, [...values]);
  const locked: PromiseLike<Given[]> = isSqlite(strapi)
    ? found.update({ [column]: strapi.db.connection.ref(column) }).returning(wanted)
    : found.orderBy(column).select(wanted).forUpdate();
  return (await locked).map(readerOf(uid, fields, columnOf));
}

/** Locks one row; see `lockRows`. */
export const lockRow = async <Uid extends TableUid, Field extends FieldOf<Uid>>(
  strapi: Core.Strapi,
  trx: Knex.Transaction,
  uid: Uid,
  [key, value]: readonly [key: KeyOf<Uid>, value: string],
  fields: readonly Field[],
): Promise<Pick<RowOf<Uid>, Field> | undefined> =>
  (await lockRows(strapi, trx, uid, [key, [value]], fields))[0];
