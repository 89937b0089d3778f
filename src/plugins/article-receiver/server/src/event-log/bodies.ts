import type { Core } from '@strapi/types';
import { references, restore } from '../read-delivery/lift';
import { fromJson } from '../database/columns';
import { TABLES } from '../database/tables';
import { findRow, findRows } from '../database/rows';
import { askedTogether } from '../run-context/looks';
import { BodyDamaged } from './body-damaged';

/** A body as the log keeps it: references in the place of image data. */
export interface StoredBody {
  digest: string;
  skeleton: Buffer;
  /** Byte offsets of the references in the skeleton. */
  lifts: number[];
}

/** The stored body at a position; null when retention dropped it. */
export const storedBody = askedTogether(
  async (strapi: Core.Strapi, positions: readonly number[]) => {
    const found = await findRows(strapi, TABLES.log, ['id', 'digest', 'lifts', 'body'], (log) =>
      log.whereIn('id', [...new Set(positions)]),
    );
    const rows = new Map(found.map((row) => [row.id, row]));
    return (position: number): StoredBody | null => {
      const row = rows.get(position);
      if (!row) throw new BodyDamaged(`position ${position} of the log is empty`);
      return row.body && { digest: row.digest, skeleton: row.body, lifts: fromJson(row.lifts) };
    };
  },
);

/** The bytes of a stored image; null when they are not stored. */
export async function imageBytes(strapi: Core.Strapi, digest: string): Promise<Buffer | null> {
  const row = await findRow(strapi, TABLES.blob, ['bytes'], (blobs) => blobs.where({ digest }));
  return row?.bytes ?? null;
}

/** Those of some images whose bytes are stored. */
export async function heldImages(
  strapi: Core.Strapi,
  digests: readonly string[],
): Promise<Set<string>> {
  const held = await findRows(strapi, TABLES.blob, ['digest'], (blobs) =>
    blobs.whereIn('digest', [...digests]).whereNotNull('bytes'),
  );
  return new Set(held.map(({ digest }) => digest));
}

/**
 * The exact body; null when retention dropped it, or the bytes of an image in it.
 * @throws BodyDamaged when it has no images where they were cut out.
 */
export async function exactBody(strapi: Core.Strapi, position: number): Promise<Buffer | null> {
  const stored = await storedBody(strapi, position);
  if (!stored) return null;
  const { skeleton, lifts } = stored;
  const blobs = new Map<string, Buffer>();
  for (const digest of imagesIn(stored)) {
    const bytes = await imageBytes(strapi, digest);
    if (!bytes) return null;
    blobs.set(digest, bytes);
  }
  return restore(skeleton, lifts, blobs);
}

function imagesIn({ skeleton, lifts }: StoredBody): Set<string> {
  try {
    return new Set(references(skeleton, lifts));
  } catch (error) {
    throw new BodyDamaged(error instanceof Error ? error.message : String(error));
  }
}
