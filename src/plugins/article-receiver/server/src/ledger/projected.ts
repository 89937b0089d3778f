import { createHash } from 'node:crypto';
import type { Core } from '@strapi/types';
import type { Knex } from 'knex';
import { fromJson, toJson } from '../database/columns';
import { TABLES } from '../database/models';
import { findRows, rows, type RowOf } from '../database/rows';
import { columns, insertMissing, updateEach } from '../database/sql';
import type { Claims } from '../projection/shared-documents/file-claims';
import type { Registers } from '../projection/shared-documents/registers';

/** A document that several deliveries fill together: its identity in the feed. */
export interface ProjectedKey {
  kind: RowOf<typeof TABLES.projected>['kind'];
  /** Identifies it within its kind; kept in full, found by its hash. */
  sourceId: string;
}

export interface ProjectedState {
  /** The document (for a file: the numeric id) that it became; null before it was made. */
  documentId: string | null;
  registers: Registers;
  /** What articles say of a file; null of other documents, and of files of earlier versions. */
  claims: Claims | null;
}

/** A hash: ids may be long, and MySQL's usual collations compare them without regard to case. */
export const sourceKeyOf = ({ kind, sourceId }: ProjectedKey): string =>
  createHash('sha256').update(`${kind}\n${sourceId}`).digest('hex');

const FIELDS = ['sourceKey', 'documentId', 'base', 'claims'] as const;

type Row = Pick<RowOf<typeof TABLES.projected>, (typeof FIELDS)[number]>;

const toState = ({ documentId, base, claims }: Row): ProjectedState => ({
  documentId,
  registers: fromJson(base) ?? {},
  claims: fromJson(claims),
});

const statesOf = (rows: readonly Row[]): Map<string, ProjectedState> =>
  new Map(rows.map((row) => [row.sourceKey, toState(row)]));

/** In one order everywhere: so nobody waits for somebody who waits for him. */
const sourceKeysOf = (keys: readonly ProjectedKey[]): string[] =>
  [...new Set(keys.map(sourceKeyOf))].sort();

/** What was projected under some keys, by their hashes, without locking any. */
export async function readProjected(
  strapi: Core.Strapi,
  keys: readonly ProjectedKey[],
): Promise<Map<string, ProjectedState>> {
  if (keys.length === 0) return new Map();
  const found = await findRows(strapi, TABLES.projected, FIELDS, (projected) =>
    projected.whereIn('source_key', sourceKeysOf(keys)),
  );
  return statesOf(found);
}

/** Whether a document was projected under any key of its kind. */
export async function isProjected(
  strapi: Core.Strapi,
  kind: ProjectedKey['kind'],
  documentId: string,
): Promise<boolean> {
  return (await rows(strapi, TABLES.projected).count({ where: { kind, documentId } })) > 0;
}

/**
 * Makes sure that keys have their rows, which are their locks. Joins a transaction, of which it may be
 * the first statement: a row that another one is making is waited for.
 */
export async function openProjected(
  strapi: Core.Strapi,
  trx: Knex.Transaction,
  keys: readonly ProjectedKey[],
): Promise<void> {
  const byHash = new Map(keys.map((key) => [sourceKeyOf(key), key]));
  const rows = [...byHash]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([sourceKey, { kind, sourceId }]) => columns({ sourceKey, kind, sourceId }));
  await insertMissing(strapi, trx, TABLES.projected, 'source_key', rows);
}

/**
 * Locks keys for the rest of a transaction that has written already (SQLite has no row locks), and
 * reads them. To be called before its first plain read (see `lockStream`).
 * @returns what was projected under them, by their hashes.
 */
export async function lockProjected(
  strapi: Core.Strapi,
  trx: Knex.Transaction,
  keys: readonly ProjectedKey[],
): Promise<Map<string, ProjectedState>> {
  const found = await findRows(
    strapi,
    TABLES.projected,
    FIELDS,
    (projected) =>
      projected.whereIn('source_key', sourceKeysOf(keys)).orderBy('source_key').forUpdate(),
    trx,
  );
  return statesOf(found);
}

/** Makes a key's row with its first state, unless there is one. Joins the caller's transaction. */
export async function insertProjected(
  strapi: Core.Strapi,
  trx: Knex.Transaction,
  key: ProjectedKey,
  state: ProjectedState,
): Promise<void> {
  const row = columns({ ...rowOf(key, state), kind: key.kind, sourceId: key.sourceId });
  await insertMissing(strapi, trx, TABLES.projected, 'source_key', [row]);
}

const rowOf = (key: ProjectedKey, { documentId, registers, claims }: ProjectedState) => ({
  sourceKey: sourceKeyOf(key),
  documentId,
  base: toJson(registers),
  claims: claims && toJson(claims),
});

/** Records what was written under locked keys, in one statement. Joins the caller's transaction. */
export async function saveProjected(
  strapi: Core.Strapi,
  trx: Knex.Transaction,
  written: readonly { key: ProjectedKey; state: ProjectedState }[],
): Promise<void> {
  const rows = written.map(({ key, state }) => columns(rowOf(key, state)));
  await updateEach(strapi, trx, TABLES.projected, 'source_key', rows);
}
