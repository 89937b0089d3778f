import { createHash } from 'node:crypto';
import type { Core } from '@strapi/types';
import type { Knex } from 'knex';
import { TABLES } from '../event-log/models';
import { columns, lockRow, table } from '../event-log/sql';
import type { Registers } from '../projection/registers';

/** A document that several deliveries fill together: its identity in the feed. */
export interface ProjectedKey {
  kind: 'campaign' | 'tag' | 'media-asset' | 'file';
  /** Identifies it within its kind; kept in full, found by its hash. */
  sourceId: string;
}

export interface ProjectedState {
  /** The document (for a file: the numeric id) that it became; null before it was made. */
  documentId: string | null;
  registers: Registers;
}

/** A hash: ids may be long, and MySQL's usual collations compare them without regard to case. */
const keyOf = ({ kind, sourceId }: ProjectedKey): string =>
  createHash('sha256').update(`${kind}\n${sourceId}`).digest('hex');

interface Row {
  document_id: string | null;
  base: string | null;
}

const toState = (row: Row): ProjectedState => ({
  documentId: row.document_id,
  registers: row.base ? (JSON.parse(row.base) as Registers) : {},
});

/** What was projected under a key, without locking it; null when nothing was. */
export async function readProjected(
  strapi: Core.Strapi,
  key: ProjectedKey,
): Promise<ProjectedState | null> {
  const row = (await table(strapi, TABLES.projected)
    .where({ source_key: keyOf(key) })
    .first('document_id', 'base')) as Row | undefined;
  return row ? toState(row) : null;
}

/** Makes sure that the key has its row, which is its lock. Not inside a transaction. */
export async function openProjected(strapi: Core.Strapi, key: ProjectedKey): Promise<void> {
  await table(strapi, TABLES.projected)
    .insert(columns({ sourceKey: keyOf(key), kind: key.kind, sourceId: key.sourceId }))
    .onConflict('source_key')
    .ignore();
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
  ])) as Row | undefined;
  if (!row) throw new Error(`${key.kind} ${key.sourceId} has no row to lock`);
  return toState(row);
}

/** Records what was written. Joins the caller's transaction. */
export async function saveProjected(
  strapi: Core.Strapi,
  key: ProjectedKey,
  { documentId, registers }: ProjectedState,
): Promise<void> {
  await strapi.db.query(TABLES.projected).update({
    where: { sourceKey: keyOf(key) },
    data: { documentId, base: JSON.stringify(registers) },
  });
}
