import type { Core } from '@strapi/types';
import { storageSuffixIn } from '../projection/shared-documents/file-name';
import { fileRows } from '../strapi/upload';

/** Files that are looked through in one statement. */
const PAGE = 5_000;

const known = new WeakMap<Core.Strapi, Promise<Map<string, number>>>();

/**
 * The id of a file that an earlier installation of the plugin uploaded, which is written down nowhere any
 * more; null when there is none. The Media Library is looked through once for all images: whatever this
 * installation uploads is written down first.
 * @param suffix the part of the storage name that is made from the bytes.
 */
export async function leftFileId(strapi: Core.Strapi, suffix: string): Promise<number | null> {
  const reading = known.get(strapi) ?? readLeft(strapi);
  known.set(strapi, reading);
  try {
    return (await reading).get(suffix) ?? null;
  } catch (error) {
    known.delete(strapi);
    throw error;
  }
}

async function readLeft(strapi: Core.Strapi): Promise<Map<string, number>> {
  const left = new Map<string, number>();
  for (let after = 0; ;) {
    const page = await fileRows(strapi).findMany({
      select: ['id', 'hash'],
      where: { id: { $gt: after } },
      orderBy: { id: 'asc' },
      limit: PAGE,
    });
    for (const { id, hash } of page) {
      after = id;
      const suffix = storageSuffixIn(hash ?? '');
      if (suffix !== null && !left.has(suffix)) left.set(suffix, id);
    }
    if (page.length < PAGE) return left;
  }
}
