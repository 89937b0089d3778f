import type { Core } from '@strapi/types';
import { joinTransaction } from '../database/transaction';
import { readEntry } from '../entries/entry-document';
import { targetOf } from '../entries/target-of';
import { ledgerOf } from '../ledger/ledger';
import { baseAfterDrop } from '../projection/merge/field-history';

/**
 * Drops an editor's unpublished changes for them: the draft is what is published again. What came back
 * with that of the service's older texts is nobody's edit.
 */
export async function dropChanges(
  strapi: Core.Strapi,
  documentId: string,
  drop: () => Promise<unknown>,
): Promise<unknown> {
  const ledger = ledgerOf(strapi);
  const streamKey = await ledger.documents.streamOf(documentId);
  if (streamKey === null) return drop();
  return joinTransaction(strapi, async ({ trx }) => {
    const stream = await ledger.streams.lock(trx, streamKey);
    const place = { mapping: targetOf(strapi), locale: stream.locale };
    const draft = () => readEntry(strapi, place, documentId, 'draft');
    const before = await draft();
    const result = await drop();
    const after = await draft();
    if (before && after && stream.base) {
      const base = baseAfterDrop({ before, after }, stream.base, stream.history);
      await ledger.streams.save({ ...stream, base });
    }
    return result;
  });
}
