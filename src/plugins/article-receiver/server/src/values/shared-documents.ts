import type { Core } from '@strapi/types';
import type { Knex } from 'knex';
import { inTransaction } from '../database/transaction';
import {
  insertProjected,
  isProjected,
  lockProjected,
  openProjected,
  readProjected,
  saveProjected,
  sourceKeyOf,
  type ProjectedKey,
  type ProjectedState,
} from '../ledger/projected';
import { takeLocks } from '../database/locks';
import { newDocumentId } from '../entries/document-id';
import { StreamMoved } from '../work/outcomes';
import type { Fields } from '../projection/merge/merge';
import {
  claimsBefore,
  heard,
  isClaimed,
  mergeClaims,
} from '../projection/shared-documents/file-claims';
import { isSettled, mergeRegisters, type Stamp } from '../projection/shared-documents/registers';
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

/** A document that a delivery is going to speak of. */
export interface Expected {
  key: ProjectedKey;
  /** Where it is read from ahead. */
  store?: SharedStore;
}

/** What deliveries say of shared documents: looked at first, and written together, once. */
export interface SharedDocuments {
  /** Reads documents ahead: in a statement for all of a kind, not in one for each. */
  readAhead(expected: readonly Expected[]): Promise<void>;
  /** Says which document it is, or will be once `write` was called. Writes nothing. */
  place(wanted: SharedDocument): Promise<ProjectedDocument>;
  /** As `place`, but one that has to be made or changed is so at once, in a transaction of its own. */
  placeNow(wanted: SharedDocument): Promise<ProjectedDocument>;
  /** The locks to take before `write`; see `database/locks`. */
  locks(): string[];
  /**
   * Makes and changes the documents that were placed, and writes down what was said of them. Joins a
   * transaction that has written already, and comes before its first plain read (see `lockStream`).
   * @throws StreamMoved when somebody else made or deleted one meanwhile: place them again.
   */
  write(trx: Knex.Transaction): Promise<void>;
  /** Does the same in a transaction of its own. */
  writeAlone(): Promise<void>;
}

/** What a delivery says, and what was found when it was placed. */
interface Placed {
  wanted: SharedDocument;
  /** Its row then; null where there was none. */
  known: ProjectedState | null;
  present: Fields | null;
  documentId: string;
  /** Whether it has to be made: nobody made it yet, or somebody deleted it. */
  isMissing: boolean;
}

/** What was read of a document ahead: its row, and what is in it where that was read, too. */
interface Ahead {
  known: ProjectedState | null;
  present?: Fields | null | undefined;
}

const readOne = async (
  strapi: Core.Strapi,
  store: SharedStore,
  documentId: string | null,
): Promise<Fields | null> =>
  documentId === null ? null : ((await store.read(strapi, [documentId])).get(documentId) ?? null);

/**
 * Documents that several deliveries fill, from the point of view of some of them. One that an editor
 * deleted is made again, under the same id: something refers to it.
 */
export function createSharedDocuments(strapi: Core.Strapi): SharedDocuments {
  const ahead = new Map<string, Ahead>();
  const placed = new Map<string, Placed[]>();

  async function readAhead(expected: readonly Expected[]): Promise<void> {
    const unread = expected.filter(({ key }) => !ahead.has(sourceKeyOf(key)));
    const rows = await readProjected(
      strapi,
      unread.map(({ key }) => key),
    );
    const found = unread.map(({ key, store }) => {
      const sourceKey = sourceKeyOf(key);
      return { sourceKey, store, known: rows.get(sourceKey) ?? null };
    });
    for (const store of new Set(found.map((one) => one.store))) {
      const ones = found.filter((one) => one.store === store);
      const ids = ones.flatMap(({ known }) => known?.documentId ?? []);
      const present = store && ids.length > 0 ? await store.read(strapi, ids) : null;
      for (const { sourceKey, known } of ones) {
        const id = known?.documentId ?? null;
        ahead.set(sourceKey, {
          known,
          present: id === null || !present ? undefined : (present.get(id) ?? null),
        });
      }
    }
  }

  async function look(wanted: SharedDocument): Promise<Placed | ProjectedDocument> {
    const { key, store } = wanted;
    const sourceKey = sourceKeyOf(key);
    if (!ahead.has(sourceKey)) await readAhead([wanted.present ? { key } : { key, store }]);
    const { known = null, present: seen } = ahead.get(sourceKey) ?? {};
    const before = placed.get(sourceKey)?.[0];
    const toBeMade = before?.isMissing ? before.documentId : null;
    const findsNothing = known || wanted.documentId || before;
    const left = findsNothing ? null : await findLeft(strapi, wanted);
    const knownId = wanted.documentId ?? known?.documentId ?? left;
    const isSeen = seen !== undefined && knownId === known?.documentId;
    const present = wanted.present ?? (isSeen ? seen : await readOne(strapi, store, knownId));
    if (wanted.preview) return previewOf(wanted, knownId, present);
    // One that was made before and then deleted is what the article lost: that is no offer.
    if (knownId === null && toBeMade === null && (await wanted.isOffer?.()))
      return { documentId: unmade(key), recreated: false };
    const isSaid = known !== null && present !== null && hasNothingNew(wanted, known);
    if (knownId !== null && isSaid && hasIdentity(wanted, present))
      return { documentId: knownId, recreated: false };
    const documentId = knownId ?? toBeMade ?? newDocumentId();
    return { wanted, known, present, documentId, isMissing: present === null };
  }

  function remember(one: Placed): ProjectedDocument {
    const sourceKey = sourceKeyOf(one.wanted.key);
    placed.set(sourceKey, [...(placed.get(sourceKey) ?? []), one]);
    return answerOf(one);
  }

  async function place(wanted: SharedDocument): Promise<ProjectedDocument> {
    const found = await look(wanted);
    return isPlaced(found) ? remember(found) : found;
  }

  return {
    readAhead,
    place,
    placeNow: (wanted) =>
      unlessMoved(async () => {
        const found = await look(wanted);
        if (!isPlaced(found)) return found;
        if (!hasToWrite(found)) return remember(found);
        const sourceKey = sourceKeyOf(wanted.key);
        // Whatever comes of it, it is to be read again.
        ahead.delete(sourceKey);
        await writeAlone(strapi, new Map([[sourceKey, [found]]]));
        return answerOf(found);
      }),
    locks: () => locksOf(placed),
    write: (trx) => writeAll(strapi, trx, placed),
    writeAlone: () => writeAlone(strapi, placed),
  };
}

