import fc from 'fast-check';
import { retryDelay } from './retry-delay';

const POLICY = { attempts: 20, firstDelayMs: 1_000, maxDelayMs: 60_000 };

describe('retryDelay', () => {
  it('doubles with each failure, up to the longest', () => {
    const delays = [1, 2, 3, 4, 5, 6, 7, 8].map((failures) => retryDelay(failures, POLICY, 1));
    expect(delays).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
  });

  it('is spread over the upper half, so that what failed together does not come back together', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: POLICY.attempts - 1 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (failures, random) => {
          const longest = retryDelay(failures, POLICY, 1) ?? 0;
          const delay = retryDelay(failures, POLICY, random) ?? 0;
          expect(delay).toBeGreaterThanOrEqual(Math.floor(longest / 2));
          expect(delay).toBeLessThanOrEqual(longest);
        },
      ),
    );
    expect(retryDelay(1, POLICY, 0)).toBe(500);
  });

  it('is a person’s turn after the last attempt', () => {
    expect(retryDelay(POLICY.attempts - 1, POLICY, 0)).not.toBeNull();
    expect(retryDelay(POLICY.attempts, POLICY, 0)).toBeNull();
  });
});
