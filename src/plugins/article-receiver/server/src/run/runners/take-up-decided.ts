import type { Core } from '@strapi/types';
import type { Options } from '../../config/options';
import { siteOptionsOf } from '../../config/site-options';
import { localeFor } from '../../entries/locales/locales';
import { mappingOf } from '../../entries/mapping-of';
import type { DeliveryRow } from '../../ledger/deliveries/delivery-row';
import { isDecidedIn, parkedWord } from '../../ledger/deliveries/parked-word';
import { ledgerOf } from '../../ledger/ledger';
import { effectOf } from '../../projection/publication/publication';
import { redriveParked } from '../by-hand/redrive-parked';

/**
 * Asks again for the deliveries that are parked because of a word on which somebody has decided in the
 * settings: whoever decides asks for all of them, and may be cut off before the last one. What the
 * site's config files decide is applied by a rebuild, as any change of theirs.
 */
export async function takeUpDecided(strapi: Core.Strapi, options: Options): Promise<void> {
  const hasPlace = placesByLanguage(strapi, options);
  const { site } = siteOptionsOf(strapi);
  for await (const rows of ledgerOf(strapi).selected.newestFirst({ state: 'parked' })) {
    for (const row of rows) {
      const parked = parkedWord(row);
      if (!parked || isDecidedIn(site, parked)) continue;
      const isDecided =
        parked.kind === 'status' ? hasEffect(row, options) : await hasPlace(parked.word);
      if (isDecided) await redriveParked(strapi, row, parked);
    }
  }
}

const hasEffect = ({ event, sourceStatus }: DeliveryRow, options: Options): boolean =>
  'effect' in effectOf({ event: event ?? '', sourceStatus }, options);

/** Whether the site has a place for what is in a language; each is looked up once, however many wait. */
function placesByLanguage(strapi: Core.Strapi, options: Options) {
  const known = new Map<string, boolean>();
  return async (language: string): Promise<boolean> => {
    const terms = { preview: true, options };
    const hasPlace =
      known.get(language) ??
      'locale' in (await localeFor(strapi, mappingOf(strapi), language, terms));
    known.set(language, hasPlace);
    return hasPlace;
  };
}
