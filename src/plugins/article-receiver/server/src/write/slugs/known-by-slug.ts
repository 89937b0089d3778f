import type { Core } from '@strapi/types';
import { inLocale, type EntryPlace } from '../../entries/entry-place';
import { isSlugTaken } from '../../entries/entry-slugs';
import { ledgerOf } from '../../ledger/ledger';
import { entryRows } from '../../strapi/entries';

/**
 * Whether readers know another entry by a slug: it is published with it, or it has it and was published with it
 * last. Who had the slug before must not lead its readers elsewhere then; a draft that nobody
 * has seen takes nothing away from them.
 * @param own the entry that had the slug; null for one that is yet to be made.
 */
export async function isKnownBySlug(
  strapi: Core.Strapi,
  place: EntryPlace,
  slug: string,
  own: string | null,
): Promise<boolean> {
  if (!(await isSlugTaken(strapi, place, slug, own))) return false;
  const { uid, slug: field, draftAndPublish } = place.mapping;
  if (field === null || !draftAndPublish) return true;
  const others = own === null ? {} : { documentId: { $ne: own } };
  const rows = await entryRows(strapi, uid).findMany({
    select: ['publishedAt'],
    where: { [field]: slug, ...others, ...inLocale(place) },
  });
  if (rows.some(({ publishedAt }) => publishedAt !== null)) return true;
  const published = await ledgerOf(strapi).streams.all.findMany({
    select: ['locale'],
    where: {
      documentId: { $in: rows.map(({ documentId }) => documentId) },
      publishedSlug: slug,
    },
  });
  return published.some(({ locale }) => locale === place.locale);
}
