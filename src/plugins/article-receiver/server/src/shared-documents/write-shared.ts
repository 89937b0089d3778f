import type { Core } from '@strapi/types';
import type { Knex } from 'knex';
import { takeLocks } from '../database/locks';
import { inTransaction } from '../database/transaction';
import { changedAtOf } from '../entries/read-entry';
import { notBefore, timeAfter } from '../entries/write-time';
import {
  localeOfEntry,
  type ProjectedKey,
  type ProjectedState,
} from '../ledger/shared-documents/projected-key';
import { ledgerOf } from '../ledger/ledger';
import { remember, type History } from '../projection/merge/field-history';
import { fingerprint } from '../projection/merge/fingerprint';
import type { Fields } from '../projection/merge/merge';
import type { Registers } from '../projection/shared-documents/registers';
import { StreamMoved } from '../faults/outcomes';
import { inTurns } from '../pace/give-way';
import {
  isInPlaceOf,
  memoryOf,
  merge,
  NOTHING,
  readOne,
  type Mode,
  type Placed,
  type SharedDocument,
} from './shared-document';

/**
 * Writes down what is said of a document that was made just now: before anybody else finds it, and takes
 * what it says for a person's. Where it had been deleted, whoever brought it first says what it is called,
 * as before. Joins a transaction.
 * @param how `isFirst`: it was never made before.
 */
export async function recordMade(
  strapi: Core.Strapi,
  trx: Knex.Transaction,
  wanted: SharedDocument & { documentId: string; present: Fields },
  { mode, isFirst }: { mode: Mode; isFirst: boolean },
): Promise<void> {
  const { key, documentId, present, store } = wanted;
  const { sharedDocuments } = ledgerOf(strapi);
  const { registers, claims } = merge(wanted, mode, present, NOTHING);
  const made = { documentId, registers, claims, history: {}, fate: null };
  await sharedDocuments.insert(trx, key, made);
  if (isFirst) return;
  const [before] = (await sharedDocuments.lock(trx, [key])).values();
  if (!before || before.documentId === documentId) return;
  const asMade = { registers: registersOf(wanted), claims: before.claims };
  const { write, ...state } = merge(wanted, mode, present, asMade);
  await store.update(strapi, documentId, write);
  await sharedDocuments.save(trx, [{ key, state: { ...made, ...state } }]);
}

/** What a document has that was made just now: nobody changed that. */
const registersOf = ({ fields, present, stamp }: SharedDocument & { present: Fields }): Registers =>
  Object.fromEntries(
    Object.keys(fields).map((field) => [field, { hash: fingerprint(present[field]), stamp }]),
  );

/** By the hashes of their keys, in the order in which they were placed. */
export type AllPlaced = ReadonlyMap<string, readonly Placed[]>;

/** The locks to take before they are written. */
export const locksOf = (placed: AllPlaced): string[] =>
  [...placed.values()]
    .flat()
    .filter(({ isMissing }) => isMissing)
    .flatMap(({ wanted: { store, fields } }) => store.locks?.(fields) ?? []);

/** Whether a document has to be made or changed, as far as is known without its lock. */
export const hasToWrite = (one: Placed): boolean => {
  const { wanted, mode, known, present, isMissing } = one;
  return (
    isMissing || Object.keys(merge(wanted, mode, present, memoryOf(one, known)).write).length > 0
  );
};

/** Makes and changes documents in a transaction of its own. */
export async function writeAlone(strapi: Core.Strapi, placed: AllPlaced): Promise<void> {
  const keys = keysOf(placed);
  if (keys.length === 0) return;
  const locks = locksOf(placed);
  await inTransaction(strapi, async ({ trx }) => {
    await ledgerOf(strapi).sharedDocuments.open(trx, keys);
    await takeLocks(strapi, trx, locks);
    await writeAll(strapi, trx, placed);
  });
}

const keysOf = (placed: AllPlaced): ProjectedKey[] =>
  [...placed.values()].flatMap(([first]) => first?.wanted.key ?? []);

