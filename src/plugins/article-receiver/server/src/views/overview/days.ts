/** A day of a calendar, as the time zone has it: from its first moment up to the next day's. */
export interface Day {
  /** `2026-11-21`. */
  day: string;
  /** Epoch ms. */
  from: number;
  /** Epoch ms. */
  to: number;
}

const DAY_MS = 24 * 60 * 60_000;

/**
 * The last days up to now, oldest first. Days may have 23 or 25 hours, and in some zones begin at
 * one in the morning.
 */
export function dayStarts(now: number, count: number, timeZone: string): Day[] {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  const dayOf = (epochMs: number): string => format.format(epochMs);
  const days: Day[] = [];
  let to = firstMomentAfter(now, dayOf);
  for (let n = 0; n < count; n += 1) {
    const day = dayOf(to - 1);
    const from = firstMomentOf(to - 1, dayOf);
    days.unshift({ day, from, to });
    to = from;
  }
  return days;
}

/** The first moment of the day that a moment is in. */
function firstMomentOf(moment: number, dayOf: (epochMs: number) => string): number {
  return boundary(moment - 2 * DAY_MS, moment, (at) => dayOf(at) === dayOf(moment));
}

/** The first moment of the next day. */
function firstMomentAfter(moment: number, dayOf: (epochMs: number) => string): number {
  return boundary(moment, moment + 2 * DAY_MS, (at) => dayOf(at) !== dayOf(moment));
}

/** The first moment after `low`, up to `high`, at which something is so from then on. */
function boundary(low: number, high: number, isSo: (epochMs: number) => boolean): number {
  let [before, after] = [low, high];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (isSo(middle)) after = middle;
    else before = middle;
  }
  return after;
}
