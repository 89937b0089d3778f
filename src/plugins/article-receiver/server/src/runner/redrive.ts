import type { Core } from '@strapi/types';
import type { DeliveryState } from '../../../shared/deliveries';
import { restoreStream } from '../ledger/streams';
import { factsOf } from '../delivery/facts';
import { readSkeleton } from '../delivery/read';
import { storedBody } from '../event-log/bodies';
import { acceptQuarantined, changeState, type DeliveryRow } from '../event-log/deliveries';
import { refusalOf } from '../ledger/admission';

/**
 * Asks for a delivery to be projected again. A quarantined one is read again first: the reader may
 * have learnt its shape since; when it has not, the delivery stays where it is.
 * @returns the state that it is in now.
 */
export async function redrive(strapi: Core.Strapi, row: DeliveryRow): Promise<DeliveryState> {
  if (row.state !== 'quarantined') {
    await strapi.db.transaction(async () => {
      await changeState(strapi, row.id, { state: 'pending', reason: null });
      if (row.streamKey !== null) await restoreStream(strapi, row.streamKey);
    });
    return 'pending';
  }
  const { skeleton } = await storedBody(strapi, row.id);
  const reading = readSkeleton(skeleton);
  if (reading.kind !== 'delivery') return 'quarantined';
  const refusal = await refusalOf(strapi, reading.delivery);
  if (refusal !== null) {
    await changeState(strapi, row.id, { state: 'quarantined', reason: refusal });
    return 'quarantined';
  }
  await acceptQuarantined(strapi, row.id, factsOf(reading), reading.issues);
  return 'pending';
}
