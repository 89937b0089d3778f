import { createHash } from 'node:crypto';
import type { Core } from '@strapi/types';
import { TABLES } from './models';
import { columns, table } from './sql';

/**
 * Stores the bytes of an image beside those that came in deliveries.
 * @returns their SHA-256, by which they are found.
 */
export async function storeBlob(strapi: Core.Strapi, bytes: Buffer): Promise<string> {
  const digest = createHash('sha256').update(bytes).digest('hex');
  await table(strapi, TABLES.blob)
    .insert(columns({ digest, bytes, byteSize: bytes.length, storedAt: Date.now() }))
    .onConflict('digest')
    // Retention may have dropped the bytes of the row.
    .merge(['bytes', 'stored_at']);
  return digest;
}
