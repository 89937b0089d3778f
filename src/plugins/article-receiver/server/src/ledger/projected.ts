import { createHash } from 'node:crypto';
import type { Core } from '@strapi/types';
import type { Knex } from 'knex';
import { TABLES } from '../database/models';
import { columns, lockRow, table } from '../database/sql';
import type { Claims } from '../projection/file-claims';
import type { Registers } from '../projection/registers';

/** A document that several deliveries fill together: its identity in the feed. */
export interface ProjectedKey {
  kind: 'campaign' | 'tag' | 'media-asset' | 'file' | 'entry';
  /** Identifies it within its kind; kept in full, found by its hash. */
  sourceId: string;
}

/** A row as it was read, to be told from what somebody else made of it since. */
export interface ReadProjected extends ProjectedState {
  base: string | null;
  claimed: string | null;
}

export interface ProjectedState {
  /** The document (for a file: the numeric id) that it became; null before it was made. */
  documentId: string | null;
  registers: Registers;
  /** What articles say of a file; null of other documents, and of files of earlier versions. */
  claims: Claims | null;
}

/** A hash: ids may be long, and MySQL's usual collations compare them without regard to case. */
const keyOf = ({ kind, sourceId }: ProjectedKey): string =>
  createHash('sha256').update(`${kind}\n${sourceId}`).digest('hex');

interface Row {
  document_id: string | null;
  base: string | null;
  claims: string | null;
}

const toState = (row: Row): ProjectedState => ({
  documentId: row.document_id,
  registers: row.base ? (JSON.parse(row.base) as Registers) : {},
  claims: row.claims ? (JSON.parse(row.claims) as Claims) : null,
});

const textOf = (claims: Claims | null): string | null => claims && JSON.stringify(claims);

/** What was projected under a key, without locking it; null when nothing was. */
export async function readProjected(
  strapi: Core.Strapi,
  key: ProjectedKey,
): Promise<ReadProjected | null> {
  const row = (await table(strapi, TABLES.projected)
    .where({ source_key: keyOf(key) })
    .first('document_id', 'base', 'claims')) as Row | undefined;
  return row ? { ...toState(row), base: row.base, claimed: row.claims } : null;
}

/** Whether a document was projected under any key of its kind. */
export async function isProjected(
  strapi: Core.Strapi,
  kind: ProjectedKey['kind'],
  documentId: string,
): Promise<boolean> {
  return (await strapi.db.query(TABLES.projected).count({ where: { kind, documentId } })) > 0;
}

/** Makes sure that the key has its row, which is its lock. Not inside a transaction. */
export async function openProjected(strapi: Core.Strapi, key: ProjectedKey): Promise<void> {
  await table(strapi, TABLES.projected)
    .insert(columns({ sourceKey: keyOf(key), kind: key.kind, sourceId: key.sourceId }))
    .onConflict('source_key')
    .ignore();
}

/**
 * Makes the key's row and records its first state with it, without a lock. Not inside a transaction.
 * @returns false when somebody else had made the row and it says something else; it is there then.
 */
export async function beginProjected(
  strapi: Core.Strapi,
  key: ProjectedKey,
  state: ProjectedState,
): Promise<boolean> {
  const { kind, sourceId } = key;
  const { documentId } = state;
  const base = JSON.stringify(state.registers);
  const claims = textOf(state.claims);
  await table(strapi, TABLES.projected)
    .insert(columns({ sourceKey: keyOf(key), kind, sourceId, documentId, base, claims }))
    .onConflict('source_key')
    .ignore();
  const now = await readProjected(strapi, key);
  return now?.documentId === documentId && now.base === base && now.claimed === claims;
}

/** Locks the key for the rest of the transaction. Has to be its first statement (see `lockStream`). */
export async function lockProjected(
  strapi: Core.Strapi,
  trx: Knex.Transaction,
  key: ProjectedKey,
): Promise<ProjectedState> {
  const row = (await lockRow(strapi, trx, TABLES.projected, { source_key: keyOf(key) }, [
    'document_id',
    'base',
    'claims',
  ])) as Row | undefined;
  if (!row) throw new Error(`${key.kind} ${key.sourceId} has no row to lock`);
  return toState(row);
}

/** Records what was written. Joins the caller's transaction. */
export async function saveProjected(
  strapi: Core.Strapi,
  key: ProjectedKey,
  { documentId, registers, claims }: ProjectedState,
): Promise<void> {
  await strapi.db.query(TABLES.projected).updateMany({
    where: { sourceKey: keyOf(key) },
    data: { documentId, base: JSON.stringify(registers), claims: textOf(claims) },
  });
}

/**
 * Records registers and claims where nothing else changes: one statement, without a lock.
 * @param before the row as it was read.
 * @returns false when the row is not as it was any more; then nothing was recorded.
 */
export async function advanceProjected(
  strapi: Core.Strapi,
  key: ProjectedKey,
  before: ReadProjected,
  { registers, claims }: Pick<ProjectedState, 'registers' | 'claims'>,
): Promise<boolean> {
  const { documentId, base, claimed } = before;
  const advanced: number = await table(strapi, TABLES.projected)
    .where({ source_key: keyOf(key), document_id: documentId, base, claims: claimed })
    .update({ base: JSON.stringify(registers), claims: textOf(claims) });
  return advanced > 0;
}
