import type { Core } from '@strapi/types';
import { offerAgain } from '../../editors/decisions/offer-again';
import type { DecisionRow } from '../../ledger/people/decisions';
import { ledgerOf } from '../../ledger/ledger';
import { isUndoable } from '../../editors/decisions/undoable';
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
  const ledger = ledgerOf(strapi);
  const { streamKey, deliveryPosition } = decision;
  if (streamKey === null || deliveryPosition === null) return null;
  const [delivery] = await ledger.deliveries.at([deliveryPosition]);
  const all = await ledger.decisions.inStreams([streamKey]);
  if (!delivery || !(await isUndoable(ledger, decision, all, delivery))) return null;
  const suggestion = await ledger.suggestions.rejectedBy(decision);
  if (suggestion) return offerAgain(strapi, suggestion, by);
  await askAgain(strapi, delivery, by);
  await redrive(strapi, delivery, { restoreDeleted: true });
  return streamKey;
}
