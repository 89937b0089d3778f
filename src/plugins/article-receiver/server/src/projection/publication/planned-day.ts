import { Temporal } from 'temporal-polyfill';
import { isTimeZone } from '../../config/time-zone';

/** At which time of a planned day articles go online, and where that day is. */
export interface PlannedTime {
  /** `HH:MM`, 00:00 to 23:59. */
  time: string;
  /** An IANA name, such as `Europe/Berlin`; the server's own zone when it is left out. */
  timeZone?: string | undefined;
}

/**
 * When a planned day has come, in epoch ms. A time that a clock skips in that night comes as much
 * later as it skips; of a time that comes twice, the first counts.
 * @param day `YYYY-MM-DD`
 */
export const plannedInstant = (day: string, planned: PlannedTime): number =>
  instantOf(Temporal.PlainDate.from(day), planned);

const instantOf = (day: Temporal.PlainDate, { time, timeZone = ownZone() }: PlannedTime): number =>
  day.toZonedDateTime({ timeZone, plainTime: time }).epochMilliseconds;

/** The last planned day that has come. @param now epoch ms. @returns `YYYY-MM-DD` */
export function lastDueDay(now: number, planned: PlannedTime): string {
  const { timeZone = ownZone() } = planned;
  let day = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).toPlainDate();
  // A day may be missing from a calendar, at the date line, and its time fall into the next one.
  while (instantOf(day, planned) > now) day = day.subtract({ days: 1 });
  return day.toString();
}

/** Where TZ is empty or unknown, Node's clock is that of UTC, and its zone may have no name. */
function ownZone(): string {
  const zone = Temporal.Now.timeZoneId();
  return isTimeZone(zone) ? zone : 'UTC';
}
