import type { Core } from '@strapi/types';
import type { ProjectedKey, ProjectedState } from '../ledger/shared-documents/projected-key';
import type { Fields } from '../projection/merge/merge';
import {
  claimsBefore,
  heard,
  isClaimed,
  mergeClaims,
} from '../projection/shared-documents/file-claims';
import { isSuperseded, mergeRegisters, type Stamp } from '../projection/shared-documents/registers';
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
  /** What people would call it, where none of its fields says so. */
  name?: string;
  /** The feed's value for each field that it fills. */
  fields: Fields;
  /** The delivery's place in the order of all deliveries. */
  stamp: Stamp;
  /** The article's id, for documents that only the article that brought them first may fill. */
  claimedBy?: string;
  /** Fields that make the document what it is: put right whoever changed them, and when. */
  identity?: readonly string[];
  /** Whether the document is only offered to an editor, so that a missing one is not made. */
  isOffer?: () => Promise<boolean>;
}

/** What people call a document; null where nothing says so. */
export const nameOf = ({ name, fields }: SharedDocument): string | null =>
  [name, fields.name, fields.alt, fields.sourceUrl].find(
    (one): one is string => typeof one === 'string' && one !== '',
  ) ?? null;

export interface ProjectedDocument {
  documentId: string;
  /** What would stand for it, had it never been made. */
  unmadeId: string;
  /** It was there before and somebody deleted it: what referred to it lost it. */
  recreated: boolean;
}

/** What would stand for each of some documents, had it never been made, by what it is known by. */
export const unmadeIdsOf = (documents: Iterable<ProjectedDocument>): ReadonlyMap<string, string> =>
  new Map([...documents].map(({ documentId, unmadeId }) => [documentId, unmadeId]));

/** The documents that had been deleted and were made again. */
export const recreatedAmong = (documents: Iterable<ProjectedDocument>): ReadonlySet<string> =>
  new Set([...documents].flatMap(({ documentId, recreated }) => (recreated ? documentId : [])));

/** Whether editors' changes are kept or overwritten. */
export type Mode = 'keep' | 'overwrite';

/** What a delivery says, and what was found when it was placed. */
export interface Placed {
  wanted: SharedDocument;
  mode: Mode;
  /** Its row then; null where there was none. */
  known: ProjectedState | null;
  present: Fields | null;
  documentId: string;
  /** Whether it has to be made: nobody made it yet, or somebody deleted it. */
  isMissing: boolean;
}

/** What is in a document now; null when it is not there. */
export const readOne = async (
  strapi: Core.Strapi,
  store: SharedStore,
  documentId: string | null,
): Promise<Fields | null> =>
  documentId === null ? null : ((await store.read(strapi, [documentId])).get(documentId) ?? null);

/** What is remembered of a document that was written. */
type Memory = Pick<ProjectedState, 'registers' | 'claims'>;

export const NOTHING: Memory = { registers: {}, claims: null };

/** What is remembered of a document; nothing of one that somebody made in the place of another. */
export const memoryOf = (
  { wanted, documentId }: Pick<Placed, 'wanted' | 'documentId'>,
  state: ProjectedState | null,
): Memory => (state === null || isInPlaceOf({ wanted, documentId }, state) ? NOTHING : state);

/** Whether a document is another than the one that is known, which somebody deleted. */
export const isInPlaceOf = (
  { wanted, documentId }: Pick<Placed, 'wanted' | 'documentId'>,
  known: ProjectedState,
): boolean =>
  wanted.documentId === undefined && known.documentId !== null && known.documentId !== documentId;

/** Whether what a delivery says was heard before. */
export function hasNothingNew(
  { fields, stamp, claimedBy }: SharedDocument,
  { registers, claims }: Memory,
): boolean {
  if (claimedBy === undefined) return isSuperseded(fields, stamp, registers);
  return claims !== null && isClaimed(claims, claimedBy, stamp);
}

/** What a document is to have, and what is remembered of it from then on. */
export function merge(
  wanted: SharedDocument,
  mode: Mode,
  current: Fields | null,
  memory: Memory,
): Memory & { write: Fields } {
  const { fields, identity = [] } = wanted;
  const merged = mergeSaid(wanted, mode, current, memory);
  for (const field of identity) {
    if (current?.[field] !== fields[field]) merged.write[field] = fields[field];
  }
  return merged;
}

function mergeSaid(
  { fields, stamp, claimedBy }: SharedDocument,
  mode: Mode,
  current: Fields | null,
  { registers, claims }: Memory,
): Memory & { write: Fields } {
  if (claimedBy === undefined) {
    return { ...mergeRegisters(fields, stamp, current, registers, mode), claims };
  }
  const next = heard(claims ?? claimsBefore(registers), claimedBy, stamp, fields);
  return { ...mergeClaims(next, current, registers, mode), claims: next };
}

/** Whether a document is what it is by, whoever changed the rest. */
export const hasIdentity = ({ fields, identity = [] }: SharedDocument, present: Fields): boolean =>
  identity.every((field) => present[field] === fields[field]);
