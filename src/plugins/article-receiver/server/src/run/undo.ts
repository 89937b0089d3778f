import type { Core } from '@strapi/types';
import { offerAgain } from '../editors/offer-again';
import { decisionsIn, type DecisionRow } from '../ledger/decisions';
import { deliveriesAt } from '../ledger/deliveries';
import { isUndoable, rejectedBy } from '../views/article/decisions';
import { askAgain } from './ask-again';
import { redrive } from './redrive';

/**
 * Takes a decision back: a rejected suggestion is offered again, a publication that was dropped and a
 * delivery that was left are looked at again.
 * @returns the stream to run; null when there is nothing to take back any more.
 */
export async function undo(
  strapi: Core.Strapi,
  decision: DecisionRow,
  by: string,
): Promise<string | null> {
  const { streamKey, deliveryPosition } = decision;
  if (streamKey === null || deliveryPosition === null) return null;
  const [delivery] = await deliveriesAt(strapi, [deliveryPosition]);
  const all = await decisionsIn(strapi, [streamKey]);
  if (!delivery || !(await isUndoable(strapi, decision, all, delivery))) return null;
  const suggestion = await rejectedBy(strapi, decision);
  if (suggestion) return offerAgain(strapi, suggestion, by);
  await askAgain(strapi, delivery, by);
  await redrive(strapi, delivery, { restoreDeleted: true });
  return streamKey;
}
