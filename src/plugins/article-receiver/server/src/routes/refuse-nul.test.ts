import { hasNul } from './refuse-nul';

describe('hasNul', () => {
  it('finds a NUL wherever it is', () => {
    expect(hasNul('a\0b')).toBe(true);
    expect(hasNul({ filters: [{ title: { $in: ['a', '\0'] } }] })).toBe(true);
    expect(hasNul({ filters: [{ title: { $in: ['a', '\\0'] } }], page: 0, none: null })).toBe(
      false,
    );
    expect(hasNul(undefined)).toBe(false);
  });

  it('looks into what is deep and what is long', () => {
    let value: unknown = '\0';
    for (let depth = 0; depth < 100_000; depth += 1) value = [value];
    expect(hasNul(value)).toBe(true);
    expect(hasNul([...new Array<string>(300_000).fill('a'), '\0'])).toBe(true);
  });
});
