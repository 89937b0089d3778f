import { isDeepStrictEqual } from 'node:util';
import type { Core } from '@strapi/types';
import type { Knex } from 'knex';
import { UIDS } from '../content-types/uids';
import { fromJson, having, toJson } from '../database/columns';
import { TABLES } from '../database/models';
import { findRow, lockRow, rows, type RowOf } from '../database/rows';
import { columns, table } from '../database/sql';
import type { Planned } from '../projection/article/evolve';
import type { Hold } from '../projection/article/plan-article';
import type { StreamMemory } from '../projection/article/stream-memory';

/** What a stream's projection last did, and what people asked of it. */
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

const streamRows = (strapi: Core.Strapi) => rows(strapi, TABLES.stream);

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
  const { [targetUid]: kept, ...others } = state.shelf;
  const shelf =
    state.documentId === null ? others : { ...others, [state.targetUid]: memoryOf(state) };
  // What an earlier version put on the shelf knows less.
  return { ...state, ...NOTHING, ...kept, targetUid, shelf };
}

/** What of a state is about its content type. */
const memoryOf = ({
  documentId,
  locale,
  base,
  slug,
  publishedEffect,
  publishedFingerprint,
  hold,
  refused,
  files,
  links,
  adoptedBy,
  history,
}: StreamState): StreamMemory => ({
  documentId,
  locale,
  base,
  slug,
  publishedEffect,
  publishedFingerprint,
  hold,
  refused,
  files,
  links,
  adoptedBy,
  history,
});

const FIELDS = [
  'documentId',
  'base',
  'slug',
  'publishedEffect',
  'publishedFingerprint',
  'hold',
  'refused',
  'heroFileId',
  'restore',
  'mayMove',
  'targetUid',
  'locale',
  'files',
  'links',
  'shelf',
  'history',
  'adoptedBy',
  'plannedFor',
  'plannedBy',
] as const;

type StreamRow = RowOf<typeof TABLES.stream>;

const toState = (
  streamKey: string,
  {
    targetUid,
    heroFileId,
    plannedFor,
    plannedBy,
    ...row
  }: Pick<StreamRow, (typeof FIELDS)[number]>,
): StreamState => ({
  ...row,
  streamKey,
  targetUid: targetUid ?? UIDS.article,
  base: fromJson(row.base),
  hold: fromJson(row.hold),
  refused: fromJson(row.refused),
  files: filesOf({ files: row.files, heroFileId }),
  links: linksOf(row),
  shelf: fromJson(row.shelf) ?? {},
  history: fromJson(row.history) ?? {},
  planned:
    plannedFor === null || plannedBy === null ? null : { day: plannedFor, position: plannedBy },
});

/** The files that the projection last wrote, by field. Rows of earlier versions know the hero alone. */
export const filesOf = ({
  files,
  heroFileId,
}: Pick<StreamRow, 'files' | 'heroFileId'>): StreamState['files'] =>
  fromJson(files) ?? (heroFileId === null ? {} : { heroImage: [heroFileId] });

/** Where the links of the draft to other articles lead. */
export const linksOf = ({ links }: Pick<StreamRow, 'links'>): StreamMemory['links'] =>
  fromJson(links) ?? [];

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
  const row = await lockRow(strapi, trx, TABLES.stream, ['streamKey', streamKey], FIELDS);
  return row ? toState(streamKey, row) : null;
}

/** A stream's state without the lock, to look at only; null before the first projection. */
export async function readStreamState(
  strapi: Core.Strapi,
  streamKey: string,
): Promise<StreamState | null> {
  const row = await findRow(strapi, TABLES.stream, FIELDS, (streams) =>
    streams.where({ stream_key: streamKey }),
  );
  return row ? toState(streamKey, row) : null;
}

/**
 * Records what the projection did. Joins the caller's transaction.
 * @param known what the row says, where it is known: what it says already is not written.
 */
export async function saveStream(
  strapi: Core.Strapi,
  state: StreamState,
  known?: StreamState,
): Promise<void> {
  const data = rowOf(state);
  if (known && isDeepStrictEqual(data, rowOf(known))) return;
  await streamRows(strapi).updateMany({ where: { streamKey: state.streamKey }, data });
}

const rowOf = ({
  base,
  hold,
  refused,
  files,
  links,
  shelf,
  history,
  planned,
  ...data
}: StreamState) => ({
  ...data,
  base: base && toJson(base),
  hold: hold && toJson(hold),
  refused: refused && toJson(refused),
  files: toJson(files),
  links: links.length > 0 ? toJson(links) : null,
  shelf: Object.keys(shelf).length > 0 ? toJson(shelf) : null,
  history: Object.keys(history).length > 0 ? toJson(history) : null,
  plannedFor: planned?.day ?? null,
  plannedBy: planned?.position ?? null,
});

/** Asks for an article to be made again, should it be deleted. Joins the caller's transaction. */
export async function restoreStream(strapi: Core.Strapi, streamKey: string): Promise<void> {
  await streamRows(strapi).updateMany({ where: { streamKey }, data: { restore: true } });
}

/** Lets an article follow the service into another language. Joins the caller's transaction. */
export async function letMove(strapi: Core.Strapi, streamKey: string): Promise<void> {
  await streamRows(strapi).updateMany({ where: { streamKey }, data: { mayMove: true } });
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
  const found = await streamRows(strapi).findMany({
    select: ['streamKey', 'documentId', 'locale', 'targetUid'],
    where: { $and: [{ [key]: { $in: values } }, { documentId: { $notNull: true } }] },
  });
  return new Map(
    having(found, 'documentId').map(({ streamKey, documentId, locale, targetUid }) => [
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
  const row = await streamRows(strapi).findOne({ select: ['streamKey'], where: { documentId } });
  return row?.streamKey ?? null;
}

/** The stream whose publication into a document Strapi refused; null where it did not. */
export async function refusedStreamOf(
  strapi: Core.Strapi,
  documentId: string,
): Promise<string | null> {
  const row = await streamRows(strapi).findOne({
    select: ['streamKey'],
    where: { documentId, refused: { $notNull: true } },
  });
  return row?.streamKey ?? null;
}

/** The feed's article that a document shows, and what is held of it; null for an own one. */
export async function originOf(
  strapi: Core.Strapi,
  documentId: string,
): Promise<{ articleId: string; hold: Hold | null } | null> {
  const row = await streamRows(strapi).findOne({
    select: ['articleId', 'hold'],
    where: { documentId },
  });
  return row && { ...row, hold: fromJson(row.hold) };
}
