import type { Core } from '@strapi/types';
import type { Knex } from 'knex';
import { amount, id, key, read } from '../database/columns';
import { TABLES } from '../database/tables';
import { columns, table } from '../database/sql';
import { inTransaction } from '../database/transaction';

/** Rows and the bytes that they take in the database. */
export interface Amount {
  count: number;
  bytes: number;
}

/** What of the log may be dropped, by age. Times in epoch ms. */
export interface Retention {
  /** What dropping bodies from before a time would free. */
  measureBodies(before: number): Promise<Amount>;
  /** What dropping bodies would free that were discarded before a time. */
  measureDiscarded(before: number): Promise<Amount>;
  /** What dropping image bytes from before a time would free. */
  measureImages(before: number): Promise<Amount>;
  /**
   * Drops bodies of deliveries that are superseded; row and digest stay. A state is what came of the
   * last projection; what the article needs by the settings of now is asked for each stream.
   * @param needed positions in a stream whose bodies its article needs; all where nobody can say.
   * @returns how many.
   */
  dropBodies(
    before: number,
    needed: (streamKey: string) => Promise<ReadonlySet<number> | 'all'>,
  ): Promise<number>;
  /** Drops bodies that were discarded before a time. @returns how many. */
  dropDiscarded(before: number): Promise<number>;
  /** Drops image bytes that the Media Library has as a file; their digests stay. @returns how many. */
  dropImages(before: number): Promise<number>;
}

const BATCH = 200;

const tableOf = (strapi: Core.Strapi, uid: string): string => strapi.db.metadata.get(uid).tableName;

/**
 * Bodies that nothing needs any more: their deliveries are superseded. What an article shows, what
 * waits for a person or a retry always stays, and so do row and digest.
 * @param before epoch ms of the arrival.
 */
function unneededBodies(strapi: Core.Strapi, before: number): Knex.QueryBuilder {
  const delivery = tableOf(strapi, TABLES.delivery);
  const log = tableOf(strapi, TABLES.log);
  return table(strapi, TABLES.log)
    .join(delivery, `${delivery}.id`, `${log}.id`)
    .where(`${delivery}.state`, 'superseded')
    .where(`${log}.received_at`, '<', before)
    .whereNotNull(`${log}.body`);
}

/**
 * Bodies that somebody discarded from quarantine.
 * @param before epoch ms of that decision.
 */
function discardedBodies(strapi: Core.Strapi, before: number): Knex.QueryBuilder {
  const delivery = tableOf(strapi, TABLES.delivery);
  const log = tableOf(strapi, TABLES.log);
  return table(strapi, TABLES.log)
    .join(delivery, `${delivery}.id`, `${log}.id`)
    .where(`${delivery}.state`, 'quarantined')
    .where(`${delivery}.discarded_at`, '<', before)
    .whereNotNull(`${log}.body`);
}

/**
 * Image bytes that the Media Library has as a file.
 * @param before epoch ms of the last arrival of a delivery with them, to the day.
 */
function uploadedImages(strapi: Core.Strapi, before: number): Knex.QueryBuilder {
  const blob = tableOf(strapi, TABLES.blob);
  const image = tableOf(strapi, TABLES.imageFile);
  const file = tableOf(strapi, 'plugin::upload.file');
  return table(strapi, TABLES.blob)
    .join(image, `${image}.digest`, `${blob}.digest`)
    .join(file, `${file}.id`, `${image}.file_id`)
    .where(`${blob}.stored_at`, '<', before)
    .whereNotNull(`${blob}.bytes`);
}

async function amountOf(
  strapi: Core.Strapi,
  query: Knex.QueryBuilder,
  bytes: string,
): Promise<Amount> {
  const lengths = strapi.db.connection.raw('sum(length(??)) as ??', [bytes, 'bytes']);
  const [row] = await read(query.count({ count: '*' }).select(lengths), {
    count: amount,
    bytes: amount,
  });
  return row ?? { count: 0, bytes: 0 };
}

