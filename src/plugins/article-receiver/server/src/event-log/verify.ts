import { createHash } from 'node:crypto';
import type { Core } from '@strapi/types';
import type { Verified } from '../../../shared/deliveries/operations';
import { references, restore } from '../read-delivery/lift';
import { deliveryIdOf } from '../read-delivery/identity';
import { imageBytes } from './bodies';
import { fromJson } from '../database/columns';
import { TABLES } from '../database/tables';
import { findRow, findRows, rows } from '../database/rows';
import { table } from '../database/sql';

/** Rows whose keys are read at once; their bytes are read one row at a time. */
const PAGE = 500;

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** How many bodies and images there are to check. */
export async function countVerifiable(
  strapi: Core.Strapi,
): Promise<{ bodies: number; images: number }> {
  const [bodies, images] = await Promise.all([
    rows(strapi, TABLES.log).count(),
    rows(strapi, TABLES.blob).count(),
  ]);
  return { bodies, images };
}

/**
 * Checks that every body, put together again, still hashes to its digest, and every image to its
 * own. One at a time: memory holds the largest of them, not the log. Test deliveries that are removed
 * meanwhile are left out.
 */
export async function* verify(strapi: Core.Strapi): AsyncGenerator<Verified> {
  for await (const { id, digest } of keysOf(strapi, TABLES.log)) {
    const verified = await verifyBody(strapi, id, digest);
    if (verified) yield verified;
  }
  for await (const { digest } of keysOf(strapi, TABLES.blob)) {
    yield await verifyImage(strapi, digest);
  }
}

async function* keysOf(strapi: Core.Strapi, uid: typeof TABLES.log | typeof TABLES.blob) {
  let after = 0;
  for (;;) {
    const page = after;
    const keys = await findRows(strapi, uid, ['id', 'digest'], (log) =>
      log.where('id', '>', page).orderBy('id').limit(PAGE),
    );
    yield* keys;
    const last = keys.at(-1);
    if (!last) return;
    after = last.id;
  }
}

async function verifyBody(
  strapi: Core.Strapi,
  position: number,
  digest: string,
): Promise<Verified | null> {
  const of = { kind: 'body', id: deliveryIdOf(digest) } as const;
  const damaged = (reason: string): Verified => ({ ...of, result: 'damaged', reason });
  const row = await findRow(strapi, TABLES.log, ['lifts', 'body'], (log) =>
    log.where({ id: position }),
  );
  // Its key was read from its row: nothing but the removal of test deliveries takes one out of the log.
  if (!row) return null;
  if (row.body === null) return { ...of, result: 'dropped', reason: null };
  try {
    const lifts = fromJson(row.lifts);
    const blobs = new Map<string, Buffer>();
    for (const reference of new Set(references(row.body, lifts))) {
      const bytes = await imageBytes(strapi, reference);
      if (bytes) blobs.set(reference, bytes);
      else if (await isDropped(strapi, reference))
        return { ...of, result: 'dropped', reason: null };
    }
    const found = sha256(restore(row.body, lifts, blobs));
    return found === digest
      ? { ...of, result: 'intact', reason: null }
      : damaged(`it hashes to ${found}, not to ${digest}`);
  } catch (error) {
    return damaged(error instanceof Error ? error.message : String(error));
  }
}

/** Whether retention dropped the bytes of an image: it leaves the row. */
async function isDropped(strapi: Core.Strapi, digest: string): Promise<boolean> {
  return (
    (await table(strapi, TABLES.blob).where({ digest }).whereNull('bytes').first('id')) !==
    undefined
  );
}

async function verifyImage(strapi: Core.Strapi, digest: string): Promise<Verified> {
  const of = { kind: 'image', id: digest } as const;
  const bytes = await imageBytes(strapi, digest);
  if (!bytes) return { ...of, result: 'dropped', reason: null };
  const found = sha256(bytes);
  if (found === digest) return { ...of, result: 'intact', reason: null };
  return { ...of, result: 'damaged', reason: `its bytes hash to ${found}` };
}
