import fc from 'fast-check';
import { isOver, LONGEST_WAIT_MS, nextLook } from './next-look';

const NOW = 1_800_000_000_000;

describe('when a page is looked at again', () => {
  it('is later each time, when its time is over in any case, and not for ever', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: -1_000_000, max: 100_000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (failures, untilDeadline, random) => {
          const looked = { failures, now: NOW, deadline: NOW + untilDeadline, firstDelayMs: 2_000 };
          const next = nextLook(looked, random);
          if (untilDeadline > 0) expect(next).toBeLessThanOrEqual(looked.deadline);
          if (next === null) expect(failures).toBeGreaterThanOrEqual(40);
          else {
            expect(next).toBeGreaterThan(NOW);
            expect(next - NOW).toBeLessThan(LONGEST_WAIT_MS);
          }
        },
      ),
    );
  });

  it('counts from then, and not from a time to come', () => {
    expect(isOver(NOW, NOW - 9, 10)).toBe(false);
    expect(isOver(NOW, NOW - 10, 10)).toBe(true);
    expect(isOver(NOW, NOW + 1, 10)).toBe(true);
  });
});
