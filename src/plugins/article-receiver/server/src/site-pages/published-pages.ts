import type { Core } from '@strapi/types';
import { ledgerOf } from '../ledger/ledger';
import { addressOfArticle } from '../config/article-url';
import { articleUrlOf } from '../config/site-options';
import { having } from '../database/columns';
import { table } from '../database/sql';
import { UIDS } from '../content-types/uids';
import { languageField, mappingOf } from '../entries/mapping-of';
import { entryRows, textIn } from '../strapi/entries';
import type { PublishedPage } from './page-change';

/** An article of the feed and the entry that shows it. */
export interface PublishedStream {
  id: number;
  streamKey: string;
  documentId: string;
  locale: string | null;
}

/** The articles that are entries of the type that articles go to, in the order of their ids. */
export async function placedStreams(
  strapi: Core.Strapi,
  afterId: number,
  limit: number,
): Promise<PublishedStream[]> {
  const { uid } = mappingOf(strapi);
  // Rows of the first versions name no type.
  const types = [{ targetUid: uid }, { targetUid: { $null: true } }];
  const onType = uid === UIDS.article ? { $or: types } : types[0];
  const placed = await ledgerOf(strapi).streams.all.findMany({
    select: ['id', 'streamKey', 'documentId', 'locale'],
    where: { $and: [{ documentId: { $notNull: true }, id: { $gt: afterId } }, onType] },
    orderBy: { id: 'asc' },
    limit,
  });
  return having(placed, 'documentId');
}

/** Where some articles are published, by stream key; those that are nowhere are left out. */
export async function publishedPages(
  strapi: Core.Strapi,
  streams: readonly PublishedStream[],
): Promise<Map<string, PublishedPage>> {
  const articleUrl = articleUrlOf(strapi);
  const mapping = mappingOf(strapi);
  const { uid, slug, draftAndPublish } = mapping;
  if (!articleUrl || slug === null) return new Map();
  const language = languageField(mapping);
  const isLocalized = mapping.missingLocale !== null;
  const entries = await entryRows(strapi, uid).findMany({
    select: [
      ...['publishedAt', 'createdAt', 'updatedAt', slug],
      ...(language === null ? [] : [language]),
    ],
    where: {
      documentId: { $in: streams.map(({ documentId }) => documentId) },
      ...(draftAndPublish ? { publishedAt: { $notNull: true } } : {}),
    },
  });
  const keyOf = (documentId: unknown, locale: unknown) =>
    `${String(documentId)} ${isLocalized ? String(locale) : ''}`;
  const byEntry = new Map(entries.map((row) => [keyOf(row.documentId, row.locale), row]));
  const found = new Map<string, PublishedPage>();
  for (const { streamKey, documentId, locale } of streams) {
    const row = byEntry.get(keyOf(documentId, locale));
    if (!row) continue;
    const place = { slug: textIn(row, slug) ?? '', language: textIn(row, language) };
    const url = addressOfArticle(articleUrl, place);
    if (url === null) continue;
    const publishedAt = timeOf(row.publishedAt) ?? timeOf(row.createdAt);
    // Strapi makes a published version anew each time; without drafts, an entry is changed in place.
    const version = `${String(row.id)}${draftAndPublish ? '' : ` ${timeOf(row.updatedAt)}`}`;
    found.set(streamKey, { url, version, publishedAt });
  }
  return found;
}

function timeOf(value: unknown): number | null {
  if (typeof value !== 'string' && typeof value !== 'number' && !(value instanceof Date))
    return null;
  const time = new Date(value).getTime();
  return Number.isNaN(time) ? null : time;
}

/** Another text whenever something was published, moved or taken offline, or an article got an entry. */
export async function stampOfPublished(strapi: Core.Strapi): Promise<string> {
  const { uid, draftAndPublish, missingLocale } = mappingOf(strapi);
  const query = table(strapi, uid).count({ count: '*' }).sum({ sum: 'id' });
  // An article that follows the service into another locale is not published anew.
  if (missingLocale !== null) void query.select('locale').groupBy('locale').orderBy('locale');
  if (draftAndPublish) void query.whereNotNull('published_at');
  else void query.max({ newest: 'updated_at' });
  const streams = await ledgerOf(strapi).streams.all.count({
    where: { documentId: { $notNull: true } },
  });
  return JSON.stringify([await query, streams]);
}
