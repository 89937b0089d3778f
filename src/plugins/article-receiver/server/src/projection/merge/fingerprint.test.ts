import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { fingerprint } from './fingerprint';

const reversed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, entry]) => [key, reversed(entry)]),
  );
};

describe('fingerprint', () => {
  it('does not depend on the order of keys', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(fingerprint(reversed(value))).toBe(fingerprint(value));
      }),
    );
  });

  it('tells other values apart', () => {
    const values = [
      null,
      '',
      0,
      false,
      [],
      {},
      [null],
      [[]],
      { a: null },
      ['a', 'b'],
      ['b', 'a'],
      '0',
      'null',
    ];
    expect(new Set(values.map(fingerprint)).size).toBe(values.length);
  });

  it('takes a missing value for null', () => {
    expect(fingerprint(undefined)).toBe(fingerprint(null));
  });

  it('is the same of a long text, which is hashed in pieces', () => {
    // Characters of two units stand across the ends of pieces, halves of such beside them.
    for (const unit of ['a', 'é\n', '😀', 'a😀"', '\ud800', '\udc00\ud800x', '］\\']) {
      for (const before of ['', 'a', 'ab']) {
        const text = before + unit.repeat(70_000);
        const whole = createHash('sha256').update(JSON.stringify(text)).digest('hex');
        expect(fingerprint(text)).toBe(whole.slice(0, 32));
      }
    }
  });
});
