import type { Core } from '@strapi/types';
import { inTransaction } from '../event-log/transaction';
import {
  advanceProjected,
  beginProjected,
  lockProjected,
  openProjected,
  readProjected,
  saveProjected,
  type ProjectedKey,
} from '../ledger/projected';
import { openTurns, takeTurns } from '../ledger/turns';
import type { Fields } from '../projection/merge';
import { isSettled, mergeRegisters, type Registers, type Stamp } from '../projection/registers';
import type { SharedStore } from './shared-stores';

/** One delivery's view of a document that deliveries of several articles fill together. */
export interface SharedDocument {
  key: ProjectedKey;
  /** Where documents of this kind are kept. */
  store: SharedStore;
  /** The document's id where the caller knows it; else it is found by the key, or made. */
  documentId?: string;
  /** The document of that id, where the caller has just read it. */
  present?: Fields;
  /** The feed's value for each field that it fills. */
  fields: Fields;
  /** The place of the delivery that says so. */
  stamp: Stamp;
  /** Fields that make the document what it is: put right whoever changed them, and when. */
  identity?: readonly string[];
  mode: 'keep' | 'overwrite';
  /** Only says which document it would be. */
  preview: boolean;
}

export interface ProjectedDocument {
  documentId: string;
  /** It was there before and somebody deleted it: what referred to it lost it. */
  recreated: boolean;
}

/**
 * Creates or updates a shared document from one delivery's point of view. A document that an
 * editor deleted is made again, under the same id: something refers to it.
 */
export async function project(
  strapi: Core.Strapi,
  wanted: SharedDocument,
): Promise<ProjectedDocument> {
  const { key, store, fields, stamp } = wanted;
  const known = await readProjected(strapi, key);
  const knownId = wanted.documentId ?? known?.documentId ?? null;
  const present = wanted.present ?? (knownId === null ? null : await store.read(strapi, knownId));
  if (wanted.preview) return previewOf(wanted, knownId, present);
  if (knownId !== null && known && present && isSettled(fields, stamp, known.registers)) {
    if (hasIdentity(wanted, present)) return { documentId: knownId, recreated: false };
  }
  if (knownId !== null && known?.documentId === knownId && present) {
    // The usual case: the delivery says what is there already, and only its place moves on.
    const { write, registers } = merge(wanted, present, known.registers);
    const isRight = Object.keys(write).length === 0;
    if (isRight && (await advanceProjected(strapi, key, known, registers))) {
      return { documentId: knownId, recreated: false };
    }
  }
  if (!known && knownId !== null && present) {
    // A file that was just uploaded is as it should be: all that is missing is its first row.
    const { write, registers } = merge(wanted, present, {});
    const isRight = Object.keys(write).length === 0;
    if (isRight && (await beginProjected(strapi, key, { documentId: knownId, registers }))) {
      return { documentId: knownId, recreated: false };
    }
  }
  if (!known) await openProjected(strapi, key);
  const turns = present ? [] : (store.turns?.(fields) ?? []);
  if (turns.length > 0) await openTurns(strapi, turns);
  return inTransaction(strapi, async ({ trx }) => {
    const locked = await lockProjected(strapi, trx, key);
    await takeTurns(strapi, trx, turns);
    const documentId = wanted.documentId ?? locked.documentId;
    const current = documentId === null ? null : await store.read(strapi, documentId);
    const { write, registers } = merge(wanted, current, locked.registers);
    const written =
      current && documentId !== null
        ? await store.update(strapi, documentId, write)
        : await store.create(strapi, documentId, write);
    await saveProjected(strapi, key, { documentId: written, registers });
    return { documentId: written, recreated: documentId !== null && current === null };
  });
}

function merge(
  { fields, stamp, mode, identity = [] }: SharedDocument,
  current: Fields | null,
  registers: Registers,
) {
  const merged = mergeRegisters(fields, stamp, current, registers, mode);
  for (const field of identity) {
    if (current?.[field] !== fields[field]) merged.write[field] = fields[field];
  }
  return merged;
}

const hasIdentity = ({ fields, identity = [] }: SharedDocument, present: Fields): boolean =>
  identity.every((field) => present[field] === fields[field]);

const previewOf = (
  { key }: SharedDocument,
  knownId: string | null,
  present: Fields | null,
): ProjectedDocument => ({
  documentId: knownId ?? `new ${key.kind} ${key.sourceId}`,
  recreated: knownId !== null && present === null,
});
