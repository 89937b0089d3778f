export type DatabaseClient = 'sqlite' | 'postgres' | 'mysql';

/**
 * A kind of column: how the database has it, and what a row says there. Drivers differ in what they
 * give (large numbers as text, booleans as numbers); `read` is the one place that knows.
 */
export interface Column<Value> {
  attribute(client: DatabaseClient): Record<string, unknown>;
  read(given: unknown): Value;
}

export type Columns = Readonly<Record<string, Column<unknown>>>;

/** A row with such columns. */
export type Values<Shape extends Columns> = {
  -readonly [Name in keyof Shape]: Shape[Name] extends Column<infer Value> ? Value : never;
};

/** A row as a driver gives it. */
export type Given = Readonly<Record<string, unknown>>;

const column = <Value>(
  attribute: Record<string, unknown>,
  read: (given: unknown) => Value,
): Column<Value> => ({
  // Strapi writes column names into the attributes: each needs an object of its own.
  attribute: () => structuredClone(attribute),
  read,
});

/** What every driver gives as it is: the type is what the receiver wrote there. */
const asGiven =
  <Value>() =>
  (given: unknown): Value | null =>
    given as Value | null;

const toNumber = (given: unknown): number | null =>
  given === null || given === undefined ? null : Number(given);

export const id = column({ type: 'increments' }, Number);
export const text = column({ type: 'text' }, asGiven<string>());
export const key = column({ type: 'string' }, asGiven<string>());
export const integer = column({ type: 'integer' }, toNumber);
/**
 * Epoch milliseconds: Strapi stores datetimes in the process's time zone, which may differ between
 * instances. Some drivers give text, because a bigint may exceed a double.
 */
export const instant = column({ type: 'biginteger' }, toNumber);
/** Rows from before the column was there have none, which is false. */
export const flag = column({ type: 'boolean', default: false }, Boolean);
/** What counting and adding up give: of no rows, nothing. */
export const amount = column({ type: 'integer' }, Number);

/** A column in which every row has a value, those of earlier versions too. */
export const always = <Value>(of: Column<Value | null>): Column<Value> => ({
  ...of,
  read: (given) => of.read(given) as Value,
});

/** Unique where it is set; all databases take any number of rows without a value. */
export const uniqueWhereSet = column(
  { type: 'string', column: { unique: true } },
  asGiven<string>(),
);
export const uniqueKey = always(
  column({ type: 'string', column: { unique: true, notNullable: true } }, asGiven<string>()),
);
/** How often something happened. */
export const tally = always(column({ type: 'integer', default: 0 }, toNumber));

/** One of several words. */
export const word = <Word extends string>(): Column<Word | null> => ({
  ...key,
  read: asGiven<Word>(),
});

/** Strapi has no type for bytes; the databases do, each under a name of its own. */
const BYTES_TYPE: Record<DatabaseClient, string> = {
  sqlite: 'blob',
  postgres: 'bytea',
  mysql: 'longblob',
};

export const bytes: Column<Buffer | null> = {
  attribute: (client) => ({
    type: 'text',
    columnType: { type: 'specificType', args: [BYTES_TYPE[client]] },
  }),
  read: asGiven<Buffer>(),
};

/** A value as JSON: read and written by whoever needs it, since not every reader of a row does. */
export type Json<Value> = string & { readonly json: Value };

/** A text, and never a JSON column, which databases store each in a way of its own. */
export const json = <Value>(): Column<Json<Value> | null> => ({
  ...text,
  read: asGiven<Json<Value>>(),
});

export const toJson = <Value>(value: Value): Json<Value> => JSON.stringify(value) as Json<Value>;

/** The value of a JSON column; null where the row has none. */
export function fromJson<Value>(written: Json<Value>): Value;
export function fromJson<Value>(written: Json<Value> | null): Value | null;
export function fromJson<Value>(written: Json<Value> | null): Value | null {
  return written ? (JSON.parse(written) as Value) : null;
}

/** Attribute names to column names, as Strapi's models derive them. */
export const columnOf = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * Reads rows of what a statement gave.
 * @param shape the columns to take over: no row has more than that.
 * @param nameOf under which name the statement gave a column.
 */
export function reader<Shape extends Columns>(
  shape: Shape,
  nameOf: (name: string) => string = (name) => name,
): (given: Given) => Values<Shape> {
  const columns = Object.entries(shape).map(
    ([name, { read }]) => [name, nameOf(name), read] as const,
  );
  return (given) =>
    Object.fromEntries(
      columns.map(([name, givenName, read]) => [name, read(given[givenName])]),
    ) as Values<Shape>;
}

/**
 * What a knex query finds, for joins and sums that no table's row is the shape of.
 * @param shape what it selects, by the names that it gives them.
 */
export const read = async <Shape extends Columns>(
  query: PromiseLike<readonly Given[]>,
  shape: Shape,
): Promise<Values<Shape>[]> => (await query).map(reader(shape));

/** Those rows that have a value in some columns; said again to the compiler, which reads no SQL. */
export const having = <Row, Field extends keyof Row>(
  rows: readonly Row[],
  ...fields: Field[]
): (Row & { [Name in Field]: NonNullable<Row[Name]> })[] =>
  rows.filter((row): row is Row & { [Name in Field]: NonNullable<Row[Name]> } =>
    fields.every((field) => row[field] !== null),
  );
