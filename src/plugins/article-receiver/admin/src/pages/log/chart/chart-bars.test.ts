import * as fc from 'fast-check';
import { DELIVERY_STATES } from '../../../../../shared/deliveries/deliveries';
import { chartBars } from './chart-bars';

const NONE = { pending: 0, applied: 0, superseded: 0, parked: 0, failed: 0, quarantined: 0 };

const counts = fc.record(
  Object.fromEntries(DELIVERY_STATES.map((state) => [state, fc.nat(100_000)])) as Record<
    (typeof DELIVERY_STATES)[number],
    fc.Arbitrary<number>
  >,
);

describe('the bars of the chart', () => {
  it('stack the states of a day, the busiest day as high as the chart', () => {
    const { bars, highest } = chartBars([
      { day: '2026-11-20', counts: { ...NONE, applied: 3, failed: 1 } },
      { day: '2026-11-21', counts: { ...NONE, applied: 2 } },
      { day: '2026-11-22', counts: NONE },
    ]);
    expect(highest).toBe(4);
    expect(bars.map(({ segments }) => segments)).toEqual([
      [
        { state: 'applied', count: 3, from: 0, to: 0.75 },
        { state: 'failed', count: 1, from: 0.75, to: 1 },
      ],
      [{ state: 'applied', count: 2, from: 0, to: 0.5 }],
      [],
    ]);
  });

  it('show every state that there is, and stay within the chart', () => {
    fc.assert(
      fc.property(fc.array(counts, { maxLength: 14 }), (days) => {
        const { bars } = chartBars(
          days.map((each, index) => ({ day: `day ${index}`, counts: each })),
        );
        for (const [index, { segments }] of bars.entries()) {
          const present = Object.values(days[index] ?? {}).filter((count) => count > 0);
          expect(segments).toHaveLength(present.length);
          for (const { from, to } of segments) expect(to - from).toBeGreaterThan(0.005);
          expect(segments.at(-1)?.to ?? 0).toBeLessThanOrEqual(1.000001);
        }
      }),
    );
  });
});
