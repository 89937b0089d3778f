import type { Core } from '@strapi/types';
import { isRecord, recordOf } from '../../../../shared/records';
import { UIDS } from '../../content-types/uids';
import { joinTransaction } from '../../database/transaction';
import { uniqueSlug } from '../../projection/addresses/slug';
import { isSlugTaken } from '../../entries/entry-slugs';
import { defaultLocale } from '../../entries/locales/locales';
import { mappingOf } from '../../entries/mapping-of';
import type { Mapping } from '../../mapping/model/mapping';
import { entryRows, textIn } from '../../strapi/entries';
import type { NamedLocales } from '../../strapi/watch-documents';

/** What somebody copies. */
interface Original {
  documentId: string;
  /** What they want to be different. */
  data: Record<string, unknown>;
  /** The locales that are copied. */
  locale: NamedLocales;
}

/** What is true of the service's article alone: a copy is in no state there, and goes online on no day by itself. */
const OF_THE_SERVICE = { sourceStatus: null, plannedForDate: null };

/**
 * Copies an article for an editor. The copy has no id of the feed's, by which the original alone must be found; it has
 * an address of its own in each of its locales, and no earlier ones.
 * @param copy carries it out with other data.
 */
export async function copyByHand(
  strapi: Core.Strapi,
  { documentId, data, locale: named }: Original,
  copy: (data: Record<string, unknown>) => Promise<unknown>,
): Promise<unknown> {
  const mapping = mappingOf(strapi);
  const { uid, sourceId, slug, previousSlugs } = mapping;
  const other: Record<string, unknown> = { ...data, ...(uid === UIDS.article && OF_THE_SERVICE) };
  if (sourceId !== null) other[sourceId] = null;
  if (previousSlugs !== null) other[previousSlugs] = null;
  if (slug === null) return copy(other);
  const drafts = mapping.draftAndPublish ? { publishedAt: null } : {};
  const where = { documentId, ...drafts, ...(await copied(strapi, mapping, named)) };
  const select = [slug, 'locale'];
  const originals = await entryRows(strapi, uid).findMany({ select, where });
  // In every locale: a copy of a localized entry is made in all that it has.
  const freeOf = async (wanted: unknown, own: string | null) => {
    if (typeof wanted !== 'string' || wanted === '') return null;
    const isTaken = (one: string) => isSlugTaken(strapi, { mapping, locale: null }, one, own);
    return uniqueSlug(wanted, null, isTaken, undefined, mapping.longestSlug);
  };
  const address = await freeOf(other[slug] ?? originals[0]?.[slug], null);
  const made = address === null ? other : { ...other, [slug]: address };
  if (originals.length < 2 || other[slug] !== undefined) return copy(made);
  // Strapi takes one value for all locales that it copies.
  return joinTransaction(strapi, async () => {
    const result = recordOf(await copy(made));
    const own = textIn(result, 'documentId');
    const slugs = new Map<unknown, string | null>();
    for (const { locale, [slug]: wanted } of originals) {
      const data = { [slug]: await freeOf(wanted, own) };
      await entryRows(strapi, uid).updateMany({ where: { documentId: own, locale }, data });
      slugs.set(locale, data[slug] ?? null);
    }
    const entries = Array.isArray(result.entries) ? result.entries.filter(isRecord) : [];
    const shown = entries.map((entry) => ({ ...entry, [slug]: slugs.get(entry.locale) }));
    return { ...result, entries: shown };
  });
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
