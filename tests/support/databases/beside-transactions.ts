import type { Core } from '@strapi/strapi';

interface Client {
  acquireConnection(): Promise<unknown>;
}

/**
 * Refuses what code within a transaction asks beside it, on another connection: SQLite has no other, and waits for
 * it until it gives up; on a server it would not see what the transaction has done.
 * @returns how often that was, and what ends it.
 */
export function refuseBesideTransactions({ db }: Core.Strapi): { count: number; end(): void } {
  const client = db.connection.client as Client;
  const acquire = client.acquireConnection.bind(client);
  const refused = { count: 0, end: () => void (client.acquireConnection = acquire) };
  client.acquireConnection = () => {
    if (!db.inTransaction()) return acquire();
    refused.count += 1;
    return Promise.reject(
      new Error('something is asked beside the transaction that it is part of'),
    );
  };
  return refused;
}
