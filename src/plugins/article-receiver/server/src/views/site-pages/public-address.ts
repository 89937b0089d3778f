import type { Core } from '@strapi/types';
import { addressOfArticle } from '../../config/article-url';
import { articleUrlOf } from '../../config/site-options';
import { languageField, mappingOf } from '../../entries/mapping-of';
import { entryRows, textIn } from '../../strapi/entries';

/** An entry, in one of its versions. */
export interface EntryVersion {
  documentId: string;
  /** Null on a type without locales. */
  locale: string | null;
  status: 'draft' | 'published';
}

/** What an entry's address on the front end is made of, and the address. */
export interface PlacedEntry {
  slug: string;
  language: string | null;
  url: string;
}

/**
 * Where a version of an article is, or would be, on the front end; null where nobody said where
 * articles are, there is no such version, or it has no address.
 */
export async function placeOnFrontEnd(
  strapi: Core.Strapi,
  { documentId, locale, status }: EntryVersion,
): Promise<PlacedEntry | null> {
  const articleUrl = articleUrlOf(strapi);
  const target = mappingOf(strapi);
  const { uid, slug, draftAndPublish } = target;
  if (!articleUrl || slug === null) return null;
  const language = languageField(target);
  const version = draftAndPublish ? { publishedAt: { $notNull: status === 'published' } } : {};
  const row = await entryRows(strapi, uid).findOne({
    select: [slug, ...(language === null ? [] : [language])],
    where: { documentId, ...version, ...(locale === null ? {} : { locale }) },
  });
  if (!row) return null;
  const entry = { slug: textIn(row, slug) ?? '', language: textIn(row, language) };
  const url = addressOfArticle(articleUrl, entry);
  return url === null ? null : { ...entry, url };
}

/** Where the published version of an entry of some type is; null where it is nowhere. */
export async function publicAddress(
  strapi: Core.Strapi,
  entry: { documentId: string | null; contentType: string | null; locale: string | null },
): Promise<string | null> {
  const { documentId, contentType, locale } = entry;
  if (documentId === null || contentType !== mappingOf(strapi).uid) return null;
  const placed = await placeOnFrontEnd(strapi, { documentId, locale, status: 'published' });
  return placed?.url ?? null;
}
