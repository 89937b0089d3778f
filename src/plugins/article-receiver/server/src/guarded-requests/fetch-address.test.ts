import type { LookupAddress } from 'node:dns';
import { guardedLookup, isPublicAddress, type Resolve } from './fetch-address';

/** Addresses that nobody may make a site ask, and what they are. */
const REFUSED = [
  ['127.0.0.1', 'loopback'],
  ['127.8.9.10', 'loopback'],
  ['0.0.0.0', 'this host'],
  ['10.0.0.1', 'private'],
  ['172.16.0.1', 'private'],
  ['172.31.255.255', 'private'],
  ['192.168.1.1', 'private'],
  ['169.254.169.254', 'link-local, cloud metadata'],
  ['100.64.0.1', 'carrier'],
  ['100.127.255.255', 'carrier'],
  ['192.0.0.1', 'protocol assignments'],
  ['192.0.2.1', 'documentation'],
  ['192.88.99.1', '6to4 relay'],
  ['198.18.0.1', 'benchmark'],
  ['198.19.255.255', 'benchmark'],
  ['198.51.100.1', 'documentation'],
  ['203.0.113.1', 'documentation'],
  ['224.0.0.1', 'multicast'],
  ['240.0.0.1', 'reserved'],
  ['255.255.255.255', 'broadcast'],
  ['::', 'this host'],
  ['::1', 'loopback'],
  ['::127.0.0.1', 'IPv4-compatible'],
  ['::7f00:1', 'IPv4-compatible'],
  ['::ffff:127.0.0.1', 'mapped loopback'],
  ['::ffff:a9fe:a9fe', 'mapped metadata'],
  ['::ffff:8.8.8.8', 'mapped, even where it is public'],
  ['::ffff:0:127.0.0.1', 'translated'],
  ['64:ff9b::7f00:1', 'NAT64 loopback'],
  ['64:ff9b::a9fe:a9fe', 'NAT64 metadata'],
  ['64:ff9b:1::a00:1', 'local NAT64'],
  ['2002:7f00:1::', '6to4 loopback'],
  ['2002:a9fe:a9fe::', '6to4 metadata'],
  ['2001::1', 'Teredo'],
  ['2001:db8::1', 'documentation'],
  ['fc00::1', 'unique local'],
  ['fd00:ec2::254', 'unique local, cloud metadata'],
  ['fe80::1', 'link-local'],
  ['fe80::1%eth0', 'link-local with a zone'],
  ['fec0::1', 'site-local'],
  ['ff02::1', 'multicast'],
  ['100::1', 'discard'],
  ['4000::1', 'not given out'],
  ['localhost', 'no address'],
  ['2130706433', 'no address'],
  ['', 'nothing'],
] as const;

const resolveTo = (...addresses: LookupAddress[]): Resolve => {
  return (_host, _options, callback) => callback(null, addresses);
};

/** What a connection is told when it looks up a host. */
function lookUp(resolve: Resolve, all: boolean): Promise<{ error: Error | null; found: unknown }> {
  return new Promise((done) => {
    guardedLookup(isPublicAddress, resolve)('cdn.example.com', { all }, (error, found) =>
      done({ error, found }),
    );
  });
}

describe('addresses that may be asked', () => {
  it.each(REFUSED)('%s is none (%s)', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700::1111'])(
    '%s is one',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );
});

describe('the look-up of a connection', () => {
  const PUBLIC = { address: '8.8.8.8', family: 4 };

  it('gives the addresses that were checked', async () => {
    const resolve = resolveTo(PUBLIC, { address: '2606:4700::1111', family: 6 });
    expect((await lookUp(resolve, true)).found).toHaveLength(2);
    expect((await lookUp(resolve, false)).found).toBe('8.8.8.8');
  });

  it.each(REFUSED.filter(([address]) => address !== ''))('refuses %s (%s)', async (address) => {
    const { error, found } = await lookUp(resolveTo({ address, family: 4 }), true);
    expect(error).toMatchObject({ name: 'AddressRefused' });
    expect(found).toEqual([]);
  });

  it('refuses a host that has both kinds of address', async () => {
    const both = resolveTo(PUBLIC, { address: '127.0.0.1', family: 4 });
    expect((await lookUp(both, true)).error).toMatchObject({ name: 'AddressRefused' });
    expect((await lookUp(both, false)).error).toMatchObject({ name: 'AddressRefused' });
  });

  it('refuses a host without an address', async () => {
    expect((await lookUp(resolveTo(), true)).error).toMatchObject({ name: 'AddressRefused' });
  });
});
