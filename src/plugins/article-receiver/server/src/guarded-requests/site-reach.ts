import { addressTest } from '../config/address-ranges';
import { isPublicAddress } from './fetch-address';
import type { Reach } from './guarded-request';

/**
 * What may be asked: public addresses, and those ranges of the site's own network that it names.
 * @param stopping ends it when the site stops.
 */
export function siteReach(
  ranges: readonly string[] | undefined,
  timeoutMs: number,
  stopping?: AbortSignal,
): Reach {
  const isOwn = addressTest(ranges ?? []);
  return {
    isAddressAllowed: (address) => isPublicAddress(address) || isOwn(address),
    signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(stopping ? [stopping] : [])]),
  };
}
