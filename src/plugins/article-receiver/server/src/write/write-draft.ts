import type { Core } from '@strapi/types';
import type { EntryPlace } from '../entries/entry-place';
import { isSlugTaken } from '../entries/entry-slugs';
import { createEntry, moveLocale, updateEntry, writePublished } from '../entries/write-entry';
import type { Fields } from '../projection/merge/merge';
import type { WantedArticle } from '../article-content/wanted-article';
import type { PreparedArticle } from './prepare-article';

/** Brings a draft in line with its plan: moves it to its locale, then makes it or writes what differs. */
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

/** Gives a published version that moved along the draft's slug where its own is taken in the new locale. */
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
