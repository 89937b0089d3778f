import type { Core } from '@strapi/types';
import type { Options } from '../../config/options';
import { localeFor } from '../../entries/locales';
import { targetOf } from '../../entries/target-of';
import type { DeliveryRow } from '../../ledger/deliveries/delivery-row';
import { effectOf } from '../../projection/publication/publication';
import { pagesOfAll } from '../../views/deliveries/delivery-page';
import { isFixedWord, parkedWord, type ParkedWord } from '../../views/deliveries/parked-words';
import { redriveParked } from '../by-hand/redrive-parked';

/**
 * Asks again for the deliveries that are parked because of a word on which somebody has decided in the
 * settings: whoever decides asks for all of them, and may be cut off before the last one. What the
 * site's config files decide is applied by a rebuild, as any change of theirs.
 */
export async function takeUpDecided(strapi: Core.Strapi, options: Options): Promise<void> {
  for await (const rows of pagesOfAll(strapi, { state: 'parked' })) {
    for (const row of rows) {
      const parked = parkedWord(row);
      if (!parked || isFixedWord(strapi, parked)) continue;
      if (await isDecided(strapi, row, parked, options)) await redriveParked(strapi, row, parked);
    }
  }
}

async function isDecided(
  strapi: Core.Strapi,
  { event, sourceStatus }: DeliveryRow,
  { kind, word }: ParkedWord,
  options: Options,
): Promise<boolean> {
  if (kind === 'status') return 'effect' in effectOf({ event: event ?? '', sourceStatus }, options);
  const place = await localeFor(strapi, targetOf(strapi), word, { preview: true, options });
  return 'locale' in place;
}
