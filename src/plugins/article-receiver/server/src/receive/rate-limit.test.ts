import fc from 'fast-check';
import { openOnFailure, perMinuteLimit } from './rate-limit';

describe('the rate limit', () => {
  it('lets a minute’s requests through at once, then says how long to wait', () => {
    const limit = perMinuteLimit(3, () => 0);
    expect([1, 2, 3, 4].map(() => limit('feed'))).toEqual([null, null, null, 20]);
  });

  it('has a bucket for each name', () => {
    const limit = perMinuteLimit(1, () => 0);
    expect([limit('one'), limit('one'), limit('two')]).toEqual([null, 60, null]);
  });

  it('lets the next one through after the time that it said', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), (perMinute) => {
        let now = 0;
        const limit = perMinuteLimit(perMinute, () => now);
        for (let sent = 0; sent < perMinute; sent += 1) limit('feed');
        const waitS = limit('feed') ?? 0;
        now += waitS * 1_000;
        return waitS > 0 && limit('feed') === null;
      }),
      { numRuns: 50 },
    );
  });

  it('never lets more through than a bucket and what filled up since', () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 30_000 }), { maxLength: 100 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), gaps, (perMinute, waits) => {
        let now = 0;
        const limit = perMinuteLimit(perMinute, () => now);
        const passed = waits.filter((wait) => {
          now += wait;
          return limit('feed') === null;
        });
        return passed.length <= perMinute + (now * perMinute) / 60_000 + 1e-6;
      }),
    );
  });

  it('is open when it fails itself, and says so', () => {
    const reports: unknown[] = [];
    const broken = openOnFailure(
      perMinuteLimit(1, () => {
        throw new Error('no clock');
      }),
      (error) => reports.push(error),
    );
    expect([broken('feed'), broken('feed')]).toEqual([null, null]);
    expect(reports).toHaveLength(2);
  });

  it('lets no more through at once after a long pause than at first', () => {
    let now = 0;
    const limit = perMinuteLimit(2, () => now);
    limit('feed');
    now = 600_000;
    expect([limit('feed'), limit('feed'), limit('feed')]).toEqual([null, null, 30]);
  });
});
