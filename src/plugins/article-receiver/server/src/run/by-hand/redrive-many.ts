import type { Core } from '@strapi/types';
import type { DeliveryFilter, RedriveResult } from '../../../../shared/deliveries/operations';
import type { DeliveryRow } from '../../ledger/deliveries/delivery-row';
import { filterOf } from '../../ledger/deliveries/filters';
import { ledgerOf } from '../../ledger/ledger';
import { askAgain } from './ask-again';
import { redrive, type Asked } from './redrive';

/** Asks for the projection of one delivery; null when there is none with this id. */
export async function redriveOne(
  strapi: Core.Strapi,
  deliveryId: string,
  decidedBy: string,
): Promise<RedriveResult | null> {
  const row = await ledgerOf(strapi).deliveries.find(deliveryId);
  if (row) await askAgain(strapi, row, decidedBy);
  return row && redriveRow(strapi, row, { restoreDeleted: true });
}

/**
 * Asks for the projection of every delivery that matches, newest first. Articles that editors
 * deleted stay deleted, and what people discarded is left out.
 */
export async function* redriveMatching(
  strapi: Core.Strapi,
  filter: DeliveryFilter,
): AsyncGenerator<RedriveResult> {
  const selected = filterOf({ ...filter, undecided: true });
  for await (const rows of ledgerOf(strapi).selected.newestFirst(selected)) {
    for (const row of rows) {
      // As in a rebuild: a discarded one was decided on by a person, perhaps since the page was read.
      yield await redriveRow(strapi, row, { restoreDeleted: false });
    }
  }
}

async function redriveRow(
  strapi: Core.Strapi,
  row: DeliveryRow,
  how: Asked,
): Promise<RedriveResult> {
  return { deliveryId: row.deliveryId, state: await redrive(strapi, row, how) };
}
