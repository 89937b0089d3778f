import type { Core } from '@strapi/types';
import type { Knex } from 'knex';
import { newDocumentId } from '../entries/document-id';
import {
  sourceKeyOf,
  type ProjectedKey,
  type ProjectedState,
} from '../ledger/shared-documents/projected-key';
import { ledgerOf } from '../ledger/ledger';
import type { Fields } from '../projection/merge/merge';
import { StreamMoved } from '../faults/outcomes';
import {
  hasIdentity,
  hasNothingNew,
  memoryOf,
  nameOf,
  readOne,
  type Mode,
  type Placed,
  type ProjectedDocument,
  type SharedDocument,
} from './shared-document';
import type { SharedStore } from './shared-stores';
import { newDocument, unmade } from '../projection/merge/unmade';
import { hasToWrite, locksOf, writeAll, writeAlone } from './write-shared';

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
   * transaction that has written already, and comes before its first plain read (see `Streams.lock`).
   * @throws StreamMoved when somebody else made or deleted one meanwhile: place them again.
   */
  write(trx: Knex.Transaction): Promise<void>;
  /** Does the same in a transaction of its own. */
  writeAlone(): Promise<void>;
}

/** What was read of a document ahead: its row, and what is in it where that was read, too. */
interface Ahead {
  known: ProjectedState | null;
  present?: Fields | null | undefined;
}

/**
 * Documents that several deliveries fill, from the point of view of some of them. One that an editor
 * deleted is made again, under the same id, unless they made another in its place: something refers to it.
 * @param preview only says which documents it would be.
 */
export function createSharedDocuments(
  strapi: Core.Strapi,
  mode: Mode,
  preview: boolean,
): SharedDocuments {
  const ahead = new Map<string, Ahead>();
  const placed = new Map<string, Placed[]>();

  async function readAhead(expected: readonly Expected[]): Promise<void> {
    const unread = expected.filter(({ key }) => !ahead.has(sourceKeyOf(key)));
    const rows = await ledgerOf(strapi).sharedDocuments.read(unread.map(({ key }) => key));
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

  async function look({ isOffer, ...wanted }: SharedDocument): Promise<Placed | ProjectedDocument> {
    // Whether it is an offer is asked here alone: what is remembered is not to keep the whole delivery with that.
    const { key, store } = wanted;
    const unmadeId = unmade(key, null);
    const sourceKey = sourceKeyOf(key);
    if (!ahead.has(sourceKey)) await readAhead([wanted.present ? { key } : { key, store }]);
    const { known = null, present: seen } = ahead.get(sourceKey) ?? {};
    const before = wanted.documentId === undefined ? placed.get(sourceKey)?.[0] : undefined;
    const ownId = wanted.documentId ?? known?.documentId ?? null;
    const isSeen = seen !== undefined && ownId === known?.documentId;
    const own = wanted.present ?? (isSeen ? seen : await readOne(strapi, store, ownId));
    // Which one it is, is decided once in a run.
    const isUnfound = own === null && !before && wanted.documentId === undefined;
    const found = isUnfound ? await findLeft(strapi, wanted) : null;
    if (found?.isAnothers) return { documentId: found.documentId, unmadeId, recreated: false };
    const leftId = found && found.documentId;
    const left = await readOne(strapi, store, leftId);
    // A document that this run is going to make is not there yet. Any other is compared as it is now: an earlier
    // delivery of this run may have changed it.
    const isToBeMade = before?.present === null;
    const [knownId, present] = left ? [leftId, left] : [ownId, isToBeMade ? null : own];
    if (preview) return previewOf(wanted, knownId, present);
    // What an article lost because it was deleted is no offer, and is made again.
    if (present === null && !before && (await isOffer?.()))
      return { documentId: unmade(key, knownId, nameOf(wanted)), unmadeId, recreated: false };
    const documentId = before?.documentId ?? knownId ?? newDocumentId();
    const isSaid =
      present !== null && hasNothingNew(wanted, memoryOf({ wanted, documentId }, known));
    if (known !== null && isSaid && hasIdentity(wanted, present))
      return { documentId, unmadeId, recreated: false };
    return { wanted, mode, known, present, documentId, isMissing: present === null };
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
  unmadeId: unmade(wanted.key, null),
  recreated: isMissing && (wanted.documentId ?? known?.documentId ?? null) !== null,
});

/** A document that says it is the one that is looked for. */
interface Left {
  documentId: string;
  /** Whether it is known as another: somebody has called that so. Then it is left as it is. */
  isAnothers: boolean;
}

/**
 * A document that was there before the receiver knew of it, or that somebody made in the place of the one that they
 * deleted; where what it is called decides, also one that they gave its name: so tags are made one by hand.
 */
async function findLeft(
  strapi: Core.Strapi,
  { key, store, fields }: SharedDocument,
): Promise<Left | null> {
  const ids = (await store.find?.(strapi, fields)) ?? [];
  for (const documentId of ids) {
    if (!(await ledgerOf(strapi).sharedDocuments.has(key.kind, documentId)))
      return { documentId, isAnothers: false };
  }
  const [documentId] = store.isByName ? ids : [];
  return documentId === undefined ? null : { documentId, isAnothers: true };
}

const previewOf = (
  wanted: SharedDocument,
  knownId: string | null,
  present: Fields | null,
): ProjectedDocument => ({
  documentId: knownId ?? newDocument(wanted.key, nameOf(wanted)),
  unmadeId: unmade(wanted.key, null),
  recreated: knownId !== null && present === null,
});
