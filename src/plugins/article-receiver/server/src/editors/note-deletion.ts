import type { Core } from '@strapi/types';
import { ledgerOf } from '../ledger/ledger';
import { currentRequest } from '../strapi/current-request';
import { entryRows } from '../strapi/entries';
import { personName } from './person-name';

/** Keeps who deleted an article, and when: it may be asked for again much later. */
export async function noteDeletion(strapi: Core.Strapi, documentId: string): Promise<void> {
  const ledger = ledgerOf(strapi);
  const [document] = await ledger.documents.among([documentId]);
  const streamKey = document && (await ledger.documents.streamOf(documentId));
  if (!document || !streamKey) return;
  const { contentType, locale } = document;
  const where = { documentId, ...(locale === null ? {} : { locale }) };
  // Of a type with locales, another one may have been deleted.
  if ((await entryRows(strapi, contentType).count({ where })) > 0) return;
  await ledger.decisions.record({
    kind: 'article',
    choice: 'delete',
    subject: null,
    streamKey,
    documentId,
    deliveryPosition: null,
    decidedBy: personName(currentRequest(strapi)?.state?.user) ?? '',
  });
}
