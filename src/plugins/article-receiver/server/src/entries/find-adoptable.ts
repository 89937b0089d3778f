import type { Core } from '@strapi/types';
import type { AdoptedEntry } from '../../../shared/deliveries/jobs';
import type { Options } from '../config/options';
import { ledgerOf } from '../ledger/ledger';
import type { Row } from '../mapping/values/read-entry';
import { textIn } from '../strapi/entries';
import type { EntryPlace } from './entry-place';
import { findByValue } from './read-entry';

/**
 * The entry that an article goes on with though the receiver did not write it: made by hand, by an
 * earlier importer, or left by an earlier installation. Null when there is none, or the site wants
 * none. Never one that is another article's already.
 */
export async function findAdoptable(
  strapi: Core.Strapi,
  place: EntryPlace,
  { articleId, slug }: { articleId: string; slug: string },
  adopt: Options['adopt'],
): Promise<AdoptedEntry | null> {
  if (adopt === 'never') return null;
  const { sourceId: idField, slug: slugField, title: titleField } = place.mapping;
  const byId = idField === null ? [] : await findByValue(strapi, place, idField, articleId);
  const isNobodys = (row: Row) =>
    idField === null || row[idField] === null || row[idField] === undefined || row[idField] === '';
  const bySlug =
    slugField === null || adopt === 'id'
      ? []
      : (await findByValue(strapi, place, slugField, slug)).filter(isNobodys);
  const found = [
    ...byId.map((row) => ({ row, by: 'id' as const })),
    ...bySlug.map((row) => ({ row, by: 'slug' as const })),
  ];
  for (const { row, by } of found) {
    const { documentId } = row;
    if ((await ledgerOf(strapi).documents.streamOf(documentId)) !== null) continue;
    return { documentId, title: textIn(row, titleField), by };
  }
  return null;
}
