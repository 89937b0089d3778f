import fc from 'fast-check';
import { isValidSlug } from './slug';
import { normalTagName, tagKey, tagSlug } from './tag-name';

const anyText = fc.string({ unit: 'binary', maxLength: 60 });

describe('normalTagName', () => {
  it.each([
    ['  pour-over ', 'pour-over'],
    ['burr \t\n grinder', 'burr grinder'],
    ['O\u0308l', 'Öl'],
    ['a\0b', 'a b'],
    ['a\u00a0b', 'a b'],
    [' \n ', ''],
    ['\ud800x', '\ufffdx'],
  ])('%j → %j', (name, expected) => {
    expect(normalTagName(name)).toBe(expected);
  });

  it('is the same when done twice', () => {
    fc.assert(
      fc.property(anyText, (name) => {
        const once = normalTagName(name);
        expect(normalTagName(once)).toBe(once);
      }),
    );
  });
});

describe('tagKey', () => {
  it.each([
    ['Öl', 'öl'],
    ['Straße', 'STRASSE'],
    ['ΟΔΟΣ', 'οδος'],
    [' Burr  Grinder', 'burr grinder'],
  ])('%s and %s are one tag', (one, other) => {
    expect(tagKey(one)).toBe(tagKey(other));
  });

  it('is in lower case', () => {
    expect(tagKey('Öl und WEISS')).toBe('öl und weiss');
  });

  it('keeps different names apart', () => {
    expect(tagKey('ol')).not.toBe(tagKey('öl'));
  });

  it('is the same when done twice', () => {
    fc.assert(
      fc.property(anyText, (name) => {
        expect(tagKey(tagKey(name))).toBe(tagKey(name));
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('tagSlug', () => {
  it.each([
    ['pour-over', 'pour-over'],
    ['Öl', 'oel'],
    ['C++', 'c'],
  ])('%s → %s', (name, expected) => {
    expect(tagSlug(name)).toBe(expected);
  });

  it('is stable for a name without any letter in ASCII', () => {
    expect(tagSlug('手冲')).toMatch(/^tag-[0-9a-f]{8}$/);
    expect(tagSlug(' 手冲 ')).toBe(tagSlug('手冲'));
    expect(tagSlug('手冲')).not.toBe(tagSlug('咖啡'));
  });

  it('is always valid', () => {
    fc.assert(fc.property(anyText, (name) => expect(isValidSlug(tagSlug(name))).toBe(true)));
  });
});
