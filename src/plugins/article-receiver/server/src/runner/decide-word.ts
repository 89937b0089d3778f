import type { Core } from '@strapi/types';
import type { DecisionResult } from '../../../shared/deliveries';
import type { Effect } from '../../../shared/settings';
import { changeSettings } from '../config/settings';
import { siteConfigOf } from '../config/site-options';
import { changeState, findDelivery, type DeliveryRow } from '../event-log/deliveries';
import { inTransaction } from '../event-log/transaction';
import { isFixedWord, parkedWith, parkedWord } from '../ledger/parked-words';
import { storeSettings } from '../ledger/stored-settings';
import { lockStream, openStream, restoreStream } from '../ledger/streams';
import { refreshAttention } from '../ledger/attention';
import { normalWord } from '../projection/publication';

export type WordDecision =
  | { ok: true; result: DecisionResult }
  /** Why it cannot be decided, in words for a person. */
  | { ok: false; reason: string };

/**
 * Decides what a status word does from now on, and asks for every delivery again that waits for
 * that decision.
 */
export async function decideWord(
  strapi: Core.Strapi,
  row: DeliveryRow,
  effect: Effect,
): Promise<WordDecision> {
  const word = parkedWord(row);
  if (word === null) {
    return { ok: false, reason: 'the delivery does not wait for a decision on a status word' };
  }
  if (isFixedWord(strapi, word)) {
    return { ok: false, reason: `statusMap: the site's config files say what "${word}" does` };
  }
  let fault: string | null = null;
  await storeSettings(strapi, (stored) => {
    const patch = { statusMap: { [word]: effect } };
    const change = changeSettings(siteConfigOf(strapi), stored, patch);
    fault = change.ok ? null : `the word "${word}" cannot be mapped`;
    return change.ok ? change.stored : null;
  });
  if (fault !== null) return { ok: false, reason: fault };
  let redriven = 0;
  for await (const waiting of parkedWith(strapi, word)) {
    if (await redriveParked(strapi, waiting, word)) redriven += 1;
  }
  return { ok: true, result: { word, effect, redriven } };
}

/**
 * Under the stream's lock: a projection that is under way with the settings of before would
 * otherwise park it once more.
 */
async function redriveParked(
  strapi: Core.Strapi,
  { id, deliveryId, streamKey, articleId }: DeliveryRow,
  word: string,
): Promise<boolean> {
  if (streamKey === null) return false;
  await openStream(strapi, streamKey, articleId ?? '');
  return inTransaction(strapi, async ({ trx }) => {
    await lockStream(strapi, trx, streamKey);
    const now = await findDelivery(strapi, deliveryId);
    const own = now && parkedWord(now);
    if (!own || normalWord(own) !== normalWord(word)) return false;
    await changeState(strapi, id, { state: 'pending', reason: null });
    await restoreStream(strapi, streamKey);
    await refreshAttention(strapi, streamKey);
    return true;
  });
}
