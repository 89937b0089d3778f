import type { Core } from '@strapi/types';
import { deliveryIdOf, streamOf } from '../read-delivery/identity';
import { debugPoint } from '../faults/debug-point';
import { type Arrival } from './arrival';
import { CommitGroup } from './commit-group';
import { ledgerOf } from '../ledger/ledger';
import { TABLES } from '../database/tables';
import { findRows } from '../database/rows';
import { isSqlite, isTaken } from '../database/sql';
import { putBack } from './put-back';
import { writeArrivals } from './write-arrivals';

export interface Appended {
  deliveryId: string;
  outcome: 'accepted' | 'duplicate';
  streamKey: string | null;
}

/** Larger bodies gain nothing by waiting for each other. */
const LIMITS = { maxItems: 64, maxBytes: 4 * 1024 * 1024 };
/** A database server commits for several connections at once; SQLite has one. */
const SERVER_WRITERS = 4;

/** Of each arrival, whether it was appended: the log may have its bytes already. */
type Group = CommitGroup<Arrival, boolean>;

/** How deliveries get into the log of a site. */
export function createAppend(strapi: Core.Strapi) {
  const writers = isSqlite(strapi) ? 1 : SERVER_WRITERS;
  const group: Group = new CommitGroup((arrivals) => appendGroup(strapi, arrivals), {
    ...LIMITS,
    writers,
  });
  return {
    append: (arrival: Arrival) => append(strapi, group, arrival),
    appendInOrder: (arrivals: readonly Arrival[]) => appendInOrder(strapi, arrivals),
  };
}

/** Duplicates are set apart first: one of them would keep all others from the common transaction. */
async function appendGroup(strapi: Core.Strapi, arrivals: readonly Arrival[]): Promise<boolean[]> {
  if (arrivals.length === 1) {
    // The insert itself says whether the bytes are here.
    await writeArrivals(strapi, arrivals);
    return [true];
  }
  const firsts = new Map([...arrivals].reverse().map((arrival) => [arrival.digest, arrival]));
  const appended = new Set(await appendLacking(strapi, [...firsts.values()].reverse()));
  return arrivals.map((arrival) => appended.has(arrival));
}

/** The digest's unique index decides which of two simultaneous copies is the first. */
async function append(strapi: Core.Strapi, group: Group, arrival: Arrival): Promise<Appended> {
  const deliveryId = deliveryIdOf(arrival.digest);
  const streamKey = streamOf(arrival.facts);
  const { skeleton, blobs } = arrival.lifted;
  const bytes = blobs.reduce((sum, blob) => sum + blob.bytes.length, skeleton.length);
  const isNew = await group.add(arrival, bytes).catch(async (error: unknown) => {
    // Whether the insert failed because the bytes are here already is asked of the table, not of
    // the error: every driver words it differently.
    if (!(await isTaken(strapi, TABLES.log, { digest: arrival.digest }))) throw error;
    return false;
  });
  if (!isNew) {
    await putBack(strapi, arrival);
    await ledgerOf(strapi).deliveries.countDuplicate(
      deliveryId,
      arrival.digest,
      arrival.receivedAt,
    );
    return { deliveryId, outcome: 'duplicate', streamKey };
  }
  debugPoint('after-append');
  return { deliveryId, outcome: 'accepted', streamKey };
}

async function appendInOrder(
  strapi: Core.Strapi,
  arrivals: readonly Arrival[],
): Promise<readonly Arrival[]> {
  const appended = await appendLacking(strapi, arrivals);
  if (appended.length > 0) debugPoint('after-append');
  return appended;
}

/** @param arrivals with a digest each that no other of them has. */
async function appendLacking(
  strapi: Core.Strapi,
  arrivals: readonly Arrival[],
): Promise<readonly Arrival[]> {
  for (;;) {
    const known = await knownDigests(strapi, arrivals);
    const lacking = arrivals.filter(({ digest }) => !known.has(digest));
    if (lacking.length === 0) return [];
    try {
      await writeArrivals(strapi, lacking);
      return lacking;
    } catch (error) {
      // One of them may have come through the webhook in between; then the others are tried again.
      if ((await knownDigests(strapi, lacking)).size === 0) throw error;
    }
  }
}

/** Which of these bodies the log has. */
async function knownDigests(
  strapi: Core.Strapi,
  arrivals: readonly Arrival[],
): Promise<Set<string>> {
  const digests = arrivals.map(({ digest }) => digest);
  const rows = await findRows(strapi, TABLES.log, ['digest'], (log) =>
    log.whereIn('digest', digests),
  );
  return new Set(rows.map(({ digest }) => digest));
}
