import { createHash } from 'node:crypto';
import type { Core } from '@strapi/types';
import type { Knex } from 'knex';
import type { LiftedImage } from '../read-delivery/lift';
import { firstPiece, writeRest } from '../database/bytes';
import { TABLES } from '../database/tables';
import { columns, table } from '../database/sql';
import { inTransaction } from '../database/transaction';

/** Stores the bytes of an image. @returns their SHA-256. */
export async function storeBlob(strapi: Core.Strapi, bytes: Buffer): Promise<string> {
  const digest = createHash('sha256').update(bytes).digest('hex');
  await inTransaction(strapi, ({ trx }) => writeBlob(strapi, trx, { digest, bytes }));
  return digest;
}

/** Stores image bytes under their digest, also where retention dropped them before. */
export async function writeBlob(
  strapi: Core.Strapi,
  trx: Knex.Transaction,
  { digest, bytes }: LiftedImage,
): Promise<void> {
  const row = { digest, bytes: firstPiece(strapi, bytes), byteSize: bytes.length };
  await table(strapi, TABLES.blob, trx)
    .insert(columns({ ...row, storedAt: Date.now() }))
    .onConflict('digest')
    .merge(['bytes', 'stored_at']);
  await writeRest(strapi, trx, { uid: TABLES.blob, where: { digest }, column: 'bytes' }, bytes);
}

/**
 * Notes that an image came again, now. Its row is locked for the rest of the transaction: whoever is
 * dropping its bytes has done so, or sees that they are wanted.
 * @returns whether its bytes are stored.
 */
export async function renewBlob(
  strapi: Core.Strapi,
  trx: Knex.Transaction,
  digest: string,
): Promise<boolean> {
  const renewed: number = await table(strapi, TABLES.blob, trx)
    .where({ digest })
    .whereNotNull('bytes')
    .update(columns({ storedAt: Date.now() }));
  return renewed > 0;
}
