import type { Core } from '@strapi/types';
import { inTransaction } from '../../database/transaction';
import type { DeliveryRow } from '../../ledger/deliveries/delivery-row';
import { ledgerOf } from '../../ledger/ledger';
import { NO_CONTENT } from '../../projection/article/plan-article';

/**
 * Takes back what was decided against a delivery, for who asks for this very delivery again: what it
 * was not to publish is looked at once more.
 */
export async function askAgain(
  strapi: Core.Strapi,
  { id, streamKey, leftBy }: DeliveryRow,
  decidedBy: string,
): Promise<void> {
  const ledger = ledgerOf(strapi);
  if (streamKey === null) return;
  const decisions = await ledger.decisions.on([id]);
  const last = decisions.filter(({ kind }) => kind === 'publication').at(-1);
  const isDropped = last?.choice === 'discard';
  if (!isDropped && leftBy === null) return;
  await inTransaction(strapi, async ({ trx }) => {
    const stream = await ledger.streams.lock(trx, streamKey);
    const subject = isDropped ? last.subject : null;
    // Something else may have been published since.
    if (isDropped && stream.publishedFingerprint === subject) {
      await ledger.streams.save({ ...stream, publishedFingerprint: NO_CONTENT });
    }
    await ledger.decisions.record({
      ...(isDropped
        ? { kind: 'publication', choice: 'ask' }
        : { kind: 'delivery', choice: 'apply' }),
      subject,
      streamKey,
      documentId: stream.documentId,
      deliveryPosition: id,
      decidedBy,
    });
  });
}
