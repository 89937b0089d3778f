import type { Core } from '@strapi/types';
import { TABLES } from '../database/tables';
import { findRow, findRows } from '../database/rows';
import { inTransaction } from '../database/transaction';
import { ledgerOf } from '../ledger/ledger';
import { deliveryIdOf } from '../read-delivery/identity';
import { restore, whole, type Lifted } from '../read-delivery/lift';
import type { Arrival } from './arrival';
import { rewriteBody, storeBlobs } from './write-arrivals';

/**
 * Stores again what retention dropped of a delivery that came again, from its sender, who is told that it is here, or
 * from an archive. Whoever wants it then has it by a redrive or a rebuild. Of what belongs in quarantine only what
 * somebody discarded was dropped: that stays so, and its room bounded, however often it comes.
 * @returns whether anything was stored.
 */
export async function putBack(
  strapi: Core.Strapi,
  { digest, lifted, state }: Arrival,
): Promise<boolean> {
  if (state === 'quarantined') return false;
  const dropped = await findRow(strapi, TABLES.log, ['id'], (log) =>
    log.where({ digest }).whereNull('body'),
  );
  if (!dropped) return putImagesBack(strapi, lifted);
  const known = await ledgerOf(strapi).deliveries.find(deliveryIdOf(digest));
  // Whole in quarantine, so that nothing of it stays behind when it is dropped once more.
  const form = known?.state === 'quarantined' ? whole(bodyOf(lifted)) : lifted;
  await inTransaction(strapi, ({ trx }) => rewriteBody(strapi, trx, digest, form));
  return true;
}

const bodyOf = ({ skeleton, lifts, blobs }: Lifted): Buffer =>
  restore(skeleton, lifts, new Map(blobs.map(({ digest, bytes }) => [digest, bytes])));

/** Of images that have no row, the log needs no bytes: a body in quarantine has them in it. */
async function putImagesBack(strapi: Core.Strapi, { blobs }: Lifted): Promise<boolean> {
  if (blobs.length === 0) return false;
  const digests = blobs.map(({ digest }) => digest);
  const gone = await findRows(strapi, TABLES.blob, ['digest'], (stored) =>
    stored.whereIn('digest', digests).whereNull('bytes'),
  );
  if (gone.length === 0) return false;
  const images = blobs.filter((blob) => gone.some(({ digest }) => digest === blob.digest));
  await inTransaction(strapi, ({ trx }) => storeBlobs(strapi, trx, images));
  return true;
}
