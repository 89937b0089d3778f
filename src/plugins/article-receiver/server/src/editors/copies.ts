import type { Core } from '@strapi/types';
import { uniqueSlug } from '../projection/addresses/slug';
import { isSlugTaken } from '../entries/entry-slugs';
import { mappingOf } from '../entries/mapping-of';
import { entryRows } from '../strapi/entries';

/**
 * The values of a copy, without what makes the original the feed's article: a filter by that finds
 * one. A copy has an address of its own, and no earlier ones.
 * @param data what whoever makes the copy wants to be different.
 */
export async function identityOfCopy(
  strapi: Core.Strapi,
  documentId: string,
  data: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const mapping = mappingOf(strapi);
  const { uid, sourceId, slug, previousSlugs } = mapping;
  const copy: Record<string, unknown> = { ...data };
  if (sourceId !== null) copy[sourceId] = null;
  if (previousSlugs !== null) copy[previousSlugs] = null;
  if (slug === null) return copy;
  const original = await entryRows(strapi, uid).findOne({ select: [slug], where: { documentId } });
  const wanted = copy[slug] ?? original?.[slug];
  if (typeof wanted !== 'string' || wanted === '') return copy;
  // In every locale: a copy of a localized entry is made in all that it has.
  const isTaken = (other: string) => isSlugTaken(strapi, { mapping, locale: null }, other, null);
  return { ...copy, [slug]: await uniqueSlug(wanted, null, isTaken) };
}
