import type { DeliveryState } from './deliveries';

type Counts = Record<DeliveryState, number>;

/** Deliveries by the day on which they arrived, in the time zone that was asked for. */
export interface Statistics {
  /** Every day of the range, oldest first; the last one is today. */
  days: { day: string; counts: Counts }[];
  today: { total: number; counts: Counts };
}
