import { BlockList, isIP } from 'node:net';

interface Range {
  address: string;
  prefix: number;
  family: 'ipv4' | 'ipv6';
}

/** `203.0.113.7`, `203.0.113.0/24`, `2001:db8::/32`; null when a text is none of these. */
function readRange(text: string): Range | null {
  const match = /^([^/%]+)(?:\/(\d{1,3}))?$/.exec(text.trim());
  const [, address = '', bits] = match ?? [];
  const version = isIP(address);
  if (version === 0) return null;
  const longest = version === 4 ? 32 : 128;
  const prefix = bits === undefined ? longest : Number(bits);
  return prefix > longest ? null : { address, prefix, family: version === 4 ? 'ipv4' : 'ipv6' };
}

export const isAddressRange = (text: string): boolean => readRange(text) !== null;

/** Whether an address is in a set of ranges. */
export type AddressTest = (address: string) => boolean;

/**
 * A test for addresses. An IPv4 address that is written as an IPv6 one (`::ffff:203.0.113.7`, as
 * a socket that listens on both reports it) is in the ranges that the IPv4 address is in. What is
 * no address is in none.
 * @param ranges addresses and CIDR ranges, as `isAddressRange` takes them.
 */
export function addressTest(ranges: readonly string[]): AddressTest {
  const list = new BlockList();
  for (const range of ranges.flatMap((text) => readRange(text) ?? [])) {
    list.addSubnet(range.address, range.prefix, range.family);
  }
  return (address) => {
    const version = isIP(address);
    return version !== 0 && list.check(address, version === 4 ? 'ipv4' : 'ipv6');
  };
}
