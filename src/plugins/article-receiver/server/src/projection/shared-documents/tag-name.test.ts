import fc from 'fast-check';
import { isValidSlug } from '../addresses/slug';
import {
  cutTagSlug,
  hasTagSlugBefore,
  normalTagName,
  ownTagSlug,
  tagKey,
  tagSlug,
  writingsOf,
} from './tag-name';

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

describe('ownTagSlug', () => {
  it.each([
    ['pour-over', 'pour-over'],
    ['Home brewing', 'home-brewing'],
    ['Öl', 'oel'],
    ['C', 'c'],
  ])('is the plain one for a name that it tells: %s → %s', (name, expected) => {
    expect(ownTagSlug(name)).toBe(expected);
  });

  it.each([
    ['C++', 'c'],
    ['C#', 'c'],
    ['Café', 'cafe'],
    ['a, b', 'a-b'],
  ])('has a hash of the name behind it where something is left out: %s', (name, plain) => {
    expect(ownTagSlug(name)).toMatch(new RegExp(`^${plain}-[0-9a-f]{6}$`));
  });

  it('is the same for one tag, and another for another', () => {
    expect(ownTagSlug('CAFÉ ')).toBe(ownTagSlug('café'));
    const names = ['C', 'C++', 'C#', 'Café', 'cafe', 'Cafè'];
    expect(new Set(names.map(ownTagSlug)).size).toBe(names.length);
  });

  it('is always valid', () => {
    fc.assert(fc.property(anyText, (name) => expect(ownTagSlug(name)).toMatch(/^[a-z0-9-]+$/)));
  });
});

describe('hasTagSlugBefore', () => {
  it('goes by the names alone, and puts them in one order', () => {
    const names = ['über uns', 'pour over', 'ueber uns', 'pour-over', 'Über-uns', 'ueber-uns'];
    const sort = (all: string[]) => [...all].sort((a, b) => (hasTagSlugBefore(a, b) ? -1 : 1));
    expect(sort(names).slice(0, 2)).toEqual(['pour-over', 'ueber-uns']);
    expect(sort(sort(names).reverse())).toEqual(sort(names));
    expect(hasTagSlugBefore('Pour-Over', 'pour over')).toBe(true);
    expect(hasTagSlugBefore('pour over', 'Pour-Over')).toBe(false);
  });
});

describe('cutTagSlug', () => {
  it('leaves a slug that fits', () => {
    expect(cutTagSlug('pour-over', 'pour over', 9)).toBe('pour-over');
  });

  it('cuts one that does not, and tells it apart from others that begin alike', () => {
    const cut = (name: string) => cutTagSlug(tagSlug(name), name, 17);
    expect(cut('pour over for one')).toBe('pour-over-for-one');
    expect(cut('pour over for two')).toBe('pour-over-for-two');
    expect(cut('pour over for three')).toMatch(/^pour-over-[0-9a-f]{6}$/);
    expect(cut('pour over for seven')).not.toBe(cut('pour over for three'));
    expect(cut('pour over for seven')).toHaveLength(16);
  });
});

it.each([
  ['Cold Brew', ['cold brew']],
  ['öl und Essig', ['öl und essig', 'Öl und essig']],
  ['Über Öl', ['Über Öl', 'über öl', 'Über öl']],
])('writingsOf %s gives each way to write its letters beyond ASCII once', (name, written) => {
  expect(writingsOf(name)).toEqual(written);
});
