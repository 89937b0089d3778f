import type { Core } from '@strapi/types';
import { references, restore } from '../delivery/lift';
import { fromJson } from '../database/columns';
import { TABLES } from '../database/models';
import { findRow } from '../database/rows';

/** A body as the log keeps it: references in the place of image data. */
export interface StoredBody {
  digest: string;
  skeleton: Buffer;
  /** Byte offsets of the references in the skeleton. */
  lifts: number[];
}

/** The stored body at a position; null when retention dropped it. */
export async function storedBody(
  strapi: Core.Strapi,
  position: number,
): Promise<StoredBody | null> {
  const row = await findRow(strapi, TABLES.log, ['digest', 'lifts', 'body'], (log) =>
    log.where({ id: position }),
  );
  if (!row) throw new Error(`position ${position} of the log is empty`);
  return row.body && { digest: row.digest, skeleton: row.body, lifts: fromJson(row.lifts) };
}

/** The bytes of a stored image; null when they are not stored. */
export async function imageBytes(strapi: Core.Strapi, digest: string): Promise<Buffer | null> {
  const row = await findRow(strapi, TABLES.blob, ['bytes'], (blobs) => blobs.where({ digest }));
  return row?.bytes ?? null;
}

/** The exact body; null when retention dropped it, or the bytes of an image in it. */
export async function readBody(strapi: Core.Strapi, position: number): Promise<Buffer | null> {
  const stored = await storedBody(strapi, position);
  if (!stored) return null;
  const { skeleton, lifts } = stored;
  const blobs = new Map<string, Buffer>();
  for (const digest of new Set(references(skeleton, lifts))) {
    const bytes = await imageBytes(strapi, digest);
    if (!bytes) return null;
    blobs.set(digest, bytes);
  }
  return restore(skeleton, lifts, blobs);
}
