import type { Core } from '@strapi/types';
import type { Knex } from 'knex';
import { UIDS } from '../content-types/uids';
import { TABLES } from '../database/models';
import { columns, lockRow, table } from '../database/sql';
import type { History } from '../projection/field-history';
import type { Hashes } from '../projection/merge';
import type { Planned } from '../projection/evolve';
import type { Hold, Past, Refused } from '../projection/plan-article';
import type { ArticleLink } from '../projection/relink';

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
  /** Where the links of the draft to other articles lead. */
  links: readonly ArticleLink[];
  /** Position of the delivery that found the entry there, which somebody else had made; or null. */
  adoptedBy: number | null;
  /** What it changed so far, to tell from an edit what an old form brings back. */
  history: History;
}

export interface StreamState extends StreamMemory {
  streamKey: string;
  /** The content type that all this is about. */
  targetUid: string;
  /** What was done on other types, while the site had its articles there. */
  shelf: Readonly<Record<string, StreamMemory>>;
  /** Whether a person asked for the article to be made again, should it be deleted. */
  restore: boolean;
  /** For which day it is planned; null when it is not. */
  planned: Planned | null;
  /** Whether a person let it follow the service into another language. */
  mayMove: boolean;
}

const NOTHING: StreamMemory = {
  documentId: null,
  locale: null,
  base: null,
  slug: null,
  publishedEffect: null,
  publishedFingerprint: null,
  hold: null,
  refused: null,
  files: {},
  links: [],
  adoptedBy: null,
  history: {},
};

/** The state of a stream that was never projected. */
export const untouched = (streamKey: string, targetUid: string): StreamState => ({
  ...NOTHING,
  streamKey,
  targetUid,
  shelf: {},
  restore: false,
  planned: null,
  mayMove: false,
});

/** A stream's state for a content type: a site may change where its articles go, and change back. */
export function onTarget(state: StreamState, targetUid: string): StreamState {
  if (state.targetUid === targetUid) return state;
  const { documentId } = state;
  const names = Object.keys(NOTHING) as (keyof StreamMemory)[];
  const memory = Object.fromEntries(
    names.map((name) => [name, state[name]]),
  ) as never as StreamMemory;
  const { [targetUid]: kept, ...others } = state.shelf;
  const shelf = documentId === null ? others : { ...others, [state.targetUid]: memory };
  // What an earlier version put on the shelf knows less.
  return { ...state, ...NOTHING, ...kept, targetUid, shelf };
}

interface Row {
  document_id: string | null;
  base: string | null;
  slug: string | null;
  published_effect: Past['publishedEffect'];
  published_fingerprint: string | null;
  hold: string | null;
  refused: string | null;
  hero_file_id: number | null;
  restore: boolean | number | null;
  may_move: boolean | number | null;
  target_uid: string | null;
  locale: string | null;
  files: string | null;
  links: string | null;
  shelf: string | null;
  history: string | null;
  adopted_by: number | null;
  planned_for: string | null;
  planned_by: number | null;
}

const COLUMNS: (keyof Row)[] = [
  'document_id',
  'base',
  'slug',
  'published_effect',
  'published_fingerprint',
  'hold',
  'refused',
  'hero_file_id',
  'restore',
  'may_move',
  'target_uid',
  'locale',
  'files',
  'links',
  'shelf',
  'history',
  'adopted_by',
  'planned_for',
  'planned_by',
];

const toState = (streamKey: string, row: Row): StreamState => ({
  streamKey,
  documentId: row.document_id,
  base: row.base ? (JSON.parse(row.base) as Hashes) : null,
  slug: row.slug,
  publishedEffect: row.published_effect,
  publishedFingerprint: row.published_fingerprint,
  hold: row.hold ? (JSON.parse(row.hold) as Hold) : null,
  refused: row.refused ? (JSON.parse(row.refused) as Refused) : null,
  restore: Boolean(row.restore),
  mayMove: Boolean(row.may_move),
  targetUid: row.target_uid ?? UIDS.article,
  locale: row.locale,
  files: filesOf(row),
  links: linksOf(row),
  shelf: row.shelf ? (JSON.parse(row.shelf) as StreamState['shelf']) : {},
  adoptedBy: row.adopted_by,
  history: row.history ? (JSON.parse(row.history) as History) : {},
  planned:
    row.planned_for === null || row.planned_by === null
      ? null
      : { day: row.planned_for, position: row.planned_by },
});

