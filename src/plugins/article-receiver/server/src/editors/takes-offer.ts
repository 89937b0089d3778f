import type { Core } from '@strapi/types';
import { ledgerOf } from '../ledger/ledger';
import { fingerprint } from '../projection/merge/fingerprint';
import type { Fields } from '../projection/merge/merge';
import { asIfMade, isUnmade } from '../projection/merge/unmade';

/**
 * Whether somebody gave a field of an article the value that the feed offers for it, or one that may be it: what is
 * offered but not made, they may have made by hand.
 * @param before what was there, where that may be the same.
 */
export async function takesOffer(
  strapi: Core.Strapi,
  streamKey: string,
  values: Fields,
  before: Fields = {},
): Promise<boolean> {
  const open = await ledgerOf(strapi).suggestions.find({ streamKey, state: 'open' });
  return open.some(({ field, value }) => {
    if (!(field in values)) return false;
    const given = fingerprint(values[field]);
    const offer = asIfMade(value);
    return isUnmade(offer) ? given !== fingerprint(before[field]) : given === fingerprint(offer);
  });
}
