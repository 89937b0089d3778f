import { parseDuration, parseFuture, parsePast } from './time';

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
