import type { Core } from '@strapi/types';
import { uniqueSlug } from '../../projection/addresses/slug';
import { isSlugTaken } from '../../entries/entry-slugs';
import { defaultLocale } from '../../entries/locales';
import { mappingOf } from '../../entries/mapping-of';
import type { Mapping } from '../../mapping/model/mapping';
import { entryRows } from '../../strapi/entries';
import type { NamedLocales } from '../../strapi/watch-documents';

/**
 * The values of a copy, without what makes the original the feed's article: a filter by that finds
 * one. A copy has an address of its own, and no earlier ones.
 * @param data what whoever makes the copy wants to be different.
 * @param named the locales that are copied.
 */
export async function identityOfCopy(
  strapi: Core.Strapi,
  documentId: string,
  data: Record<string, unknown>,
  named: NamedLocales,
): Promise<Record<string, unknown>> {
  const mapping = mappingOf(strapi);
  const { uid, sourceId, slug, previousSlugs } = mapping;
  const copy: Record<string, unknown> = { ...data };
  if (sourceId !== null) copy[sourceId] = null;
  if (previousSlugs !== null) copy[previousSlugs] = null;
  if (slug === null) return copy;
  const drafts = mapping.draftAndPublish ? { publishedAt: null } : {};
  const where = { documentId, ...drafts, ...(await copied(strapi, mapping, named)) };
  const original = await entryRows(strapi, uid).findOne({ select: [slug], where });
  const wanted = copy[slug] ?? original?.[slug];
  if (typeof wanted !== 'string' || wanted === '') return copy;
  // In every locale: a copy of a localized entry is made in all that it has.
  const isTaken = (other: string) => isSlugTaken(strapi, { mapping, locale: null }, other, null);
  return { ...copy, [slug]: await uniqueSlug(wanted, null, isTaken) };
}

/** In which locales an entry is copied, as a condition: the address of a translation is another one. */
async function copied(
  strapi: Core.Strapi,
  { missingLocale }: Mapping,
  named: NamedLocales,
): Promise<object> {
  if (missingLocale === null || named === '*') return {};
  return { locale: { $in: [named || (await defaultLocale(strapi))].flat() } };
}
