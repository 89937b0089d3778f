import { DELIVERY_STATES, type DeliveryState } from '../../../../shared/deliveries';
import type { Statistics } from '../../../../shared/statistics';

export interface Segment {
  state: DeliveryState;
  count: number;
  /** Share of the chart's height, from below. */
  from: number;
  to: number;
}

export interface Bar {
  day: string;
  total: number;
  segments: Segment[];
}

/** What a segment has at least of the height: one failed delivery among thousands is to be seen. */
const LEAST = 0.02;

/** Each day's deliveries as a bar of its states, the busiest day as high as the chart. */
export function chartBars(days: Statistics['days']): { bars: Bar[]; highest: number } {
  const totals = days.map(({ counts }) => sum(Object.values(counts)));
  const highest = Math.max(0, ...totals);
  const bars = days.map(({ day, counts }, index) => {
    const present = DELIVERY_STATES.filter((state) => counts[state] > 0);
    const shares = present.map((state) => Math.max(LEAST, counts[state] / highest));
    // What the small ones got more, the bar as a whole gives: no day is higher than it is.
    const whole = Math.max(LEAST * present.length, (totals[index] ?? 0) / highest);
    const scale = whole / sum(shares);
    let from = 0;
    const segments = present.map((state, place): Segment => {
      const to = from + (shares[place] ?? 0) * scale;
      const segment = { state, count: counts[state], from, to };
      from = to;
      return segment;
    });
    return { day, total: totals[index] ?? 0, segments };
  });
  return { bars, highest };
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
