import type { Core } from '@strapi/types';
import { inTransaction } from '../../database/transaction';
import type { Suggestion } from '../../ledger/people/suggestions';
import { ledgerOf } from '../../ledger/ledger';
import { UNSEEN } from '../../projection/merge/merge';
import { mappingOf } from '../../entries/mapping-of';
import { lookAgain } from '../look-again';

/**
 * Takes the rejection of a suggestion back: the article's newest delivery offers its value again, once
 * it is projected, where the draft still has another.
 * @returns the stream to run; null when it cannot be taken back any more.
 */
export async function offerAgain(
  strapi: Core.Strapi,
  { id, streamKey, field }: Suggestion,
  decidedBy: string,
): Promise<string | null> {
  const ledger = ledgerOf(strapi);
  return inTransaction(strapi, async ({ trx }) => {
    const stream = await ledger.streams.lock(trx, streamKey);
    const newest = await ledger.suggestions.newestFor(streamKey, field);
    if (newest?.id !== id || newest.state !== 'rejected') return null;
    if (stream.targetUid !== mappingOf(strapi).uid) return null;
    await ledger.streams.save({ ...stream, base: { ...stream.base, [field]: UNSEEN } });
    await ledger.decisions.record({
      kind: 'suggestion',
      choice: 'offered',
      subject: field,
      streamKey,
      documentId: newest.documentId,
      deliveryPosition: newest.deliveryPosition,
      decidedBy,
    });
    await lookAgain(strapi, streamKey);
    return streamKey;
  });
}
