import { parseDuration, parseFuture, parsePast, parseRate } from './time';

describe('a time on the command line', () => {
  it('is one that a date can be of', () => {
    expect(new Date(parseFuture('90d')).toISOString()).toMatch(/^2/);
    expect(parsePast('2026-09-14')).toBe(Date.UTC(2026, 8, 14));
    for (const none of ['5', '40', '2026-02-31', 'May']) {
      expect(() => parseFuture(none)).toThrow(/Expected a time/);
      expect(() => parsePast(none)).toThrow(/Expected a time/);
    }
    for (const far of ['999999999d', '+100000-01-01T00:00:00Z', `${'9'.repeat(400)}d`]) {
      expect(() => parseFuture(far)).toThrow(/Expected a time/);
      expect(() => parsePast(far)).toThrow(/Expected a time/);
    }
    expect(parseDuration('7d')).toBe(7 * 24 * 60 * 60_000);
    expect(() => parseDuration('999999999d')).toThrow(/Expected/);
  });
});

describe('a rate on the command line', () => {
  it('waits no longer than a timer can', () => {
    expect(parseRate('0.5')).toBe(0.5);
    expect(1000 / parseRate('0.0000001')).toBeLessThanOrEqual(2 ** 31 - 1);
    for (const none of ['0', '-1', 'fast', 'Infinity']) {
      expect(() => parseRate(none)).toThrow(/above 0/);
    }
  });
});
