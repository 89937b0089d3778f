import type { Core } from '@strapi/types';
import { inTransaction } from '../database/transaction';
import { recordDecision } from '../ledger/decisions';
import { changeState, readStream } from '../ledger/deliveries';
import { lockStream, saveStream } from '../ledger/streams';
import { findSuggestions, type Suggestion } from '../ledger/suggestions';
import { inOrder } from '../projection/article/evolve';
import { UNSEEN } from '../projection/merge/merge';
import { targetOf } from '../entries/target-of';

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
  return inTransaction(strapi, async ({ trx }) => {
    const stream = await lockStream(strapi, trx, streamKey);
    const newest = (await findSuggestions(strapi, { streamKey })).find(
      (one) => one.field === field,
    );
    if (newest?.id !== id || newest.state !== 'rejected') return null;
    if (stream.targetUid !== targetOf(strapi).uid) return null;
    await saveStream(strapi, { ...stream, base: { ...stream.base, [field]: UNSEEN } });
    await recordDecision(strapi, {
      kind: 'suggestion',
      choice: 'offered',
      subject: field,
      streamKey,
      documentId: newest.documentId,
      deliveryPosition: newest.deliveryPosition,
      decidedBy,
    });
    const deliveries = [...(await readStream(strapi, streamKey))].sort(inOrder);
    const shown = deliveries.findLast(({ state }) => state === 'applied' || state === 'parked');
    if (shown) await changeState(strapi, shown.position, { state: 'pending', reason: null });
    return streamKey;
  });
}
