import { Temporal } from 'temporal-polyfill';

/** A day of a calendar, as the time zone has it: from its first moment up to the next day's. */
export interface Day {
  /** `2026-11-21`. */
  day: string;
  /** Epoch ms. */
  from: number;
  /** Epoch ms. */
  to: number;
}

/**
 * The last days up to now, oldest first. Days may have 23 or 25 hours, begin at one in the morning, or
 * be missing.
 */
export function dayStarts(now: number, count: number, timeZone: string): Day[] {
  const at = (instant: number) =>
    Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone);
  const days: Day[] = [];
  let to = at(now).add({ days: 1 }).startOfDay().epochMilliseconds;
  for (let n = 0; n < count; n += 1) {
    const last = at(to - 1);
    const from = last.startOfDay().epochMilliseconds;
    days.unshift({ day: last.toPlainDate().toString(), from, to });
    to = from;
  }
  return days;
}
