import type { Core } from '@strapi/types';
import { ledgerOf } from '../ledger/ledger';
import { fingerprint } from '../projection/merge/fingerprint';
import type { Fields } from '../projection/merge/merge';
import { asIfMade } from '../projection/merge/unmade';

/** Whether somebody gave a field of an article the value that the feed offers for it. */
export async function takesOffer(
  strapi: Core.Strapi,
  streamKey: string,
  values: Fields,
): Promise<boolean> {
  const open = await ledgerOf(strapi).suggestions.find({ streamKey, state: 'open' });
  return open.some(
    ({ field, value }) =>
      field in values && fingerprint(values[field]) === fingerprint(asIfMade(value)),
  );
}
