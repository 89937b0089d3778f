import type { Core } from '@strapi/types';
import { readReason, reasonOf, type Reason } from '../../../../shared/deliveries/reasons';
import { inTransaction } from '../../database/transaction';
import type { DeliveryState } from '../../../../shared/deliveries/deliveries';
import { refreshAttention } from '../../entries/attention';
import type { DeliveryRow } from '../../ledger/deliveries/delivery-row';
import { ledgerOf } from '../../ledger/ledger';
import { factsOf } from '../../read-delivery/facts';
import { readDelivery } from '../../read-delivery/read';
import { BodyDamaged } from '../../event-log/body-damaged';
import { eventLogOf } from '../../event-log/event-log';
import { faultReason } from '../../faults/explain';
import { refusalOf } from '../../receive/check-sender';

/** How somebody asks for a delivery again. */
export interface Asked {
  /**
   * Whether somebody asked for this very delivery, and not for many. Only then is what was decided on it
   * taken back: an article that an editor deleted comes back, one that people wrote in follows the
   * service into another language, and what somebody left as it is counts again.
   */
  restoreDeleted: boolean;
}

/**
 * Asks for a delivery to be projected again. A quarantined one is read again first: the reader may
 * have learnt its shape since; when it has not, or somebody decides on it at this moment, the delivery
 * stays where it is.
 * @param row the delivery as whoever asks has seen it.
 * @returns the state that it is in now.
 */
export async function redrive(
  strapi: Core.Strapi,
  row: DeliveryRow,
  asked: Asked,
): Promise<DeliveryState> {
  if (row.state === 'quarantined') return takeIn(strapi, row);
  await project(strapi, row, asked);
  return 'pending';
}

async function project(
  strapi: Core.Strapi,
  row: DeliveryRow,
  { restoreDeleted: isThisOne }: Asked,
): Promise<void> {
  const ledger = ledgerOf(strapi);
  const { streamKey } = row;
  await inTransaction(strapi, async ({ trx }) => {
    // As a projection does: first the stream, then its deliveries. In another order each of two
    // could wait for what the other has.
    if (streamKey !== null) await ledger.streams.open(trx, streamKey, row.articleId ?? '');
    await ledger.deliveries.changeState(row.id, { state: 'pending', reason: null });
    if (isThisOne) await ledger.deliveries.setLeft(row.id, null);
    if (streamKey === null) return;
    if (isThisOne) await ledger.streams.restore(streamKey);
    if (isThisOne && asksToMove(row)) await ledger.streams.letMove(streamKey);
    await refreshAttention(strapi, streamKey);
  });
}

async function takeIn(strapi: Core.Strapi, row: DeliveryRow): Promise<DeliveryState> {
  const ledger = ledgerOf(strapi);
  const body = await bodyOf(strapi, row);
  if (!Buffer.isBuffer(body)) {
    await leaveTrace(strapi, row, 'quarantined', body);
    return 'quarantined';
  }
  const { lifted, reading } = readDelivery(body);
  if (reading.kind !== 'delivery') {
    await leaveTrace(strapi, row, 'quarantined', reasonOf('stillUnreadable'));
    return 'quarantined';
  }
  const refusal = await refusalOf(strapi, reading.delivery);
  const isDecided = await inTransaction(strapi, async ({ trx }) => {
    if (refusal !== null) {
      if (!(await ledger.quarantine.refuse(row, refusal))) return false;
      await leaveTrace(strapi, row, 'quarantined', refusal);
      return true;
    }
    if (!(await ledger.quarantine.accept(row, factsOf(reading), reading.issues))) return false;
    // Retention may have dropped it since it was read; from here on it does not.
    await eventLogOf(strapi).rewriteBody(trx, row.digest, lifted);
    await leaveTrace(strapi, row, 'pending', reasonOf('takenIn'));
    return true;
  });
  if (isDecided) return refusal === null ? 'pending' : 'quarantined';
  return (await ledger.deliveries.find(row.deliveryId))?.state ?? row.state;
}

/** The body of a delivery as the log has it, or why it has none. */
async function bodyOf(strapi: Core.Strapi, { id }: DeliveryRow): Promise<Buffer | Reason> {
  try {
    return (await eventLogOf(strapi).body(id)) ?? reasonOf('bodyDropped');
  } catch (error) {
    if (error instanceof BodyDamaged) return faultReason(error);
    throw error;
  }
}

/** Whether a delivery asks, or asked, whether its article may move to another locale. */
const asksToMove = (row: DeliveryRow): boolean =>
  [readReason(row)?.code, row.leftCode].includes('localeMoves');

/**
 * Decides against a quarantined delivery, and leaves a trace of who did and why.
 * @returns whether it waited in quarantine: somebody may have taken it in meanwhile, or left it out.
 */
export async function discard(
  strapi: Core.Strapi,
  row: DeliveryRow,
  reason: Reason,
  decidedBy: string,
): Promise<boolean> {
  const ledger = ledgerOf(strapi);
  return inTransaction(strapi, async () => {
    if (!(await ledger.quarantine.discard(row.id, reason))) return false;
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
    return true;
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
