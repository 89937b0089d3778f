import type { Core } from '@strapi/types';
import { ledgerOf } from '../ledger/ledger';
import type { DeliveryRow } from '../ledger/deliveries/delivery-row';
import type { StreamDocument } from '../ledger/streams/documents';
import { beginningOf, MAX_SHOWN } from '../read-delivery/beginning';
import { storedType } from '../strapi/metadata';
import { schemasOf } from '../strapi/schemas';
import { fieldFor, mayTell, type MayField } from './readable';

/**
 * The titles of entries that are there, by documentId; null where nothing in one is a title. Of long ones
 * the beginning, and the database gives no more of them.
 */
export async function titlesIn(
  strapi: Core.Strapi,
  documents: readonly StreamDocument[],
): Promise<Map<string, string | null>> {
  const titles = new Map<string, string | null>();
  for (const uid of new Set(documents.map(({ contentType }) => contentType))) {
    // A site may have dropped the type that its articles once went to.
    if (!schemasOf(strapi).contentTypes[uid]) continue;
    const ofType = documents.filter(({ contentType }) => contentType === uid);
    const field = fieldFor(strapi, uid, 'title');
    for (const [documentId, text] of await beginningsIn(strapi, uid, field, ofType)) {
      titles.set(documentId, text || null);
    }
  }
  return titles;
}

/** The same for whoever asks: null where they may not read it. */
export async function titlesFor(
  strapi: Core.Strapi,
  documents: readonly StreamDocument[],
  mayRead: MayField,
): Promise<Map<string, string | null>> {
  const titles = await titlesIn(strapi, documents);
  for (const document of documents) {
    const { documentId } = document;
    if (titles.has(documentId) && !mayTell(strapi, mayRead, document, 'title')) {
      titles.set(documentId, null);
    }
  }
  return titles;
}

/** Kinds of fields of which a part can be asked for. */
const TEXTS = new Set(['string', 'text', 'richtext', 'uid', 'email', 'enumeration']);

/** How the text in a field begins, in each version of some entries; null where there is none. */
async function beginningsIn(
  strapi: Core.Strapi,
  uid: string,
  field: string | null,
  documents: readonly StreamDocument[],
): Promise<[documentId: string, text: string | null][]> {
  const { tableName, attributes } = storedType(strapi, uid);
  const attribute = field === null ? undefined : attributes[field];
  const isText = attribute !== undefined && TEXTS.has(attribute.type);
  const column = attribute?.columnName ?? field;
  const asked = strapi.db
    .getConnection(tableName)
    .select({ documentId: 'document_id', locale: 'locale' })
    .whereIn('document_id', [...new Set(documents.map(({ documentId }) => documentId))])
    // Of a draft and what is published, the draft was there first.
    .orderBy('id', 'desc');
  if (isText) {
    asked.select({ text: strapi.db.connection.raw('substr(??, 1, ?)', [column, MAX_SHOWN]) });
  }
  const rows = (await asked) as { documentId: string; locale: unknown; text?: string | null }[];
  return rows
    .filter(inOwnLocale(documents))
    .map(({ documentId, text }) => [documentId, text ? beginningOf(text) : null]);
}

/** Tells the rows of the feed's articles from those of translations, which may stay when an article is deleted. */
export function inOwnLocale(
  documents: readonly StreamDocument[],
): (row: { documentId: string; locale?: unknown }) => boolean {
  const locales = new Map(documents.map(({ documentId, locale }) => [documentId, locale]));
  return ({ documentId, locale }) => [null, locale].includes(locales.get(documentId));
}

/** What the newest delivery of each stream says of its article. */
export async function newestIn(
  strapi: Core.Strapi,
  streamKeys: readonly string[],
): Promise<Map<string, Pick<DeliveryRow, 'title' | 'articleId'>>> {
  const newest = await ledgerOf(strapi).deliveries.all.findMany({
    select: ['streamKey', 'title', 'articleId'],
    where: { streamKey: { $in: streamKeys } },
    orderBy: { id: 'asc' },
  });
  return new Map(newest.map(({ streamKey, ...row }) => [streamKey ?? '', row]));
}
