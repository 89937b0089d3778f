import type { Core } from '@strapi/types';
import { readReason, reasonOf, type Reason } from '../../../../shared/reasons';
import { inTransaction } from '../../database/transaction';
import type { DeliveryState } from '../../../../shared/deliveries';
import { refreshAttention } from '../../entries/attention';
import type { DeliveryRow } from '../../ledger/deliveries/delivery-row';
import { ledgerOf } from '../../ledger/ledger';
import { factsOf } from '../../delivery/facts';
import { readDelivery } from '../../delivery/read';
import { eventLogOf } from '../../event-log/event-log';
import { refusalOf } from '../../receive/check-sender';

/**
 * Asks for a delivery to be projected again. A quarantined one is read again first: the reader may
 * have learnt its shape since; when it has not, the delivery stays where it is.
 * @param restoreDeleted whether an article that an editor deleted comes back, and one that people
 *   wrote in follows the service into another language: only somebody who asked for this very
 *   delivery meant it.
 * @returns the state that it is in now.
 */
export async function redrive(
  strapi: Core.Strapi,
  row: DeliveryRow,
  { restoreDeleted }: { restoreDeleted: boolean },
): Promise<DeliveryState> {
  const ledger = ledgerOf(strapi);
  if (row.state !== 'quarantined') {
    const { streamKey } = row;
    await inTransaction(strapi, async ({ trx }) => {
      // As a projection does: first the stream, then its deliveries. In another order each of two
      // could wait for what the other has.
      if (streamKey !== null) await ledger.streams.open(trx, streamKey, row.articleId ?? '');
      await ledger.deliveries.changeState(row.id, { state: 'pending', reason: null });
      await ledger.deliveries.setLeft(row.id, null);
      if (streamKey === null) return;
      if (restoreDeleted) await ledger.streams.restore(streamKey);
      if (restoreDeleted && asksToMove(row)) await ledger.streams.letMove(streamKey);
      await refreshAttention(strapi, streamKey);
    });
    return 'pending';
  }
  const body = await eventLogOf(strapi).body(row.id);
  if (!body) {
    await leaveTrace(strapi, row, 'quarantined', reasonOf('bodyDropped'));
    return 'quarantined';
  }
  const { lifted, reading } = readDelivery(body);
  if (reading.kind !== 'delivery') {
    await leaveTrace(strapi, row, 'quarantined', reasonOf('stillUnreadable'));
    return 'quarantined';
  }
  const refusal = await refusalOf(strapi, reading.delivery);
  if (refusal !== null) {
    await inTransaction(strapi, async () => {
      await ledger.deliveries.changeState(row.id, { state: 'quarantined', reason: refusal });
      await leaveTrace(strapi, row, 'quarantined', refusal);
    });
    return 'quarantined';
  }
  await inTransaction(strapi, async ({ trx }) => {
    await ledger.quarantine.accept(row.id, factsOf(reading), reading.issues);
    // Retention may have dropped it since it was read; from here on it does not.
    await eventLogOf(strapi).rewriteBody(trx, row.digest, lifted);
    await leaveTrace(strapi, row, 'pending', reasonOf('takenIn'));
  });
  return 'pending';
}

/** Whether a delivery asks, or asked, whether its article may move to another locale. */
const asksToMove = (row: DeliveryRow): boolean =>
  [readReason(row)?.code, row.leftCode].includes('localeMoves');

/** Decides against a quarantined delivery, and leaves a trace of who did and why. */
export async function discard(
  strapi: Core.Strapi,
  row: DeliveryRow,
  reason: Reason,
  decidedBy: string,
): Promise<void> {
  const ledger = ledgerOf(strapi);
  await inTransaction(strapi, async () => {
    await ledger.quarantine.discard(row.id, reason);
    await ledger.decisions.record({
      kind: 'delivery',
      choice: 'discard',
      subject: null,
      streamKey: row.streamKey,
      documentId: null,
      deliveryPosition: row.id,
      decidedBy,
    });
    await leaveTrace(strapi, row, 'quarantined', reason);
  });
}

async function leaveTrace(
  strapi: Core.Strapi,
  { id, streamKey }: DeliveryRow,
  outcome: DeliveryState,
  reason: Reason,
): Promise<void> {
  await ledgerOf(strapi).attempts.record([
    {
      streamKey: streamKey ?? '',
      deliveryPosition: id,
      startedAt: Date.now(),
      outcome,
      reason,
      changes: [],
    },
  ]);
}
