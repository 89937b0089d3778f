import type { Core } from '@strapi/types';
import { debugPoint } from '../config/debug-point';
import { deliveryIdOf, streamOf, type Arrival } from './arrival';
import { CommitGroup } from './commit-group';
import { TABLES } from './models';
import { isSqlite, isTaken, table } from './sql';
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

const groups = new WeakMap<Core.Strapi, CommitGroup<Arrival>>();

function groupOf(strapi: Core.Strapi): CommitGroup<Arrival> {
  const known = groups.get(strapi);
  if (known) return known;
  const writers = isSqlite(strapi) ? 1 : SERVER_WRITERS;
  const group = new CommitGroup<Arrival>((arrivals) => writeArrivals(strapi, arrivals), {
    ...LIMITS,
    writers,
  });
  groups.set(strapi, group);
  return group;
}

/**
 * Appends a delivery. When this returns, the delivery is committed: the answer may go out.
 * The digest's unique index decides which of two simultaneous copies is the first.
 */
export async function append(strapi: Core.Strapi, arrival: Arrival): Promise<Appended> {
  const deliveryId = deliveryIdOf(arrival.digest);
  const streamKey = streamOf(arrival.facts);
  const { skeleton, blobs } = arrival.lifted;
  const bytes = blobs.reduce((sum, blob) => sum + blob.bytes.length, skeleton.length);
  try {
    await groupOf(strapi).add(arrival, bytes);
    debugPoint('after-append');
  } catch (error) {
    // Whether the insert failed because the bytes are here already is asked of the table, not of
    // the error: every driver words it differently.
    if (!(await isTaken(strapi, TABLES.log, { digest: arrival.digest }))) throw error;
    await countDuplicate(strapi, arrival);
    return { deliveryId, outcome: 'duplicate', streamKey };
  }
  return { deliveryId, outcome: 'accepted', streamKey };
}

async function countDuplicate(strapi: Core.Strapi, { digest, receivedAt }: Arrival): Promise<void> {
  await table(strapi, TABLES.delivery)
    .where({ digest })
    .update({ last_duplicate_at: receivedAt })
    .increment('duplicates', 1);
}
