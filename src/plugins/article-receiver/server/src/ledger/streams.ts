import type { Core } from '@strapi/types';
import type { Knex } from 'knex';
import { UIDS } from '../content-types/uids';
import { TABLES } from '../event-log/models';
import { columns, lockRow, table } from '../event-log/sql';
import type { Hashes } from '../projection/merge';
import type { Hold, Past } from '../projection/plan-article';

/** What the projection of one article last did on one content type: the base of the next merge. */
export interface StreamMemory extends Past {
  /** The document; null before the first projection. */
  documentId: string | null;
  /** The locale that it was written in; null on a type without locales. */
  locale: string | null;
  /** The slug that the feed asked for last time. */
  slug: string | null;
  /** The Media Library files that were written last, by field. */
  files: Readonly<Record<string, readonly number[]>>;
}

export interface StreamState extends StreamMemory {
  streamKey: string;
  /** The content type that all this is about. */
  targetUid: string;
  /** What was done on other types, while the site had its articles there. */
  shelf: Readonly<Record<string, StreamMemory>>;
  /** Whether a person asked for the article to be made again, should it be deleted. */
  restore: boolean;
}

const NOTHING: StreamMemory = {
  documentId: null,
  locale: null,
  base: null,
  slug: null,
  publishedEffect: null,
  publishedFingerprint: null,
  hold: null,
  files: {},
};

/** The state of a stream that was never projected. */
export const untouched = (streamKey: string, targetUid: string): StreamState => ({
  ...NOTHING,
  streamKey,
  targetUid,
  shelf: {},
  restore: false,
});

/** A stream's state for a content type: a site may change where its articles go, and change back. */
export function onTarget(state: StreamState, targetUid: string): StreamState {
  if (state.targetUid === targetUid) return state;
  const { documentId, locale, base, slug, publishedEffect, publishedFingerprint, hold, files } =
    state;
  const memory: StreamMemory = {
    ...{ documentId, locale, base, slug, publishedEffect, publishedFingerprint, hold, files },
  };
  const { [targetUid]: kept = NOTHING, ...others } = state.shelf;
  const shelf = documentId === null ? others : { ...others, [state.targetUid]: memory };
  return { ...state, ...kept, targetUid, shelf };
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

interface Row {
  document_id: string | null;
  base: string | null;
  slug: string | null;
  published_effect: Past['publishedEffect'];
  published_fingerprint: string | null;
  hold: string | null;
  hero_file_id: number | null;
  restore: boolean | number | null;
  target_uid: string | null;
  locale: string | null;
  files: string | null;
  shelf: string | null;
}

const COLUMNS: (keyof Row)[] = [
  'document_id',
  'base',
  'slug',
  'published_effect',
  'published_fingerprint',
  'hold',
  'hero_file_id',
  'restore',
  'target_uid',
  'locale',
  'files',
  'shelf',
];

const toState = (streamKey: string, row: Row): StreamState => ({
  streamKey,
  documentId: row.document_id,
  base: row.base ? (JSON.parse(row.base) as Hashes) : null,
  slug: row.slug,
  publishedEffect: row.published_effect,
  publishedFingerprint: row.published_fingerprint,
  hold: row.hold ? (JSON.parse(row.hold) as Hold) : null,
  restore: Boolean(row.restore),
  targetUid: row.target_uid ?? UIDS.article,
  locale: row.locale,
  files: filesOf(row),
  shelf: row.shelf ? (JSON.parse(row.shelf) as StreamState['shelf']) : {},
});

/** The files that the projection last wrote, by field. Rows of earlier versions know the hero alone. */
export const filesOf = ({
  files,
  hero_file_id: hero,
}: Pick<Row, 'files' | 'hero_file_id'>): StreamState['files'] => {
  if (files) return JSON.parse(files) as StreamState['files'];
  return hero === null ? {} : { heroImage: [hero] };
};

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
  const where = { stream_key: streamKey };
  const row = (await lockRow(strapi, trx, TABLES.stream, where, COLUMNS)) as unknown as
    Row | undefined;
  if (!row) throw new Error(`stream ${streamKey} has no row to lock`);
  return toState(streamKey, row);
}

/** A stream's state without the lock, to look at only; null before the first projection. */
export async function readStreamState(
  strapi: Core.Strapi,
  streamKey: string,
): Promise<StreamState | null> {
  const row = (await table(strapi, TABLES.stream)
    .where({ stream_key: streamKey })
    .first(...COLUMNS)) as Row | undefined;
  return row ? toState(streamKey, row) : null;
}

/** Records what the projection did. Joins the caller's transaction. */
export async function saveStream(strapi: Core.Strapi, state: StreamState): Promise<void> {
  const { streamKey, base, hold, files, shelf, ...data } = state;
  await strapi.db.query(TABLES.stream).updateMany({
    where: { streamKey },
    data: {
      ...data,
      base: base ? JSON.stringify(base) : null,
      hold: hold ? JSON.stringify(hold) : null,
      files: JSON.stringify(files),
      shelf: Object.keys(shelf).length > 0 ? JSON.stringify(shelf) : null,
    },
  });
}

/** Asks for an article to be made again, should it be deleted. Joins the caller's transaction. */
export async function restoreStream(strapi: Core.Strapi, streamKey: string): Promise<void> {
  await strapi.db
    .query(TABLES.stream)
    .updateMany({ where: { streamKey }, data: { restore: true } });
}

/** The documents of streams, by stream key. */
export async function documentsOf(
  strapi: Core.Strapi,
  streamKeys: readonly string[],
): Promise<Map<string, StreamDocument>> {
  const rows = (await strapi.db.query(TABLES.stream).findMany({
    select: ['streamKey', 'documentId', 'locale', 'targetUid'],
    where: { streamKey: { $in: streamKeys }, documentId: { $notNull: true } },
  })) as {
    streamKey: string;
    documentId: string;
    locale: string | null;
    targetUid: string | null;
  }[];
  return new Map(
    rows.map(({ streamKey, documentId, locale, targetUid }) => [
      streamKey,
      { documentId, locale, contentType: targetUid ?? UIDS.article },
    ]),
  );
}

/** The entry that a stream projects into. */
export interface StreamDocument {
  documentId: string;
  contentType: string;
  locale: string | null;
}

/** The stream that projects into a document; null when none does. */
export async function streamOfDocument(
  strapi: Core.Strapi,
  documentId: string,
): Promise<string | null> {
  const row = (await strapi.db
    .query(TABLES.stream)
    .findOne({ select: ['streamKey'], where: { documentId } })) as { streamKey: string } | null;
  return row?.streamKey ?? null;
}

/** The feed's article that a document shows, and what is held of it; null for an own one. */
export async function originOf(
  strapi: Core.Strapi,
  documentId: string,
): Promise<{ articleId: string; hold: Hold | null } | null> {
  const row = (await strapi.db
    .query(TABLES.stream)
    .findOne({ select: ['articleId', 'hold'], where: { documentId } })) as {
    articleId: string;
    hold: string | null;
  } | null;
  return row && { ...row, hold: row.hold ? (JSON.parse(row.hold) as Hold) : null };
}
