import type { Core } from '@strapi/types';
import type { DeliveryFilter, RedriveResult } from '../../../shared/operations';
import { findDelivery, type DeliveryRow } from '../event-log/deliveries';
import { TABLES } from '../event-log/models';
import { pagesOfDeliveries } from '../event-log/select';
import { lockRow } from '../event-log/sql';
import { inTransaction } from '../event-log/transaction';
import { redrive } from './redrive';

/** Asks for the projection of one delivery; null when there is none with this id. */
export async function redriveOne(
  strapi: Core.Strapi,
  deliveryId: string,
): Promise<RedriveResult | null> {
  const row = await findDelivery(strapi, deliveryId);
  return row && redriveRow(strapi, row);
}

/** Asks for the projection of every delivery that matches, newest first. */
export async function* redriveMatching(
  strapi: Core.Strapi,
  filter: DeliveryFilter,
): AsyncGenerator<RedriveResult> {
  for await (const rows of pagesOfDeliveries(strapi, filter)) {
    for (const row of rows) {
      yield await redriveRow(strapi, row);
    }
  }
}

/** Waits its turn where another process, the running site, writes at the same time. */
async function redriveRow(strapi: Core.Strapi, row: DeliveryRow): Promise<RedriveResult> {
  const { deliveryId } = row;
  // It reads the body, which is not read within a transaction.
  if (row.state === 'quarantined') return { deliveryId, state: await redrive(strapi, row) };
  const state = await inTransaction(strapi, async ({ trx }) => {
    await lockRow(strapi, trx, TABLES.delivery, { delivery_id: deliveryId }, ['id']);
    return redrive(strapi, row);
  });
  return { deliveryId, state };
}
