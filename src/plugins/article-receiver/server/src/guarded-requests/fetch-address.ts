import { lookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { addressTest, type AddressTest } from '../config/address-ranges';

/** The part of the IPv6 space that is given out; ipaddr.js calls all that it does not know unicast. */
const isGlobalIpv6 = addressTest(['2000::/3']);

/**
 * Whether an address is one of the public internet. Everything else is refused, by default and not
 * by list: loopback, private, link-local (cloud metadata), carrier and benchmark networks, and
 * IPv4 addresses that are wrapped in IPv6 ones (mapped, NAT64, 6to4, Teredo).
 */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 0) return false;
  if (version === 6 && !isGlobalIpv6(address)) return false;
  return ipaddr.parse(address).range() === 'unicast';
}

/** What to tell of an address that must not be asked. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

/** Finds the addresses of a host: `dns.lookup`, with `all`. */
export type Resolve = (
  host: string,
  options: { all: true; family?: number | 'IPv4' | 'IPv6'; hints?: number },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * The look-up of a connection, which refuses hosts with an address that must not be asked. The
 * connection goes to the very addresses that were checked: there is no second look-up to which
 * somebody could give another answer.
 */
export function guardedLookup(isAllowed: AddressTest, resolve: Resolve = lookup): LookupFunction {
  return (host, { family, hints, all }, callback) => {
    resolve(host, { family, hints, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const refused = addresses.find(({ address }) => !isAllowed(address));
      const [first] = addresses;
      if (refused || !first) {
        return callback(new AddressRefused(`${host} has an address that is not public`), []);
      }
      if (all) return callback(null, addresses);
      callback(null, first.address, first.family);
    });
  };
}