/** What of a site's log may be dropped. */
export function createRetention(strapi: Core.Strapi): Retention {
  const body = `${tableOf(strapi, TABLES.log)}.body`;
  const bytes = `${tableOf(strapi, TABLES.blob)}.bytes`;
  return {
    measureBodies: (before) => amountOf(strapi, unneededBodies(strapi, before), body),
    measureDiscarded: (before) => amountOf(strapi, discardedBodies(strapi, before), body),
    measureImages: (before) => amountOf(strapi, uploadedImages(strapi, before), bytes),
    dropBodies: (before, needed) => dropBodies(strapi, before, needed),
    dropDiscarded: (before) => dropDiscarded(strapi, before),
    dropImages: (before) => dropImages(strapi, before),
  };
}

async function dropBodies(
  strapi: Core.Strapi,
  before: number,
  needed: (streamKey: string) => Promise<ReadonlySet<number> | 'all'>,
): Promise<number> {
  const log = tableOf(strapi, TABLES.log);
  const delivery = tableOf(strapi, TABLES.delivery);
  let dropped = 0;
  for (let after = 0; ;) {
    const rows = await read(
      unneededBodies(strapi, before)
        .where(`${log}.id`, '>', after)
        .orderBy(`${log}.id`)
        .limit(BATCH)
        .select({ id: `${log}.id`, streamKey: `${delivery}.stream_key` }),
      { id, streamKey: key },
    );
    const last = rows.at(-1);
    if (!last) return dropped;
    after = last.id;
    const ids: number[] = [];
    for (const streamKey of new Set(rows.map((row) => row.streamKey))) {
      const kept = streamKey === null ? new Set() : await needed(streamKey);
      const own = rows.filter((row) => row.streamKey === streamKey);
      ids.push(
        ...own.map((row) => row.id).filter((position) => kept !== 'all' && !kept.has(position)),
      );
    }
    dropped += await dropStill(strapi, ids, isUnneeded);
  }
}

const isUnneeded = (deliveries: Knex.QueryBuilder): Knex.QueryBuilder =>
  deliveries.where({ state: 'superseded' });

const isDiscarded = (deliveries: Knex.QueryBuilder, before: number): Knex.QueryBuilder =>
  deliveries.where({ state: 'quarantined' }).where('discarded_at', '<', before);

/**
 * Drops the bodies of those deliveries that still are as they were found. They are locked: whoever wants
 * one after all has taken it out by now, or comes afterwards.
 */
const dropStill = (
  strapi: Core.Strapi,
  ids: readonly number[],
  isStill: (deliveries: Knex.QueryBuilder) => Knex.QueryBuilder,
): Promise<number> =>
  inTransaction(strapi, async ({ trx }) => {
    const found = await read(
      isStill(table(strapi, TABLES.delivery, trx).whereIn('id', [...ids]))
        .orderBy('id')
        .forUpdate()
        .select('id'),
      { id },
    );
    return table(strapi, TABLES.log, trx)
      .whereIn(
        'id',
        found.map((row) => row.id),
      )
      .update(columns({ body: null }));
  });

const dropDiscarded = (strapi: Core.Strapi, before: number): Promise<number> =>
  inBatches(
    () =>
      discardedBodies(strapi, before)
        .limit(BATCH)
        .pluck(`${tableOf(strapi, TABLES.log)}.id`),
    (ids) => dropStill(strapi, ids, (deliveries) => isDiscarded(deliveries, before)),
  );

const dropImages = (strapi: Core.Strapi, before: number): Promise<number> =>
  inBatches(
    () =>
      uploadedImages(strapi, before)
        .limit(BATCH)
        .pluck(`${tableOf(strapi, TABLES.blob)}.id`),
    (ids) =>
      table(strapi, TABLES.blob)
        .whereIn('id', ids)
        // A delivery that came meanwhile may have them.
        .where('stored_at', '<', before)
        .update(columns({ bytes: null })),
  );

/** In small steps, so that deliveries that arrive meanwhile do not wait. */
async function inBatches(
  find: () => PromiseLike<number[]>,
  drop: (ids: number[]) => PromiseLike<number>,
): Promise<number> {
  let dropped = 0;
  for (let ids = await find(); ids.length > 0; ids = await find()) dropped += await drop(ids);
  return dropped;
}
