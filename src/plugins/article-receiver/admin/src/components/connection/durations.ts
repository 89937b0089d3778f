const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/** How long a new token lasts, in milliseconds; `never` has no end. */
export const LIFETIMES = {
  never: null,
  days30: 30 * DAY_MS,
  days90: 90 * DAY_MS,
  year: 365 * DAY_MS,
} as const;

/** How long a replaced token goes on working beside its successor. */
export const OVERLAPS = {
  none: 0,
  hour: HOUR_MS,
  day: DAY_MS,
  days2: 2 * DAY_MS,
  days7: 7 * DAY_MS,
} as const;

/** The names of a set of choices, in their order. */
export const namesOf = <T extends object>(choices: T) => Object.keys(choices) as (keyof T)[];
