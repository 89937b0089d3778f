import type { Core } from '@strapi/types';
import { languageField, targetOf } from '../entries/target-of';
import { documentsOf } from '../ledger/streams';
import type { ExpectedPage } from '../text/page-faults';

interface File {
  hash: string | null;
  url: string | null;
  alternativeText: string | null;
}

/** What the page of a published article is to show; null when the article is not published any more. */
export async function expectedPage(
  strapi: Core.Strapi,
  streamKey: string,
  url: string,
): Promise<ExpectedPage | null> {
  const document = (await documentsOf(strapi, [streamKey])).get(streamKey);
  const target = targetOf(strapi);
  const { uid, title, jsonLd, hero, draftAndPublish } = target;
  if (!document || document.contentType !== uid) return null;
  const { documentId, locale } = document;
  const isLocalized = languageField(target) === 'locale' && locale !== null;
  const row = (await strapi.db.query(uid).findOne({
    where: {
      documentId,
      ...(draftAndPublish ? { publishedAt: { $notNull: true } } : {}),
      ...(isLocalized ? { locale } : {}),
    },
    ...(hero === null ? {} : { populate: [hero] }),
  })) as Record<string, unknown> | null;
  if (!row) return null;
  const said = title === null ? null : row[title];
  const file = [hero === null ? null : row[hero]].flat()[0] as File | null | undefined;
  return {
    url,
    title: typeof said === 'string' ? said : null,
    hero: file ? { names: namesOf(file), alternative: file.alternativeText } : null,
    jsonLd: jsonLd === null ? null : (row[jsonLd] ?? null),
  };
}

/** The name of a file in Strapi, and in its storage. */
function namesOf({ hash, url }: File): string[] {
  const stored = (url ?? '')
    .replace(/[?#].*$/s, '')
    .replace(/^.*\//s, '')
    .replace(/\.\w+$/, '');
  return [...new Set([hash ?? '', stored])].filter((name) => name !== '');
}
