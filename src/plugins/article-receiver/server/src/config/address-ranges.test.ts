import { addressTest, isAddressRange } from './address-ranges';

describe('ranges of addresses', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7', true],
    ['203.0.113.7', '203.0.113.8', false],
    ['203.0.113.0/24', '203.0.113.255', true],
    ['203.0.113.0/24', '203.0.114.0', false],
    ['203.0.113.0/24', '::ffff:203.0.113.9', true],
    ['203.0.113.0/24', '::ffff:cb00:7109', true],
    ['203.0.113.0/24', '::ffff:203.0.114.9', false],
    ['::ffff:203.0.113.0/120', '203.0.113.9', true],
    ['2001:db8::/32', '2001:db8:ffff::1', true],
    ['2001:db8::/32', '2001:db9::1', false],
    ['fe80::/10', 'fe80::1%eth0', true],
    ['0.0.0.0/0', '198.51.100.1', true],
    ['0.0.0.0/0', '2001:db8::1', false],
    ['10.0.0.0/8', 'unknown', false],
    ['10.0.0.0/8', '', false],
    ['10.0.0.0/8', '10.0.0.1:4711', false],
  ])('%s and %s: %s', (range, address, expected) => {
    expect(addressTest([range])(address)).toBe(expected);
  });

  it('are taken together', () => {
    const isIn = addressTest(['192.0.2.1', '2001:db8::/32']);
    expect(['192.0.2.1', '2001:db8::1', '192.0.2.2'].map(isIn)).toEqual([true, true, false]);
  });

  it.each([
    ['203.0.113.0/24', true],
    [' 203.0.113.0/24 ', true],
    ['::1', true],
    ['::/0', true],
    ['203.0.113.0/33', false],
    ['2001:db8::/129', false],
    ['203.0.113/24', false],
    ['0x7f.1', false],
    ['203.0.113.0/', false],
    ['203.0.113.0/24/8', false],
    ['cdn.example.com', false],
    ['', false],
  ])('%j is one: %s', (text, expected) => {
    expect(isAddressRange(text)).toBe(expected);
  });
});
