import { createHash } from 'node:crypto';
import type { Core } from '@strapi/types';
import type { Knex } from 'knex';
import type { Issue } from '../../../shared/deliveries';
import type { DeliveryFacts } from '../delivery/facts';
import type { Blob, Lifted } from '../delivery/lift';
import { debugPoint } from '../config/debug-point';
import { writeBlob } from './blobs';
import { firstPiece, writeRest } from './bytes';
import { TABLES } from './models';
import { columns, insertRow, isTaken, table } from './sql';
import { inTransaction } from './transaction';

/** A delivery on its way into the log: the body, how it came, and what it says about itself. */
export interface Arrival {
  /** SHA-256 of the raw body (after gzip), 64 hex digits. */
  digest: string;
  /** Size of the raw body in bytes. */
  byteSize: number;
  lifted: Lifted;
  /** Epoch milliseconds. */
  receivedAt: number;
  /** Name of the token that it came with; never the token itself. */
  token: string;
  remoteAddress: string | null;
  userAgent: string | null;
  state: 'pending' | 'quarantined';
  reason: string | null;
  issues: Issue[];
  facts: DeliveryFacts;
}

export interface Appended {
  deliveryId: string;
  outcome: 'accepted' | 'duplicate';
  streamKey: string | null;
}

/**
 * A delivery's public id, from its digest: the same bytes have the same id, here and in any other
 * log that received them.
 */
export const deliveryIdOf = (digest: string): string => `dlv_${digest.slice(0, 24)}`;

/**
 * The key of an article's stream. A hash, because ids are compared without regard to case by
 * MySQL's usual collations, and the feed's are not known to be free of case.
 */
export const streamKeyOf = (articleId: string): string =>
  createHash('sha256').update(articleId).digest('hex');

/**
 * Appends a delivery. When this returns, the delivery is committed: the answer may go out.
 * The digest's unique index decides which of two simultaneous copies is the first.
 */
export async function append(strapi: Core.Strapi, arrival: Arrival): Promise<Appended> {
  const deliveryId = deliveryIdOf(arrival.digest);
  const { articleId } = arrival.facts;
  const streamKey = articleId === null ? null : streamKeyOf(articleId);
  try {
    await inTransaction(strapi, async ({ trx }) => {
      const position = await insertLogRow(strapi, trx, arrival);
      await storeBlobs(strapi, trx, arrival.lifted.blobs);
      await table(strapi, TABLES.delivery, trx).insert(
        columns({
          id: position,
          deliveryId,
          digest: arrival.digest,
          streamKey,
          ...arrival.facts,
          receivedAt: arrival.receivedAt,
          byteSize: arrival.byteSize,
          issues: JSON.stringify(arrival.issues),
          state: arrival.state,
          reason: arrival.reason,
          stateChangedAt: arrival.receivedAt,
          duplicates: 0,
          failures: 0,
        }),
      );
      debugPoint('before-append');
    });
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

async function insertLogRow(strapi: Core.Strapi, trx: Knex.Transaction, arrival: Arrival) {
  const { lifted, digest, byteSize, receivedAt, token, remoteAddress, userAgent } = arrival;
  const id = await insertRow(strapi, TABLES.log, trx, {
    digest,
    receivedAt,
    byteSize,
    token,
    remoteAddress,
    userAgent,
    lifts: JSON.stringify(lifted.lifts),
    body: firstPiece(strapi, lifted.skeleton),
  });
  const place = { uid: TABLES.log, where: { id }, column: 'body' };
  await writeRest(strapi, trx, place, lifted.skeleton);
  return id;
}

/**
 * Stores the images that are not stored yet, or whose bytes retention dropped. The bytes of the
 * others are not sent again.
 */
async function storeBlobs(strapi: Core.Strapi, trx: Knex.Transaction, blobs: readonly Blob[]) {
  if (blobs.length === 0) return;
  const digests = blobs.map(({ digest }) => digest);
  const stored: { digest: string }[] = await table(strapi, TABLES.blob, trx)
    .select('digest')
    .whereIn('digest', digests)
    .whereNotNull('bytes');
  const known = new Set(stored.map(({ digest }) => digest));
  // In one order everywhere, so that two deliveries with the same images do not wait for each other.
  const inTurn = [...blobs].sort((a, b) => (a.digest < b.digest ? -1 : 1));
  for (const blob of inTurn) {
    if (!known.has(blob.digest)) await writeBlob(strapi, trx, blob);
  }
}

async function countDuplicate(strapi: Core.Strapi, { digest, receivedAt }: Arrival): Promise<void> {
  await table(strapi, TABLES.delivery)
    .where({ digest })
    .update({ last_duplicate_at: receivedAt })
    .increment('duplicates', 1);
}
