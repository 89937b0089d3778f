import type { Core } from '@strapi/types';
import type { Knex } from 'knex';
import type { Given } from './columns';
import { isMysql, table } from './sql';

/**
 * The MySQL driver writes bytes into the statement as hexadecimal digits, which makes them twice
 * as long, and a statement has to fit the server's `max_allowed_packet` (16 MiB on MariaDB unless
 * somebody changed it). So longer bytes are written in pieces.
 */
const PIECE_BYTES = 4 * 1024 * 1024;

/** The bytes that go into the statement that inserts a row; `writeRest` adds the others. */
export const firstPiece = (strapi: Core.Strapi, bytes: Buffer): Buffer =>
  isMysql(strapi) ? bytes.subarray(0, PIECE_BYTES) : bytes;

/**
 * Items in their order, put together as long as their bytes fit into one statement; a larger one goes
 * by itself.
 */
export function inStatements<Item>(
  items: readonly Item[],
  bytesOf: (item: Item) => number,
): Item[][] {
  const parts: Item[][] = [];
  let room = 0;
  for (const item of items) {
    const bytes = bytesOf(item);
    const part = parts.at(-1);
    if (part && bytes <= room) part.push(item);
    else parts.push([item]);
    room = (part && bytes <= room ? room : PIECE_BYTES) - bytes;
  }
  return parts;
}

/** Where bytes are kept: a column of the rows that match. */
export interface ByteColumn {
  uid: string;
  /** By column names. */
  where: Record<string, string | number>;
  column: string;
}

/**
 * Adds what `firstPiece` left out, in the transaction that wrote the first piece.
 * @throws Error where the database did not keep all of it: without strict mode, MariaDB and MySQL make null of what is
 *   longer than `max_allowed_packet` when it is put together, and only warn of it.
 */
export async function writeRest(
  strapi: Core.Strapi,
  trx: Knex.Transaction,
  { uid, where, column }: ByteColumn,
  bytes: Buffer,
): Promise<void> {
  const first = firstPiece(strapi, bytes).length;
  if (first === bytes.length) return;
  for (let at = first; at < bytes.length; at += PIECE_BYTES) {
    const piece = bytes.subarray(at, at + PIECE_BYTES);
    const joined = strapi.db.connection.raw('concat(??, ?)', [column, piece]);
    const written: number = await table(strapi, uid, trx)
      .where(where)
      .update({ [column]: joined });
    if (written !== 1) throw new Error(`${written} rows took a piece of ${column}`);
  }
  const length = strapi.db.connection.raw('length(??) as kept', [column]);
  const [row]: Given[] = await table(strapi, uid, trx).where(where).select(length);
  const kept = Number(row?.kept);
  if (kept !== bytes.length)
    throw new Error(`the database kept ${kept} of the ${bytes.length} bytes of ${column}`);
}
