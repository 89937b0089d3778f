import type { Core } from '@strapi/types';
import { inTransaction } from '../../database/transaction';
import { refreshAttention } from '../../entries/attention';
import type { DeliveryRow } from '../../ledger/deliveries/delivery-row';
import { ledgerOf } from '../../ledger/ledger';
import { isSameWord, parkedWord, type ParkedWord } from '../../ledger/deliveries/parked-word';

/**
 * Asks again for a delivery that waits for a word, now that it is decided. Under the stream's lock: a
 * projection that is under way with the settings of before would otherwise park it once more.
 * @returns whether it still waited for that.
 */
export async function redriveParked(
  strapi: Core.Strapi,
  { id, deliveryId, streamKey, articleId }: DeliveryRow,
  word: ParkedWord,
): Promise<boolean> {
  const ledger = ledgerOf(strapi);
  if (streamKey === null) return false;
  return inTransaction(strapi, async ({ trx }) => {
    await ledger.streams.open(trx, streamKey, articleId ?? '');
    const now = await ledger.deliveries.find(deliveryId);
    if (!isSameWord(word, now && parkedWord(now))) return false;
    await ledger.deliveries.changeState(id, { state: 'pending', reason: null });
    await refreshAttention(strapi, streamKey);
    return true;
  });
}