/** The files that the projection last wrote, by field. Rows of earlier versions know the hero alone. */
export const filesOf = ({
  files,
  hero_file_id: hero,
}: Pick<Row, 'files' | 'hero_file_id'>): StreamState['files'] => {
  if (files) return JSON.parse(files) as StreamState['files'];
  return hero === null ? {} : { heroImage: [hero] };
};

/** Where the links of the draft to other articles lead. */
export const linksOf = ({ links }: Pick<Row, 'links'>): StreamMemory['links'] =>
  links ? (JSON.parse(links) as StreamMemory['links']) : [];

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
  const state = await tryLock(strapi, trx, streamKey);
  if (!state) throw new Error(`stream ${streamKey} has no row to lock`);
  return state;
}

/**
 * Does the same with a stream that may not have its row yet, which is its lock.
 * @param isNew whether none was seen, so that it is made at once.
 */
export async function openStream(
  strapi: Core.Strapi,
  trx: Knex.Transaction,
  streamKey: string,
  articleId: string,
  isNew = false,
): Promise<StreamState> {
  const known = isNew ? null : await tryLock(strapi, trx, streamKey);
  if (known) return known;
  await table(strapi, TABLES.stream, trx)
    .insert(columns({ streamKey, articleId }))
    .onConflict('stream_key')
    .ignore();
  return lockStream(strapi, trx, streamKey);
}

async function tryLock(
  strapi: Core.Strapi,
  trx: Knex.Transaction,
  streamKey: string,
): Promise<StreamState | null> {
  const row = await lockRow(strapi, trx, TABLES.stream, ['stream_key', streamKey], COLUMNS);
  return row ? toState(streamKey, row as unknown as Row) : null;
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
  const { streamKey, base, hold, refused, files, links, shelf, history, planned, ...data } = state;
  await strapi.db.query(TABLES.stream).updateMany({
    where: { streamKey },
    data: {
      ...data,
      base: base ? JSON.stringify(base) : null,
      hold: hold ? JSON.stringify(hold) : null,
      refused: refused ? JSON.stringify(refused) : null,
      files: JSON.stringify(files),
      links: links.length > 0 ? JSON.stringify(links) : null,
      shelf: Object.keys(shelf).length > 0 ? JSON.stringify(shelf) : null,
      history: Object.keys(history).length > 0 ? JSON.stringify(history) : null,
      plannedFor: planned?.day ?? null,
      plannedBy: planned?.position ?? null,
    },
  });
}

/** Asks for an article to be made again, should it be deleted. Joins the caller's transaction. */
export async function restoreStream(strapi: Core.Strapi, streamKey: string): Promise<void> {
  await strapi.db
    .query(TABLES.stream)
    .updateMany({ where: { streamKey }, data: { restore: true } });
}

/** Lets an article follow the service into another language. Joins the caller's transaction. */
export async function letMove(strapi: Core.Strapi, streamKey: string): Promise<void> {
  await strapi.db
    .query(TABLES.stream)
    .updateMany({ where: { streamKey }, data: { mayMove: true } });
}

/** The documents of streams, by stream key. */
export const documentsOf = (
  strapi: Core.Strapi,
  streamKeys: readonly string[],
): Promise<Map<string, StreamDocument>> => documentsWhere(strapi, 'streamKey', streamKeys);

/** Those of some documents that streams project into. */
export const streamDocuments = async (
  strapi: Core.Strapi,
  documentIds: readonly string[],
): Promise<StreamDocument[]> => [
  ...(await documentsWhere(strapi, 'documentId', documentIds)).values(),
];

async function documentsWhere(
  strapi: Core.Strapi,
  key: 'streamKey' | 'documentId',
  values: readonly string[],
): Promise<Map<string, StreamDocument>> {
  const rows = (await strapi.db.query(TABLES.stream).findMany({
    select: ['streamKey', 'documentId', 'locale', 'targetUid'],
    where: { $and: [{ [key]: { $in: values } }, { documentId: { $notNull: true } }] },
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

/** The stream whose publication into a document Strapi refused; null where it did not. */
export async function refusedStreamOf(
  strapi: Core.Strapi,
  documentId: string,
): Promise<string | null> {
  const row = (await strapi.db.query(TABLES.stream).findOne({
    select: ['streamKey'],
    where: { documentId, refused: { $notNull: true } },
  })) as { streamKey: string } | null;
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
