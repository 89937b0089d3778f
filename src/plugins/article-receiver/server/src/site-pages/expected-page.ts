import type { Core } from '@strapi/types';
import { languageField, mappingOf } from '../entries/mapping-of';
import { ledgerOf } from '../ledger/ledger';
import { isRecord } from '../../../shared/records';
import { entryRows, textIn } from '../strapi/entries';
import type { ExpectedPage } from '../text/web-page/page-faults';

/** What the page of a published article is to show; null when the article is not published any more. */
export async function expectedPage(
  strapi: Core.Strapi,
  streamKey: string,
  url: string,
): Promise<ExpectedPage | null> {
  const document = (await ledgerOf(strapi).documents.of([streamKey])).get(streamKey);
  const mapping = mappingOf(strapi);
  const { uid, title, jsonLd, hero, draftAndPublish } = mapping;
  if (!document || document.contentType !== uid) return null;
  const { documentId, locale } = document;
  const isLocalized = languageField(mapping) === 'locale' && locale !== null;
  const row = await entryRows(strapi, uid).findOne({
    where: {
      documentId,
      ...(draftAndPublish ? { publishedAt: { $notNull: true } } : {}),
      ...(isLocalized ? { locale } : {}),
    },
    ...(hero === null ? {} : { populate: [hero] }),
  });
  if (!row) return null;
  const [file]: unknown[] = [hero === null ? null : row[hero]].flat();
  return {
    url,
    title: textIn(row, title),
    hero: isRecord(file)
      ? { names: namesOf(file), alternative: textIn(file, 'alternativeText') }
      : null,
    jsonLd: jsonLd === null ? null : (row[jsonLd] ?? null),
  };
}

/** The name of a file in Strapi, and in its storage. */
function namesOf(file: Record<string, unknown>): string[] {
  const stored = (textIn(file, 'url') ?? '')
    .replace(/[?#].*$/s, '')
    .replace(/^.*\//s, '')
    .replace(/\.\w+$/, '');
  return [...new Set([textIn(file, 'hash') ?? '', stored])].filter((name) => name !== '');
}
