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

/** Retention dropped the body, or image bytes in it: the row and its digest are what is left. */
export class BodyDropped extends Error {
  override readonly name = 'BodyDropped';
}

/**
 * The stored body of the delivery at a position of the log.
 * @throws BodyDropped when retention dropped it.
 */
export async function storedBody(strapi: Core.Strapi, position: number): Promise<StoredBody> {
  const row = await findRow(strapi, TABLES.log, ['digest', 'lifts', 'body'], (log) =>
    log.where({ id: position }),
  );
  if (!row) throw new Error(`position ${position} of the log is empty`);
  if (!row.body) throw new BodyDropped('the body of this delivery was dropped by retention');
  return { digest: row.digest, skeleton: row.body, lifts: fromJson(row.lifts) };
}

/** The exact body; null when retention dropped it, or the bytes of an image in it. */
export async function bodyUnlessDropped(
  strapi: Core.Strapi,
  position: number,
): Promise<Buffer | null> {
  try {
    return await exactBody(strapi, position);
  } catch (error) {
    if (error instanceof BodyDropped) return null;
    throw error;
  }
}

/** The bytes of a stored image; null when they are not stored. */
export async function blobBytes(strapi: Core.Strapi, digest: string): Promise<Buffer | null> {
  const row = await findRow(strapi, TABLES.blob, ['bytes'], (blobs) => blobs.where({ digest }));
  return row?.bytes ?? null;
}

/**
 * The body exactly as it was received, image data included.
 * @throws BodyDropped when retention dropped it, or the bytes of an image in it.
 */
export async function exactBody(strapi: Core.Strapi, position: number): Promise<Buffer> {
  const { skeleton, lifts } = await storedBody(strapi, position);
  const blobs = new Map<string, Buffer>();
  for (const digest of new Set(references(skeleton, lifts))) {
    const bytes = await blobBytes(strapi, digest);
    if (!bytes)
      throw new BodyDropped(`the bytes of image sha256:${digest} were dropped by retention`);
    blobs.set(digest, bytes);
  }
  return restore(skeleton, lifts, blobs);
}
