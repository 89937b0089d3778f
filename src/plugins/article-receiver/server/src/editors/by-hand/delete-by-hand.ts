import type { Core } from '@strapi/types';
import { ledgerOf } from '../../ledger/ledger';
import { onTarget, type StreamState } from '../../projection/article/stream-state';
import { currentRequest } from '../../strapi/current-request';
import { entryRows } from '../../strapi/entries';
import { personName } from '../person-name';
import { underLock } from '../under-lock';

/** An entry, in the type that articles go to or in one to which they went before. */
interface Entry {
  uid: string;
  documentId: string;
}

/** Deletes an article for an editor, all of it, and keeps that they did. */
export const deleteByHand = (
  strapi: Core.Strapi,
  { uid, documentId }: Entry,
  remove: () => Promise<unknown>,
): Promise<unknown> =>
  underLock(strapi, documentId, async (locked) => {
    const result = await remove();
    if (locked !== null) await noteDeletion(strapi, locked.stream, { uid, documentId });
    return result;
  });

/** Keeps who deleted an article, and when: it may be asked for again much later. */
async function noteDeletion(
  strapi: Core.Strapi,
  stream: StreamState,
  { uid, documentId }: Entry,
): Promise<void> {
  const { documentId: known, locale } = onTarget(stream, uid);
  if (known !== documentId) return;
  const where = { documentId, ...(locale === null ? {} : { locale }) };
  // Of a type with locales, another one may have been deleted.
  if ((await entryRows(strapi, uid).count({ where })) > 0) return;
  const { decisions, planned } = ledgerOf(strapi);
  await planned.recordPublished(stream.streamKey, false);
  await decisions.record({
    kind: 'article',
    choice: 'delete',
    subject: null,
    streamKey: stream.streamKey,
    documentId,
    deliveryPosition: null,
    decidedBy: personName(currentRequest(strapi)?.state?.user) ?? '',
  });
}
