import type { Core } from '@strapi/types';
import { inTransaction } from '../event-log/transaction';
import type { DeliveryState } from '../../../shared/deliveries';
import { refreshAttention } from '../ledger/attention';
import { restoreStream } from '../ledger/streams';
import { factsOf } from '../delivery/facts';
import { readSkeleton } from '../delivery/read';
import { storedBody } from '../event-log/bodies';
import {
  acceptQuarantined,
  changeState,
  discardQuarantined,
  type DeliveryRow,
} from '../event-log/deliveries';
import { recordAttempt } from '../ledger/attempts';
import { refusalOf } from '../ledger/admission';

/**
 * Asks for a delivery to be projected again. A quarantined one is read again first: the reader may
 * have learnt its shape since; when it has not, the delivery stays where it is.
 * @returns the state that it is in now.
 */
export async function redrive(strapi: Core.Strapi, row: DeliveryRow): Promise<DeliveryState> {
  if (row.state !== 'quarantined') {
    await inTransaction(strapi, async () => {
      await changeState(strapi, row.id, { state: 'pending', reason: null });
      if (row.streamKey === null) return;
      await restoreStream(strapi, row.streamKey);
      await refreshAttention(strapi, row.streamKey);
    });
    return 'pending';
  }
  const { skeleton } = await storedBody(strapi, row.id);
  const reading = readSkeleton(skeleton);
  if (reading.kind !== 'delivery') {
    await leaveTrace(strapi, row, 'quarantined', 'Redriven: it still cannot be read.');
    return 'quarantined';
  }
  const refusal = await refusalOf(strapi, reading.delivery);
  if (refusal !== null) {
    await inTransaction(strapi, async () => {
      await changeState(strapi, row.id, { state: 'quarantined', reason: refusal });
      await leaveTrace(strapi, row, 'quarantined', refusal);
    });
    return 'quarantined';
  }
  await inTransaction(strapi, async () => {
    await acceptQuarantined(strapi, row.id, factsOf(reading), reading.issues);
    await leaveTrace(strapi, row, 'pending', 'Redriven: it is taken in now.');
  });
  return 'pending';
}

/** Decides against a quarantined delivery, and leaves a trace of who did and why. */
export async function discard(
  strapi: Core.Strapi,
  row: DeliveryRow,
  reason: string,
): Promise<void> {
  await inTransaction(strapi, async () => {
    await discardQuarantined(strapi, row.id, reason);
    await leaveTrace(strapi, row, 'quarantined', reason);
  });
}

async function leaveTrace(
  strapi: Core.Strapi,
  { id, streamKey }: DeliveryRow,
  outcome: DeliveryState,
  reason: string,
): Promise<void> {
  await recordAttempt(strapi, {
    streamKey: streamKey ?? '',
    deliveryPosition: id,
    startedAt: Date.now(),
    outcome,
    reason,
    changes: [],
  });
}
