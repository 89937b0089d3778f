import type { Core } from '@strapi/types';
import type { Knex } from 'knex';
import { TABLES } from '../event-log/models';
import { columns, lockRow, table } from '../event-log/sql';
import type { Hashes } from '../projection/merge';

/** What the projection of one article last did: the base of the next merge. */
export interface StreamState {
  streamKey: string;
  /** The Article document; null before the first projection. */
  documentId: string | null;
  /** Hashes of the field values that the projection last wrote; null before the first. */
  base: Hashes | null;
  /** The slug that the feed asked for last time. */
  slug: string | null;
  /** The feed's last word on publication that was carried out. */
  publishedEffect: 'publish' | 'unpublish' | null;
  /** Fingerprint of the content that was published last on the feed's word. */
  publishedFingerprint: string | null;
}

/** Makes sure that the stream has its row, which is its lock. Not inside a transaction. */
export async function openStream(
  strapi: Core.Strapi,
  streamKey: string,
  articleId: string,
): Promise<void> {
  const known = await strapi.db
    .query(TABLES.stream)
    .findOne({ select: ['id'], where: { streamKey } });
  if (known) return;
  await table(strapi, TABLES.stream)
    .insert(columns({ streamKey, articleId }))
    .onConflict('stream_key')
    .ignore();
}

/**
 * Locks the stream for the rest of the transaction and reads its state. It has to be the first
 * statement of the transaction: under MariaDB's REPEATABLE READ an earlier plain read would pin
 * the snapshot, and what the previous holder of the lock wrote would stay unseen.
 */
export async function lockStream(
  strapi: Core.Strapi,
  trx: Knex.Transaction,
  streamKey: string,
): Promise<StreamState> {
  const row = (await lockRow(strapi, trx, TABLES.stream, { stream_key: streamKey }, [
    'document_id',
    'base',
    'slug',
    'published_effect',
    'published_fingerprint',
  ])) as
    | {
        document_id: string | null;
        base: string | null;
        slug: string | null;
        published_effect: StreamState['publishedEffect'];
        published_fingerprint: string | null;
      }
    | undefined;
  if (!row) throw new Error(`stream ${streamKey} has no row to lock`);
  return {
    streamKey,
    documentId: row.document_id,
    base: row.base ? (JSON.parse(row.base) as Hashes) : null,
    slug: row.slug,
    publishedEffect: row.published_effect,
    publishedFingerprint: row.published_fingerprint,
  };
}

/** Records what the projection did. Joins the caller's transaction. */
export async function saveStream(strapi: Core.Strapi, state: StreamState): Promise<void> {
  const { streamKey, base, ...data } = state;
  await strapi.db.query(TABLES.stream).update({
    where: { streamKey },
    data: { ...data, base: base ? JSON.stringify(base) : null },
  });
}

/** The Article documents of streams, by stream key. */
export async function documentsOf(
  strapi: Core.Strapi,
  streamKeys: readonly string[],
): Promise<Map<string, string>> {
  const rows = (await strapi.db.query(TABLES.stream).findMany({
    select: ['streamKey', 'documentId'],
    where: { streamKey: { $in: streamKeys }, documentId: { $notNull: true } },
  })) as { streamKey: string; documentId: string }[];
  return new Map(rows.map(({ streamKey, documentId }) => [streamKey, documentId]));
}