/**
 * Writes down what is said of a document that was made just now: before anybody else finds it, and takes
 * what it says for a person's. Joins a transaction.
 */
export async function recordMade(
  strapi: Core.Strapi,
  trx: Knex.Transaction,
  wanted: SharedDocument & { documentId: string; present: Fields },
): Promise<void> {
  const { key, documentId, present } = wanted;
  const { registers, claims } = merge(wanted, present, NOTHING);
  await insertProjected(strapi, trx, key, { documentId, registers, claims });
}

/** So often two at most get in each other's way; each time, one of them gets on. */
const MAX_TRIES = 5;

/** Does something again where another run was faster. */
export async function unlessMoved<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StreamMoved) || tries === MAX_TRIES) throw error;
    }
  }
}

const isPlaced = (found: Placed | ProjectedDocument): found is Placed => 'wanted' in found;

const answerOf = ({ documentId, known, wanted, isMissing }: Placed): ProjectedDocument => ({
  documentId,
  recreated: isMissing && (wanted.documentId ?? known?.documentId ?? null) !== null,
});

/** By the hashes of their keys, in the order in which they were placed. */
type AllPlaced = ReadonlyMap<string, readonly Placed[]>;

const locksOf = (placed: AllPlaced): string[] =>
  [...placed.values()]
    .flat()
    .filter(({ isMissing }) => isMissing)
    .flatMap(({ wanted: { store, fields } }) => store.locks?.(fields) ?? []);

const hasToWrite = ({ wanted, known, present, isMissing }: Placed): boolean =>
  isMissing || Object.keys(merge(wanted, present, known ?? NOTHING).write).length > 0;

async function writeAlone(strapi: Core.Strapi, placed: AllPlaced): Promise<void> {
  const keys = keysOf(placed);
  if (keys.length === 0) return;
  const locks = locksOf(placed);
  await inTransaction(strapi, async ({ trx }) => {
    await openProjected(strapi, trx, keys);
    await takeLocks(strapi, trx, locks);
    await writeAll(strapi, trx, placed);
  });
}

const keysOf = (placed: AllPlaced): ProjectedKey[] =>
  [...placed.values()].flatMap(([first]) => first?.wanted.key ?? []);

async function writeAll(
  strapi: Core.Strapi,
  trx: Knex.Transaction,
  placed: AllPlaced,
): Promise<void> {
  const keys = keysOf(placed);
  if (keys.length === 0) return;
  const isNew = [...placed.values()].flat().some(({ known }) => known === null);
  if (isNew) await openProjected(strapi, trx, keys);
  const rows = await lockProjected(strapi, trx, keys);
  const saved: { key: ProjectedKey; state: ProjectedState }[] = [];
  for (const [sourceKey, ones] of placed) {
    const before = rows.get(sourceKey);
    if (!before) throw new StreamMoved('what was projected was removed meanwhile');
    let state = before;
    for (const one of ones) state = await writeOne(strapi, one, state);
    const [first] = ones;
    if (first && !sameState(before, state)) saved.push({ key: first.wanted.key, state });
  }
  await saveProjected(strapi, trx, saved);
}

/** @param state as it is under the lock. @returns as it is from now on. */
async function writeOne(
  strapi: Core.Strapi,
  one: Placed,
  state: ProjectedState,
): Promise<ProjectedState> {
  const { wanted, documentId, isMissing } = one;
  const { store, key } = wanted;
  if ((wanted.documentId ?? state.documentId ?? documentId) !== documentId)
    throw new StreamMoved(`a ${key.kind} was made meanwhile`);
  const current = await currentOf(strapi, one, state);
  if (current === null && !isMissing) throw new StreamMoved(`a ${key.kind} was deleted meanwhile`);
  const { write, ...next } = merge(wanted, current, state);
  if (current === null) await store.create(strapi, documentId, write);
  else await store.update(strapi, documentId, write);
  return { documentId, ...next };
}

/** The document as it is now; one of which nobody said anything since it was read, as it was then. */
function currentOf(
  strapi: Core.Strapi,
  one: Placed,
  state: ProjectedState,
): Fields | null | Promise<Fields | null> {
  const { wanted, known, present, documentId, isMissing } = one;
  if (isMissing && state.documentId === null) return null;
  const isAsFound = sameState(known ?? UNKNOWN, state);
  return isAsFound && !hasToWrite(one) ? present : readOne(strapi, wanted.store, documentId);
}

const UNKNOWN: ProjectedState = { documentId: null, registers: {}, claims: null };

const sameState = (a: ProjectedState, b: ProjectedState): boolean => textOf(a) === textOf(b);

const textOf = ({ documentId, registers, claims }: ProjectedState): string =>
  JSON.stringify([documentId, registers, claims]);

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
