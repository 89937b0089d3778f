import type { Core } from '@strapi/types';
import type { PendingDecision } from '../../../shared/deliveries';
import { isTree } from '../config/layers';
import { siteConfigOf } from '../config/site-options';
import type { DeliveryRow } from '../event-log/deliveries';
import { pagesOfAll } from '../event-log/delivery-page';
import { normalWord, unmappedReason } from '../projection/publication';

/** The status word because of which a delivery is parked; null when it is not, or for another reason. */
export function parkedWord({ state, reason, sourceStatus }: DeliveryRow): string | null {
  if (state !== 'parked' || sourceStatus === null) return null;
  return reason === unmappedReason(sourceStatus) ? sourceStatus : null;
}

/** The parked deliveries that wait for a decision on a word, in any case, newest first. */
export async function* parkedWith(strapi: Core.Strapi, word: string): AsyncGenerator<DeliveryRow> {
  const wanted = normalWord(word);
  for await (const rows of pagesOfAll(strapi, { state: 'parked' })) {
    for (const row of rows) {
      const own = parkedWord(row);
      if (own !== null && normalWord(own) === wanted) yield row;
    }
  }
}

/** Whether the site's config files say what a word does. */
export function isFixedWord(strapi: Core.Strapi, word: string): boolean {
  const { statusMap } = siteConfigOf(strapi);
  const words = isTree(statusMap) ? Object.keys(statusMap) : [];
  return words.some((own) => normalWord(own) === normalWord(word));
}

/** The decision that a delivery waits for; null when it waits for none on a word. */
export async function pendingDecision(
  strapi: Core.Strapi,
  row: DeliveryRow,
): Promise<PendingDecision | null> {
  const word = parkedWord(row);
  if (word === null) return null;
  let deliveries = 0;
  for await (const waiting of parkedWith(strapi, word)) deliveries += waiting ? 1 : 0;
  return { word, deliveries, fixedByConfig: isFixedWord(strapi, word) };
}
