import type { Core } from '@strapi/types';
import { inTransaction } from '../database/transaction';
import { decisionsOn, recordDecision } from '../ledger/decisions';
import type { DeliveryRow } from '../ledger/deliveries';
import { lockStream, saveStream } from '../ledger/streams';

/** No content has this fingerprint: whatever is to be published next is new. */
const NO_CONTENT = '';

/**
 * Takes back what was decided against a delivery, for who asks for this very delivery again: what it
 * was not to publish is looked at once more.
 */
export async function askAgain(
  strapi: Core.Strapi,
  { id, streamKey, leftBy }: DeliveryRow,
  decidedBy: string,
): Promise<void> {
  if (streamKey === null) return;
  const decisions = await decisionsOn(strapi, [id]);
  const last = decisions.filter(({ kind }) => kind === 'publication').at(-1);
  const isDropped = last?.choice === 'discard';
  if (!isDropped && leftBy === null) return;
  await inTransaction(strapi, async ({ trx }) => {
    const stream = await lockStream(strapi, trx, streamKey);
    const subject = isDropped ? last.subject : null;
    // Something else may have been published since.
    if (isDropped && stream.publishedFingerprint === subject) {
      await saveStream(strapi, { ...stream, publishedFingerprint: NO_CONTENT });
    }
    await recordDecision(strapi, {
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
