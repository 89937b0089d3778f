import { streamKeyOf } from '../../../src/plugins/article-receiver/server/src/read-delivery/identity';
import { databaseKind } from '../databases/database';
import type { WireDelivery } from './deliveries';
import type { Site } from '../site/site';
import { until } from '../until';

const ATTEMPT = 'plugin::article-receiver.attempt';

/** Keeps an article's transaction open with everything written, so that others come in between. */
export function heldProjection(site: Site) {
  /** The stream whose transaction is kept open, and whether it is so far. */
  let held: { streamKey: string; isReached: boolean; opened: Promise<void> } | null = null;
  let letGo = () => {};

  site.strapi.db.lifecycles.subscribe({
    models: [ATTEMPT],
    beforeCreateMany: async ({ params }) => {
      const rows = params.data as { streamKey: string }[];
      if (!held || !rows.some(({ streamKey }) => streamKey === held?.streamKey)) return;
      held.isReached = true;
      await held.opened;
    },
  });

  return {
    /**
     * Sends a delivery and keeps its transaction from its commit until `letGo`.
     * @returns its id.
     */
    async hold(delivery: WireDelivery): Promise<string> {
      const opened = new Promise<void>((resolve) => {
        letGo = () => {
          held = null;
          resolve();
        };
      });
      held = { streamKey: streamKeyOf(delivery.article.id), isReached: false, opened };
      const { body } = await site.deliver(delivery);
      await until('the article to be written', () => held?.isReached === true);
      return body.data?.deliveryId ?? '';
    },

    letGo: () => letGo(),

    /** Whether a transaction of this site waits for another one's lock. */
    async isWaiting(): Promise<boolean> {
      const { connection } = site.strapi.db;
      const waiting =
        databaseKind() === 'postgres'
          ? connection('pg_stat_activity')
              .where({ wait_event_type: 'Lock' })
              .whereRaw('datname = current_database()')
          : // InnoDB's own tables are not made anew for who asks ten times a second.
            connection('information_schema.PROCESSLIST')
              .where({ COMMAND: 'Query' })
              .where('TIME_MS', '>', 100)
              .whereRaw('DB = database()');
      return (await waiting.select(connection.raw('1'))).length > 0;
    },
  };
}