/**
 * Makes and changes documents, and writes down what was said of them. Joins a transaction that has
 * written already, and comes before its first plain read (see `Streams.lock`).
 * @throws StreamMoved when somebody else made or deleted one meanwhile: place them again.
 */
export async function writeAll(
  strapi: Core.Strapi,
  trx: Knex.Transaction,
  placed: AllPlaced,
): Promise<void> {
  const ledger = ledgerOf(strapi);
  const keys = keysOf(placed);
  if (keys.length === 0) return;
  const isNew = [...placed.values()].flat().some(({ known }) => known === null);
  if (isNew) await ledger.sharedDocuments.open(trx, keys);
  const rows = await ledger.sharedDocuments.lock(trx, keys);
  const saved: { key: ProjectedKey; state: ProjectedState }[] = [];
  const othersTurn = inTurns();
  for (const [sourceKey, ones] of placed) {
    const before = rows.get(sourceKey);
    if (!before) throw new StreamMoved('what was projected was removed meanwhile');
    let state = before;
    for (const one of ones) {
      await othersTurn();
      state = await writeOne(strapi, trx, one, state);
    }
    const [first] = ones;
    if (first && !sameState(before, state)) saved.push({ key: first.wanted.key, state });
  }
  await ledger.sharedDocuments.save(trx, saved);
}

/** @param state as it is under the lock. @returns as it is from now on. */
async function writeOne(
  strapi: Core.Strapi,
  trx: Knex.Transaction,
  one: Placed,
  state: ProjectedState,
): Promise<ProjectedState> {
  const { wanted, mode, known, documentId, isMissing } = one;
  const { store, key } = wanted;
  const isOther = isInPlaceOf(one, state);
  if (isOther && !sameState(known ?? UNKNOWN, state))
    throw new StreamMoved(`a ${key.kind} was made meanwhile`);
  const current = await currentOf(strapi, one, state);
  if (current === null && !isMissing) throw new StreamMoved(`a ${key.kind} was deleted meanwhile`);
  const { write, ...next } = merge(wanted, mode, current, memoryOf(one, state));
  if (current === null) {
    await store.create(strapi, documentId, write);
    if (state.documentId === null) return { documentId, ...next, history: {}, fate: state.fate };
    await leadOthersAway(strapi, trx, key, documentId);
    return { documentId, ...next, history: {}, fate: 'madeAgain' };
  }
  const { history: past, fate } = isOther ? UNKNOWN : state;
  // Before it is written, so that whoever reads what was written does so after it.
  const at = timeAfter(changedAtOf(current));
  const history = remembering(past, current, write, at);
  await notBefore(at, () => store.update(strapi, documentId, write));
  return { documentId, ...next, history, fate };
}

/**
 * Has no other name lead to an entry that was deleted and made again under its id: they led there by what somebody
 * had called it, and it is called so no more.
 */
async function leadOthersAway(
  strapi: Core.Strapi,
  trx: Knex.Transaction,
  key: ProjectedKey,
  documentId: string,
): Promise<void> {
  if (key.kind !== 'entry') return;
  const { sharedDocuments } = ledgerOf(strapi);
  for (const other of await sharedDocuments.keysOf('match', documentId)) {
    const locale = localeOfEntry({ ...other, kind: 'entry' });
    if (locale === localeOfEntry(key)) await sharedDocuments.lead(trx, other, null);
  }
}

/** The history of a document that is about to be written. */
function remembering(history: History, current: Fields, write: Fields, at: number): History {
  const replaced = Object.keys(write).map(
    (field) => [field, [fingerprint(current[field])]] as const,
  );
  return remember(history, Object.fromEntries(replaced), at);
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

const UNKNOWN: ProjectedState = {
  documentId: null,
  registers: {},
  claims: null,
  history: {},
  fate: null,
};

const sameState = (a: ProjectedState, b: ProjectedState): boolean => textOf(a) === textOf(b);

const textOf = ({ documentId, registers, claims, history, fate }: ProjectedState): string =>
  JSON.stringify([documentId, registers, claims, history, fate]);
