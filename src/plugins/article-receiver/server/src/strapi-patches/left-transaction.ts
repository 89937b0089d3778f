import type { Core } from '@strapi/types';
import { adapt, isFunction } from './adapt';

/** What knex has as a connection to SQLite; other databases' have no such property. */
interface SqliteConnection {
  inTransaction?: boolean;
  exec(sql: string): unknown;
}

interface Client {
  releaseConnection(connection: SqliteConnection): Promise<void>;
}

/**
 * Rolls back what a failed commit left open, before anybody else gets the connection.
 *
 * SQLite refuses a commit while another process reads (SQLITE_BUSY) and leaves the transaction
 * open; knex takes it for ended and gives the connection back. From then on every transaction of
 * the site fails ("cannot start a transaction within a transaction"), while plain reads see rows
 * that were never committed: a delivery that is lost at the next restart would look like one that
 * is in the log.
 *
 * Knex 3.0.1, which Strapi 5.17 to 5.54 bring; not reported there yet. The same fault in another
 * client, with its cause: https://github.com/oven-sh/bun/pull/33748.
 */
export function endLeftTransactions(strapi: Core.Strapi): void {
  const client = strapi.db.connection.client as Client;
  adapt(strapi, {
    what: "knex's way to give a connection back (client.releaseConnection)",
    without:
      'on SQLite, a commit that another program gets in the way of may block all that follow',
    isKnown: isFunction(client?.releaseConnection),
    apply: () => {
      const release = client.releaseConnection.bind(client);
      client.releaseConnection = (connection) => {
        if (connection.inTransaction === true) connection.exec('ROLLBACK');
        return release(connection);
      };
    },
  });
}
