import type { Core } from '@strapi/types';
import { ledgerOf } from '../ledger/ledger';
import { UIDS } from '../content-types/uids';
import { mappingOf } from './mapping-of';
import type { DeliveryRow } from '../ledger/deliveries/delivery-row';
import type { StreamDocument } from '../ledger/streams/documents';
import { entryRows, textIn } from '../strapi/entries';
import { schemasOf } from '../strapi/schemas';

/** The titles of entries that are there, by documentId; null where nothing in one is a title. */
export async function titlesIn(
  strapi: Core.Strapi,
  documents: readonly StreamDocument[],
): Promise<Map<string, string | null>> {
  const titles = new Map<string, string | null>();
  for (const uid of new Set(documents.map(({ contentType }) => contentType))) {
    // A site may have dropped the type that its articles once went to.
    if (!schemasOf(strapi).contentTypes[uid]) continue;
    const ids = documents.filter(({ contentType }) => contentType === uid);
    const { uid: current, title } = mappingOf(strapi);
    const field = uid === UIDS.article ? 'title' : uid === current ? title : null;
    const found = await entryRows(strapi, uid).findMany({
      select: field === null ? [] : [field],
      where: { documentId: { $in: ids.map(({ documentId }) => documentId) } },
      // Of a draft and what is published, the draft was there first.
      orderBy: { id: 'desc' },
    });
    for (const row of found) titles.set(row.documentId, textIn(row, field) || null);
  }
  return titles;
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
