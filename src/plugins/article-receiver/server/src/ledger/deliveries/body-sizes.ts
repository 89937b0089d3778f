import type { Core } from '@strapi/types';
import { always, amount, key, read } from '../../database/columns';
import { TABLES } from '../../database/tables';
import { table } from '../../database/sql';

const FOUND = { streamKey: always(key), bytes: amount };

/** How large the bodies are that the log has of deliveries. */
export class BodySizes {
  constructor(private readonly strapi: Core.Strapi) {}

  /** The bytes of all bodies of each of some streams, images aside. */
  async of(streamKeys: readonly string[]): Promise<Map<string, number>> {
    if (streamKeys.length === 0) return new Map();
    const { connection, metadata } = this.strapi.db;
    const deliveries = metadata.get(TABLES.delivery).tableName;
    const log = metadata.get(TABLES.log).tableName;
    const found = await read(
      table(this.strapi, TABLES.delivery)
        .join(log, `${log}.id`, `${deliveries}.id`)
        .whereIn('stream_key', [...streamKeys])
        .groupBy('stream_key')
        .select({ streamKey: 'stream_key' })
        .select(connection.raw('sum(length(??)) as bytes', [`${log}.body`])),
      FOUND,
    );
    return new Map(found.map((row) => [row.streamKey, row.bytes]));
  }
}
