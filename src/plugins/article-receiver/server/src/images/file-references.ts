import type { Core } from '@strapi/types';
import { UIDS } from '../content-types/uids';
import { replaceInJson } from '../text/addresses/addresses';
import { entryRows, type EntryRow } from '../strapi/entries';
import { mediaLibrary, type LibraryFile } from '../strapi/media-library';
import { addressOf } from './library-files';

/**
 * What stands in content, with the file's number, for the address of a file that only has addresses
 * for a while. A path and no scheme of its own: unknown schemes are taken out of Markdown.
 */
const BEGINNING = '/article-receiver/files/';

const referenceTo = (fileId: number): string => `${BEGINNING}${fileId}`;

/** An entry as the Content API gives it; `id` is the row's, a draft's or a published version's. */
type Entry = Record<string, unknown>;

interface ArticleFiles extends EntryRow {
  heroImage: LibraryFile | null;
  images: { file: LibraryFile | null }[];
}

/**
 * How content names files: by an address, or, where the site's storage is private and its addresses
 * are signed and expire, by their id, to be resolved when the content is read.
 */
export async function namesOfFiles(strapi: Core.Strapi): Promise<(file: LibraryFile) => string> {
  const { provider } = mediaLibrary(strapi);
  const own = strapi.config.get<string>('plugin::upload.provider');
  const isPrivate = await provider.isPrivate();
  return (file) =>
    isPrivate && file.provider === own ? referenceTo(file.id) : addressOf(strapi, file);
}

/**
 * Entries of articles with addresses that work now in the place of references to their own images.
 * A reference to any other file stays one: who can send or edit a text must not get at a file by
 * guessing its number.
 * @param ids the row's id of each entry.
 */
export async function withFileAddresses<Row extends Entry>(
  strapi: Core.Strapi,
  entries: readonly Row[],
  ids: readonly number[],
): Promise<Row[]> {
  const referring = ids.filter((_, n) => JSON.stringify(entries[n]).includes(BEGINNING));
  if (referring.length === 0) return [...entries];
  const rows = (await entryRows(strapi, UIDS.article).findMany({
    where: { id: { $in: referring } },
    populate: { heroImage: true, images: { populate: { file: true } } },
  })) as ArticleFiles[];
  const addresses = new Map<number, Map<string, string>>();
  for (const row of rows) addresses.set(row.id, await addressesIn(strapi, row));
  return entries.map((entry, n) => {
    const known = addresses.get(ids[n] ?? NaN);
    return known ? (replaceInJson(entry, known) as Row) : entry;
  });
}

async function addressesIn(
  strapi: Core.Strapi,
  { heroImage, images }: ArticleFiles,
): Promise<Map<string, string>> {
  const service = mediaLibrary(strapi).service('file');
  const files = [heroImage, ...images.map(({ file }) => file)].filter((file) => file !== null);
  const addresses = new Map<string, string>();
  for (const file of files) {
    const reference = referenceTo(file.id);
    if (addresses.has(reference)) continue;
    addresses.set(reference, addressOf(strapi, await service.signFileUrls(file)));
  }
  return addresses;
}
