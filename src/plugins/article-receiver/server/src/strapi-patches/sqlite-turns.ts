import { setImmediate as othersTurn } from 'node:timers/promises';
import type { Core } from '@strapi/types';
import { isSqlite } from '../database/sql';
import { adapt, isFunction } from './adapt';

/** A statement, and once it was sent, what came back. */
interface Statement {
  bindings?: readonly unknown[];
  /** Rows of those that read. */
  response?: unknown;
}

/** A client, with the connections that it may have at once. */
interface Client {
  pool?: { max?: number };
}

/** What all of knex's clients of a kind have in common, those of transactions too. */
interface Clients {
  _query(connection: unknown, statement: Statement): Promise<Statement>;
}

/** What may go through the database in one turn, in characters and bytes. */
const SIZE_A_TURN = 1_000_000;
/** What a statement weighs beside what is in it. */
const STATEMENT = 10_000;

const adapted = new WeakSet<Clients>();

/**
 * Lets others have their turn between statements on SQLite, as they have it on a database server, where
 * every statement is waited for.
 *
 * Its driver answers at once, and so whatever one promise leads to is one piece: an article of megabytes,
 * which Strapi reads seven times to write and publish it, kept the process from its sockets for seconds. No
 * other statement comes in between: a transaction keeps its connection, and SQLite has but one. Where a site
 * gives it more, a second transaction would wait for the first one with the whole process: all stays as it is.
 *
 * Knex 3.0.1, which Strapi 5.17 to 5.54 bring.
 */
export function giveTurns(strapi: Core.Strapi): void {
  const client = strapi.db.connection.client as Client;
  if (!isSqlite(strapi) || client.pool?.max !== 1) return;
  const { constructor } = client;
  const clients = constructor.prototype as Clients;
  adapt(strapi, {
    what: "knex's way to send a statement to SQLite (client._query)",
    without: 'nothing else goes on while an article of megabytes is written',
    isKnown: isFunction(clients?._query),
    apply: () => {
      if (adapted.has(clients)) return;
      adapted.add(clients);
      const query = clients._query;
      let inTurn = 0;
      let line: Promise<unknown> = Promise.resolve();
      clients._query = function (connection, statement) {
        const sent = line.then(async () => {
          const size = STATEMENT + sizeOf(statement.bindings);
          // What made a text of megabytes has taken of this turn as well.
          if (inTurn + size >= SIZE_A_TURN) await othersTurn();
          if (inTurn === 0) setImmediate(() => (inTurn = 0));
          inTurn += size;
          const { response } = await query.call(this, connection, statement);
          inTurn += sizeOfRows(response);
          // And so has whoever reads one.
          if (inTurn >= SIZE_A_TURN) await othersTurn();
          return statement;
        });
        // In the order in which they are sent, many at once too.
        line = sent.catch(() => undefined);
        return sent;
      };
    },
  });
}

const sizeOfRows = (response: unknown): number =>
  Array.isArray(response)
    ? response.reduce((size: number, row: unknown) => size + sizeOf(valuesOf(row)), 0)
    : 0;

const valuesOf = (row: unknown): unknown[] =>
  typeof row === 'object' && row !== null ? Object.values(row) : [];

const sizeOf = (values: readonly unknown[] = []): number => {
  let size = 0;
  for (const value of values) {
    if (typeof value === 'string' || value instanceof Uint8Array) size += value.length;
  }
  return size;
};
