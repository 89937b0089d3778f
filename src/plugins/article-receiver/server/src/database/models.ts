import type { Column, DatabaseClient } from './columns';
import { COLUMNS, TABLES, type TableUid } from './tables';

/**
 * The tables as models of Strapi's database layer: created, migrated and queried by Strapi, with real
 * unique indexes, but no content types — so they are in no editor, no Content API, no GraphQL schema
 * and no role.
 */

/**
 * Never over `id`: Strapi does not see it in an index, and would make the index anew each time. A
 * list of columns comes along without being named.
 */
const index = (table: string, ...columns: (string | string[])[]) => ({
  name: `ar_${table}_${columns.flatMap((column) => (typeof column === 'string' ? (column.split('_')[0] ?? '') : [])).join('_')}_idx`,
  columns: columns.flat(),
});

/** The name of each table in the database, after the plugin's, and its indexes. */
const STORED: Record<TableUid, [name: string, ...indexes: ReturnType<typeof index>[]]> = {
  [TABLES.log]: ['log'],
  [TABLES.blob]: ['blobs'],
  [TABLES.delivery]: [
    'deliveries',
    index('delivery', 'stream_key'),
    index('delivery', 'state'),
    index('delivery', 'article_id'),
    // What a day's deliveries are counted from, alone.
    index('delivery', 'received_at', 'state', ['discarded_at', 'left_at']),
    index('delivery', 'left_at'),
    index('delivery', 'next_attempt_at'),
  ],
  [TABLES.attempt]: [
    'attempts',
    index('attempt', 'delivery_position'),
    index('attempt', 'stream_key'),
  ],
  [TABLES.stream]: [
    'streams',
    index('stream', 'document_id'),
    index('stream', 'slug'),
    index('stream', 'planned_for'),
  ],
  [TABLES.slugInterest]: [
    'slug_interests',
    index('interest', 'stream_key'),
    index('interest', 'slug'),
    index('interest', 'mark'),
  ],
  [TABLES.suggestion]: [
    'suggestions',
    index('suggestion', 'stream_key', 'state'),
    index('suggestion', 'document_id', 'state'),
  ],
  [TABLES.lease]: ['leases'],
  [TABLES.job]: ['jobs'],
  [TABLES.projected]: ['projected', index('projected', 'document_id')],
  [TABLES.imageFile]: ['image_files'],
  [TABLES.token]: ['tokens'],
  [TABLES.tokenUse]: ['token_uses'],
  [TABLES.alert]: ['alerts', index('alert', 'emitted_at'), index('alert', 'mailed_at')],
  [TABLES.decision]: [
    'decisions',
    index('decision', 'delivery_position'),
    index('decision', 'stream_key'),
  ],
  [TABLES.pin]: ['pins'],
  [TABLES.fetchedImage]: ['fetched_images', index('fetched', 'delivery_position')],
  [TABLES.page]: ['pages', index('page', 'due_at'), index('page', 'is_wrong')],
  [TABLES.announcement]: [
    'announcements',
    index('announcement', 'ready_at', 'due_at'),
    index('announcement', 'due_at'),
  ],
};

/** All models, for the database that the site uses. */
export const models = (client: DatabaseClient) =>
  Object.values(TABLES).map((uid) => {
    const [name, ...indexes] = STORED[uid];
    return {
      uid,
      singularName: uid.slice('plugin::article-receiver.'.length),
      tableName: `article_receiver_${name}`,
      attributes: Object.fromEntries(
        Object.entries<Column<unknown>>(COLUMNS[uid]).map(([name, { attribute }]) => [
          name,
          attribute(client),
        ]),
      ),
      indexes,
    };
  });
