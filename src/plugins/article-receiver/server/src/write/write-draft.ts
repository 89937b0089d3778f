import type { Core } from '@strapi/types';
import type { EntryPlace } from '../entries/entry-place';
import { isSlugTaken } from '../entries/entry-slugs';
import { createEntry, moveLocale, updateEntry, writePublished } from '../entries/write-entry';
import type { Fields } from '../projection/merge/merge';
import type { WantedArticle } from '../article-content/wanted-article';
import type { PreparedArticle } from './prepare-article';

/** Writes what of a draft is not as it should be: where it is to be, and what it is to say. */
export async function writeDraft(
  strapi: Core.Strapi,
  { place }: WantedArticle,
  { documentId: known, present, plan, moveFrom, slug }: PreparedArticle,
): Promise<{ documentId: string; stored: Fields }> {
  const { write } = plan.merge;
  if (moveFrom !== null && known !== null) {
    await moveLocale(strapi, place, known, moveFrom);
    if (slug?.slug) await readdress(strapi, place, known, present.published, slug.slug);
  }
  if (!present.draft || !known) return createEntry(strapi, place, write, known);
  return updateEntry(strapi, place, known, write);
}

/** A published version that moved along has an address of its own where it is now. */
async function readdress(
  strapi: Core.Strapi,
  place: EntryPlace,
  documentId: string,
  published: Fields | null,
  slug: string,
): Promise<void> {
  const { slug: name } = place.mapping;
  const had = name === null ? null : published?.[name];
  if (
    name === null ||
    typeof had !== 'string' ||
    !(await isSlugTaken(strapi, place, had, documentId))
  )
    return;
  await writePublished(strapi, place, documentId, { [name]: slug });
}
