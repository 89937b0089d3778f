import type { Core } from '@strapi/types';
import { reasonOf, readReason } from '../../../../shared/deliveries/reasons';
import { refreshAttention } from '../../entries/attention';
import { inTransaction } from '../../database/transaction';
import { withoutPublication } from '../../editors/without-publication';
import type { DeliveryRow } from '../../ledger/deliveries/delivery-row';
import { ledgerOf } from '../../ledger/ledger';

/**
 * Leaves a parked delivery as it is, for good: what it asks for is not asked again, by no rebuild and
 * no redrive of others. The projection carries it out. Redriving it takes the decision back.
 * @returns whether it was parked.
 */
export async function leave(
  strapi: Core.Strapi,
  { deliveryId, streamKey, articleId }: DeliveryRow,
  name: string,
): Promise<boolean> {
  const ledger = ledgerOf(strapi);
  if (streamKey === null) return false;
  return inTransaction(strapi, async ({ trx }) => {
    const stream = await ledger.streams.open(trx, streamKey, articleId ?? '');
    const row = await ledger.deliveries.find(deliveryId);
    if (row?.state !== 'parked') return false;
    const { documentId, hold } = stream;
    const isAsked = hold?.position === row.id;
    // A released hold is no decision any more: the publication waits for something else by now.
    const isHeld = isAsked && !hold.released;
    if (isHeld) await ledger.streams.save(withoutPublication(stream));
    else if (isAsked) await ledger.streams.save({ ...stream, hold: null });
    await ledger.decisions.record({
      ...(isHeld
        ? { kind: 'publication', choice: 'discard', subject: hold.fingerprint }
        : { kind: 'delivery', choice: 'leave', subject: null }),
      streamKey,
      documentId,
      deliveryPosition: row.id,
      decidedBy: name,
    });
    // All deliveries that wait because their article was deleted are answered together.
    const asked = readReason(row)?.code ?? null;
    const same =
      asked === 'articleDeleted'
        ? (await ledger.deliveries.parkedIn(streamKey)).filter(
            (other) => readReason(other)?.code === asked,
          )
        : [row];
    // A dropped publication needs no code: its content counts as published from now on (see above).
    const code = isHeld ? null : asked;
    for (const { id } of same) {
      await ledger.deliveries.setLeft(id, { by: name, code });
      await ledger.deliveries.changeState(id, { state: 'pending', reason: null });
      await ledger.attempts.record([
        {
          streamKey,
          deliveryPosition: id,
          startedAt: Date.now(),
          outcome: 'pending',
          reason: reasonOf('left', { name }),
          changes: [],
        },
      ]);
    }
    await refreshAttention(strapi, streamKey);
    return true;
  });
}
