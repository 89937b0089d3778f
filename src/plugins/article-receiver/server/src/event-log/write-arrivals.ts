import type { Core } from '@strapi/types';
import type { Knex } from 'knex';
import { storedReason } from '../../../shared/deliveries/reasons';
import { debugPoint } from '../faults/debug-point';
import { faultReason } from '../faults/explain';
import type { LiftedImage, Lifted } from '../read-delivery/lift';
import type { Arrival } from './arrival';
import { optionsOf } from '../config/site-options';
import { deliveryIdOf, streamOf } from '../read-delivery/identity';
import { ledgerOf } from '../ledger/ledger';
import { renewBlob, writeBlob } from './blobs';
import { inAscii } from './in-ascii';
import { firstPiece, inStatements, writeRest } from '../database/bytes';
import { toJson } from '../database/columns';
import { TABLES } from '../database/tables';
import { findRows } from '../database/rows';
import { insertRows, table } from '../database/sql';
import { inTransaction } from '../database/transaction';

/**
 * Writes all of the deliveries or none, in one transaction. A database that does not have all of their characters
 * loses none of them: their bytes are kept in any case.
 */
export async function writeArrivals(
  strapi: Core.Strapi,
  arrivals: readonly Arrival[],
): Promise<void> {
  try {
    await writeAll(strapi, arrivals);
  } catch (error) {
    if (faultReason(error).code !== 'characterRefused') throw error;
    await writeAll(strapi, arrivals.map(inAscii));
  }
}

async function writeAll(strapi: Core.Strapi, arrivals: readonly Arrival[]): Promise<void> {
  const ledger = ledgerOf(strapi);
  await inTransaction(strapi, async ({ trx }) => {
    const positions = await insertLogRows(strapi, trx, arrivals);
    await storeBlobs(strapi, trx, blobsOf(arrivals));
    const rows = arrivals.map((arrival) => deliveryRow(arrival, positions.get(arrival.digest)));
    await ledger.deliveries.add(trx, rows);
    for (const arrival of arrivals) {
      const { digest, state, past } = arrival;
      const deliveryPosition = positions.get(digest) ?? NaN;
      if (state !== 'quarantined') {
        // What comes from another site's log is no news.
        if (past) continue;
        await ledger.alerts.recordNews(trx, optionsOf(strapi), {
          kind: 'arrived',
          deliveryPosition,
        });
      } else if (!discardOf(arrival)) {
        await ledger.alerts.record(trx, { kind: 'quarantined', deliveryPosition });
      }
    }
    debugPoint('before-append');
  });
}

/** Somebody decided against it in the log that it comes from, and it is of no use here either. */
const discardOf = ({ state, past }: Arrival) =>
  state === 'quarantined' ? (past?.discarded ?? null) : null;

const deliveryRow = (arrival: Arrival, position: number | undefined) => ({
  id: position,
  deliveryId: deliveryIdOf(arrival.digest),
  digest: arrival.digest,
  streamKey: streamOf(arrival.facts),
  ...arrival.facts,
  receivedAt: arrival.receivedAt,
  // The answer goes out when this is committed.
  acknowledgedAt: arrival.past ? arrival.past.acknowledgedAt : Date.now(),
  byteSize: arrival.byteSize,
  issues: toJson(arrival.issues),
  state: arrival.state,
  ...storedReason(discardOf(arrival)?.reason ?? arrival.reason),
  discardedAt: discardOf(arrival)?.at ?? null,
  stateChangedAt: discardOf(arrival)?.at ?? arrival.receivedAt,
  duplicates: arrival.past?.duplicates ?? 0,
  lastDuplicateAt: arrival.past?.lastDuplicateAt ?? null,
  failures: 0,
  isCarried: arrival.past !== null,
});

/** @returns the positions of the deliveries in the log, by digest. */
async function insertLogRows(
  strapi: Core.Strapi,
  trx: Knex.Transaction,
  arrivals: readonly Arrival[],
): Promise<Map<string, number>> {
  const positions = new Map<string, number>();
  for (const part of partsOf(strapi, arrivals)) {
    const rows = part.map((arrival) => ({
      digest: arrival.digest,
      receivedAt: arrival.receivedAt,
      byteSize: arrival.byteSize,
      token: arrival.token,
      remoteAddress: arrival.remoteAddress,
      userAgent: arrival.userAgent,
      lifts: JSON.stringify(arrival.lifted.lifts),
      body: firstPiece(strapi, arrival.lifted.skeleton),
    }));
    const inserted = await insertRows(strapi, TABLES.log, trx, rows, 'digest');
    for (const [digest, position] of inserted) positions.set(digest, position);
  }
  for (const { digest, lifted } of arrivals) {
    const place = { uid: TABLES.log, where: { digest }, column: 'body' };
    await writeRest(strapi, trx, place, lifted.skeleton);
  }
  return positions;
}

/** Arrivals in their order, as many at a time as one statement takes. */
const partsOf = (strapi: Core.Strapi, arrivals: readonly Arrival[]): Arrival[][] =>
  inStatements(arrivals, ({ lifted }) => firstPiece(strapi, lifted.skeleton).length);

/**
 * Stores a body anew that the log has or had in another form: the same bytes, with its images cut out
 * or in their places.
 */
export async function rewriteBody(
  strapi: Core.Strapi,
  trx: Knex.Transaction,
  digest: string,
  { skeleton, lifts, blobs }: Lifted,
): Promise<void> {
  await storeBlobs(strapi, trx, blobs);
  const place = { uid: TABLES.log, where: { digest }, column: 'body' };
  await table(strapi, TABLES.log, trx)
    .where({ digest })
    .update({ lifts: JSON.stringify(lifts), body: firstPiece(strapi, skeleton) });
  await writeRest(strapi, trx, place, skeleton);
}

/** The distinct images of several deliveries. */
const blobsOf = (arrivals: readonly Arrival[]): LiftedImage[] => [
  ...new Map(
    arrivals.flatMap(({ lifted }) => lifted.blobs.map((blob) => [blob.digest, blob])),
  ).values(),
];

/** How old the note of an image's last arrival may be: less than retention's shortest age. */
const RENEWED_AFTER_MS = 24 * 60 * 60_000;

/**
 * Stores the images that are not stored yet, or whose bytes retention dropped. The bytes of the
 * others are not sent again; of those that came long ago it is noted that they came again, so that
 * retention leaves them alone, also where it is dropping them at this moment.
 */
export async function storeBlobs(
  strapi: Core.Strapi,
  trx: Knex.Transaction,
  blobs: readonly LiftedImage[],
): Promise<void> {
  if (blobs.length === 0) return;
  const digests = blobs.map(({ digest }) => digest);
  const stored = await findRows(
    strapi,
    TABLES.blob,
    ['digest', 'storedAt'],
    (all) => all.whereIn('digest', digests).whereNotNull('bytes'),
    trx,
  );
  const known = new Map(stored.map(({ digest, storedAt }) => [digest, storedAt]));
  const longAgo = Date.now() - RENEWED_AFTER_MS;
  // In one order everywhere, so that two deliveries with the same images do not wait for each other.
  const inTurn = [...blobs].sort((a, b) => (a.digest < b.digest ? -1 : 1));
  for (const blob of inTurn) {
    const { digest } = blob;
    const isYoung = (known.get(digest) ?? 0) > longAgo;
    const isThere = isYoung || (known.has(digest) && (await renewBlob(strapi, trx, digest)));
    if (!isThere) await writeBlob(strapi, trx, blob);
  }
}
