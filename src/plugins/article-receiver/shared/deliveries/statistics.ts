import type { DeliveryState } from './deliveries';

/** Deliveries by state, without those that somebody decided against, which are counted apart. */
export interface Counted {
  counts: Record<DeliveryState, number>;
  leftOut: number;
}

/** A day of the calendar, from its first moment up to the next day's (ISO 8601). */
export interface CountedDay extends Counted {
  day: string;
  from: string;
  to: string;
}

/** Deliveries by the day on which they arrived, in the time zone that was asked for. */
export interface Statistics {
  /** Every day of the range, oldest first; the last one is today. */
  days: CountedDay[];
  today: Counted & { total: number };
}
