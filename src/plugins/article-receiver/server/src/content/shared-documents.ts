import type { Core } from '@strapi/types';
import { inTransaction } from '../event-log/transaction';
import {
  lockProjected,
  openProjected,
  readProjected,
  saveProjected,
  type ProjectedKey,
} from '../ledger/projected';
import type { Fields } from '../projection/merge';
import { isSettled, mergeRegisters, type Stamp } from '../projection/registers';
import type { SharedStore } from './shared-stores';

/** One delivery's view of a document that deliveries of several articles fill together. */
export interface SharedDocument {
  key: ProjectedKey;
  /** Where documents of this kind are kept. */
  store: SharedStore;
  /** The document's id where the caller knows it; else it is found by the key, or made. */
  documentId?: string;
  /** The feed's value for each field that it fills. */
  fields: Fields;
  /** The place of the delivery that says so. */
  stamp: Stamp;
  mode: 'keep' | 'overwrite';
}

/**
 * Creates or updates a shared document from one delivery's point of view. A document that an
 * editor deleted is made again, under the same id: something refers to it.
 * @returns its documentId.
 */
export async function project(strapi: Core.Strapi, wanted: SharedDocument): Promise<string> {
  const { key, store, fields, stamp, mode } = wanted;
  const known = await readProjected(strapi, key);
  const knownId = wanted.documentId ?? known?.documentId;
  if (known && knownId && isSettled(fields, stamp, known.registers)) {
    if (await store.read(strapi, knownId)) return knownId;
  }
  if (!known) await openProjected(strapi, key);
  return inTransaction(strapi, async ({ trx }) => {
    const locked = await lockProjected(strapi, trx, key);
    const documentId = wanted.documentId ?? locked.documentId;
    const current = documentId ? await store.read(strapi, documentId) : null;
    const { write, registers } = mergeRegisters(fields, stamp, current, locked.registers, mode);
    const written =
      current && documentId
        ? await store.update(strapi, documentId, write)
        : await store.create(strapi, documentId, write);
    await saveProjected(strapi, key, { documentId: written, registers });
    return written;
  });
}
