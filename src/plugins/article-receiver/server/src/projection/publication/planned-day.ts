/** At which time of a planned day articles go online, and where that day is. */
export interface PlannedTime {
  /** `HH:MM`, 00:00 to 23:59. */
  time: string;
  /** An IANA name, such as `Europe/Berlin`; the server's own zone when it is left out. */
  timeZone?: string | undefined;
}

const DAY_MS = 24 * 60 * 60_000;

/** Making one costs more than a thousand uses of it. */
const clocks = new Map<string | undefined, Intl.DateTimeFormat>();

function clockIn(timeZone: string | undefined): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known) return known;
  const clock = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  clocks.set(timeZone, clock);
  return clock;
}

/** What a clock on the wall shows, as the epoch ms at which one in UTC shows the same. */
function onTheWall(instant: number, timeZone: string | undefined): number {
  const parts = Object.fromEntries(
    clockIn(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/**
 * When a planned day has come, in epoch ms. A time that a clock skips in that night comes as much
 * later as it skips; of a time that comes twice, the first counts (as Temporal's "compatible").
 * @param day `YYYY-MM-DD`
 */
export function plannedInstant(day: string, { time, timeZone }: PlannedTime): number {
  const wanted = Date.parse(`${day}T${time}:00.000Z`);
  // A zone changes its offset at most once within two days.
  const offsetAt = (instant: number) => onTheWall(instant, timeZone) - instant;
  const before = wanted - offsetAt(wanted - DAY_MS);
  const after = wanted - offsetAt(wanted + DAY_MS);
  const isShown = (instant: number) => onTheWall(instant, timeZone) === wanted;
  return !isShown(before) && isShown(after) ? after : before;
}

/** The last planned day that has come. @param now epoch ms. @returns `YYYY-MM-DD` */
export function lastDueDay(now: number, planned: PlannedTime): string {
  const today = onTheWall(now, planned.timeZone);
  // A day may be missing from a calendar, at the date line, and its time fall into the next one.
  for (const ago of [0, 1]) {
    const day = dayOf(today - ago * DAY_MS);
    if (plannedInstant(day, planned) <= now) return day;
  }
  return dayOf(today - 2 * DAY_MS);
}

const dayOf = (wall: number): string => new Date(wall).toISOString().slice(0, 10);
