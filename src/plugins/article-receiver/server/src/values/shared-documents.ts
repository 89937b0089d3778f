import type { Core } from '@strapi/types';
import { inTransaction } from '../database/transaction';
import {
  advanceProjected,
  beginProjected,
  isProjected,
  lockProjected,
  openProjected,
  readProjected,
  saveProjected,
  type ProjectedKey,
  type ProjectedState,
} from '../ledger/projected';
import { openTurns, takeTurns } from '../database/locks';
import type { Fields } from '../projection/merge';
import { claimsBefore, heard, isClaimed, mergeClaims } from '../projection/file-claims';
import { isSettled, mergeRegisters, type Stamp } from '../projection/registers';
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
  /** The article that says so, where only the one that brought the document first is heard. */
  claimedBy?: string;
  /** Fields that make the document what it is: put right whoever changed them, and when. */
  identity?: readonly string[];
  mode: 'keep' | 'overwrite';
  /** Only says which document it would be. */
  preview: boolean;
  /** Whether it is only offered: then none is made where there is none. */
  isOffer?: () => Promise<boolean>;
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
  const { key, store, fields } = wanted;
  const known = await readProjected(strapi, key);
  const left = known || wanted.documentId ? null : await findLeft(strapi, wanted);
  const knownId = wanted.documentId ?? known?.documentId ?? left;
  const present = wanted.present ?? (knownId === null ? null : await store.read(strapi, knownId));
  if (wanted.preview) return previewOf(wanted, knownId, present);
  // One that was made before and then deleted is what the article lost: that is no offer.
  if (knownId === null && (await wanted.isOffer?.()))
    return { documentId: unmade(key), recreated: false };
  if (knownId !== null && known && present && hasNothingNew(wanted, known)) {
    if (hasIdentity(wanted, present)) return { documentId: knownId, recreated: false };
  }
  if (knownId !== null && known?.documentId === knownId && present) {
    // The usual case: the delivery says what is there already, and only its place moves on.
    const { write, ...next } = merge(wanted, present, known);
    const isRight = Object.keys(write).length === 0;
    if (isRight && (await advanceProjected(strapi, key, known, next))) {
      return { documentId: knownId, recreated: false };
    }
  }
  if (!known && knownId !== null && present) {
    // A file that was just uploaded is as it should be: all that is missing is its first row.
    const { write, ...next } = merge(wanted, present, NOTHING);
    const isRight = Object.keys(write).length === 0;
    if (isRight && (await beginProjected(strapi, key, { documentId: knownId, ...next }))) {
      return { documentId: knownId, recreated: false };
    }
  }
  if (!known) await openProjected(strapi, key);
  const turns = present ? [] : (store.turns?.(fields) ?? []);
  if (turns.length > 0) await openTurns(strapi, turns);
  return inTransaction(strapi, async ({ trx }) => {
    const locked = await lockProjected(strapi, trx, key);
    await takeTurns(strapi, trx, turns);
    const documentId = wanted.documentId ?? locked.documentId ?? left;
    const current = documentId === null ? null : await store.read(strapi, documentId);
    const { write, ...next } = merge(wanted, current, locked);
    const written =
      current && documentId !== null
        ? await store.update(strapi, documentId, write)
        : await store.create(strapi, documentId, write);
    await saveProjected(strapi, key, { documentId: written, ...next });
    return { documentId: written, recreated: documentId !== null && current === null };
  });
}

/** A document that was there before the receiver knew of it, and is no other's. */
async function findLeft(
  strapi: Core.Strapi,
  { key, store, fields }: SharedDocument,
): Promise<string | null> {
  for (const documentId of (await store.find?.(strapi, fields)) ?? []) {
    if (!(await isProjected(strapi, key.kind, documentId))) return documentId;
  }
  return null;
}

type Memory = Pick<ProjectedState, 'registers' | 'claims'>;

const NOTHING: Memory = { registers: {}, claims: null };

function hasNothingNew(
  { fields, stamp, claimedBy }: SharedDocument,
  { registers, claims }: Memory,
): boolean {
  if (claimedBy === undefined) return isSettled(fields, stamp, registers);
  return claims !== null && isClaimed(claims, claimedBy, stamp);
}

function merge(wanted: SharedDocument, current: Fields | null, memory: Memory) {
  const { fields, identity = [] } = wanted;
  const merged = mergeSaid(wanted, current, memory);
  for (const field of identity) {
    if (current?.[field] !== fields[field]) merged.write[field] = fields[field];
  }
  return merged;
}

function mergeSaid(
  { fields, stamp, mode, claimedBy }: SharedDocument,
  current: Fields | null,
  { registers, claims }: Memory,
): Memory & { write: Fields } {
  if (claimedBy === undefined) {
    return { ...mergeRegisters(fields, stamp, current, registers, mode), claims };
  }
  const next = heard(claims ?? claimsBefore(registers), claimedBy, stamp, fields);
  return { ...mergeClaims(next, current, registers, mode), claims: next };
}

const hasIdentity = ({ fields, identity = [] }: SharedDocument, present: Fields): boolean =>
  identity.every((field) => present[field] === fields[field]);

const UNMADE = /^unmade:(campaign|tag|media-asset|entry) /;

/** What stands for a document that is only offered and not made. */
const unmade = ({ kind, sourceId }: ProjectedKey): string => `unmade:${kind} ${sourceId}`;

/** Whether something in a value stands for a document that is not made. */
export const isUnmade = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).some(isUnmade)
    : typeof value === 'string' && UNMADE.test(value);

/** What a document is called that is not made. */
export function unmadeName(id: string): string {
  const sourceId = id.replace(UNMADE, '');
  const match = id.startsWith('unmade:entry') ? sourceId.slice(sourceId.indexOf('[')) : null;
  return match === null ? sourceId : String((JSON.parse(match) as unknown[])[2]);
}

const NEW = 'new ';

/** Whether an id stands for a document that a preview would make. */
export const isNewDocument = (documentId: string): boolean => documentId.startsWith(NEW);

const previewOf = (
  { key }: SharedDocument,
  knownId: string | null,
  present: Fields | null,
): ProjectedDocument => ({
  documentId: knownId ?? `${NEW}${key.kind} ${key.sourceId}`,
  recreated: knownId !== null && present === null,
});
