import {
  SHOWN_STATES,
  type DeliveryState,
  type ShownState,
} from '../../../../../shared/deliveries/deliveries';

export interface Segment {
  state: ShownState;
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

/** The deliveries of a day. */
interface Day {
  day: string;
  counts: Record<DeliveryState, number>;
  leftOut?: number;
}

/** What a segment has at least of the height: one failed delivery among thousands is to be seen. */
const LEAST = 0.02;

/** Each day's deliveries as a bar of its states, the busiest day as high as the chart. */
export function chartBars(days: readonly Day[]): { bars: Bar[]; highest: number } {
  const shown = days.map(({ day, counts, leftOut = 0 }) => ({
    day,
    counts: { ...counts, leftOut },
  }));
  const totals = shown.map(({ counts }) => sum(Object.values(counts)));
  const highest = Math.max(0, ...totals);
  const bars = shown.map(({ day, counts }, index) => {
    const present = SHOWN_STATES.filter((state) => counts[state] > 0);
    const shares = present.map((state) => Math.max(LEAST, counts[state] / highest));
    // Segments raised to their least height are made up for by the others: the bar keeps its height.
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
