import type { Core } from '@strapi/types';
import { ledgerOf } from '../ledger/ledger';
import { inOrder } from '../projection/article/evolve';

/**
 * Has a stream projected again, by its newest delivery that is shown or waits for a person.
 * @returns whether there is one.
 */
export async function lookAgain(strapi: Core.Strapi, streamKey: string): Promise<boolean> {
  const ledger = ledgerOf(strapi);
  const stream = (await ledger.deliveries.inStream(streamKey)).sort(inOrder);
  const shown = stream.findLast(({ state }) => state === 'applied' || state === 'parked');
  if (!shown) return false;
  await ledger.deliveries.pendAgain(shown.position);
  return true;
}
