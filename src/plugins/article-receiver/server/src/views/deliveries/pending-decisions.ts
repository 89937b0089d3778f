import type { Core } from '@strapi/types';
import type { PendingDecision, WaitingWord } from '../../../../shared/deliveries/deliveries';
import { siteOptionsOf } from '../../config/site-options';
import { siteLocales } from '../../entries/locales/locales';
import type { DeliveryRow } from '../../ledger/deliveries/delivery-row';
import {
  isDecidedIn,
  isSameWord,
  parkedWord,
  type ParkedWord,
} from '../../ledger/deliveries/parked-word';
import { ledgerOf } from '../../ledger/ledger';

/** The decision that a delivery waits for; null when it waits for none on a word. */
export async function pendingDecision(
  strapi: Core.Strapi,
  row: DeliveryRow,
): Promise<PendingDecision | null> {
  const parked = parkedWord(row);
  if (parked === null) return null;
  const locales = parked.kind === 'language' ? (await siteLocales(strapi)).codes : [];
  return {
    ...parked,
    locales: [...locales],
    deliveries: await countWaiting(strapi, parked),
    fixedByConfig: isDecidedIn(siteOptionsOf(strapi).site, parked),
  };
}

async function countWaiting(strapi: Core.Strapi, word: ParkedWord): Promise<number> {
  let count = 0;
  for await (const waiting of ledgerOf(strapi).selected.parkedOn(word)) count += waiting ? 1 : 0;
  return count;
}

/** The words that some deliveries wait for, each once. */
export async function waitingWords(
  strapi: Core.Strapi,
  rows: readonly DeliveryRow[],
): Promise<WaitingWord[]> {
  const words: WaitingWord[] = [];
  for (const row of rows) {
    const parked = parkedWord(row);
    if (parked === null || words.some((word) => isSameWord(word, parked))) continue;
    const decision = await pendingDecision(strapi, row);
    if (decision) words.push({ ...decision, deliveryId: row.deliveryId });
  }
  return words;
}
