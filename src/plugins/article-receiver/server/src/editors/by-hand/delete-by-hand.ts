import type { Core } from '@strapi/types';
import { ledgerOf } from '../../ledger/ledger';
import type { StreamState } from '../../projection/article/stream-state';
import { currentRequest } from '../../strapi/current-request';
import { entryRows } from '../../strapi/entries';
import { personName } from '../person-name';
import { underLock } from '../under-lock';

/** Deletes an article for an editor, all of it, and keeps that they did. */
export const deleteByHand = (
  strapi: Core.Strapi,
  documentId: string,
  remove: () => Promise<unknown>,
): Promise<unknown> =>
  underLock(strapi, documentId, async (locked) => {
    const result = await remove();
    if (locked !== null) await noteDeletion(strapi, locked.stream, documentId);
    return result;
  });

/** Keeps who deleted an article, and when: it may be asked for again much later. */
async function noteDeletion(
  strapi: Core.Strapi,
  { streamKey, targetUid, locale }: StreamState,
  documentId: string,
): Promise<void> {
  const where = { documentId, ...(locale === null ? {} : { locale }) };
  // Of a type with locales, another one may have been deleted.
  if ((await entryRows(strapi, targetUid).count({ where })) > 0) return;
  await ledgerOf(strapi).decisions.record({
    kind: 'article',
    choice: 'delete',
    subject: null,
    streamKey,
    documentId,
    deliveryPosition: null,
    decidedBy: personName(currentRequest(strapi)?.state?.user) ?? '',
  });
}
