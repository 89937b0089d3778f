import type { Core } from '@strapi/types';

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
 */
export function endLeftTransactions(strapi: Core.Strapi): void {
  const client = strapi.db.connection.client as Client;
  const release = client.releaseConnection.bind(client);
  client.releaseConnection = (connection) => {
    if (connection.inTransaction === true) connection.exec('ROLLBACK');
    return release(connection);
  };
}
