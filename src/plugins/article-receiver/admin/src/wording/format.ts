import { useIntl } from 'react-intl';

const KILO = 1_000;
const MIB = 1024 ** 2;

/** Dates, sizes and ages in the administrator's language. */
export function useFormat() {
  const { formatDate, formatNumber, formatRelativeTime } = useIntl();
  return {
    /** Date and time of an ISO 8601 instant, to the minute or to the second. */
    instant: (iso: string, precision: 'medium' | 'short' = 'short') =>
      formatDate(iso, { dateStyle: 'medium', timeStyle: precision }),
    /** An instant in little room: how long ago on the day itself, then its date. */
    near(iso: string, now = Date.now()) {
      const seconds = Math.round((Date.parse(iso) - now) / 1_000);
      const fitting = AGE_UNITS.find(([, length]) => Math.abs(seconds) >= length);
      if (fitting?.[0] === 'day') return formatDate(iso, shortDay(iso, now));
      const [unit, length] = fitting ?? (['second', 1] as const);
      const count = Math.trunc(seconds / length);
      return formatRelativeTime(count, unit, { numeric: 'auto', style: 'short' });
    },
    /** A calendar day in little room. */
    nearDay: (date: string, now = Date.now()) =>
      formatDate(date, { ...shortDay(date, now), timeZone: 'UTC' }),
    /** The day of an instant, where the administrator is. */
    date: (iso: string) => formatDate(iso, { dateStyle: 'medium' }),
    /** The time of an instant, where the administrator is. */
    time: (iso: string) => formatDate(iso, { timeStyle: 'medium' }),
    /** A calendar day, `2026-09-20`, which is the same day in every time zone. */
    day: (date: string) => formatDate(date, { dateStyle: 'medium', timeZone: 'UTC' }),
    number: (value: number) => formatNumber(value),
    bytes(value: number) {
      const [scale, unit] =
        value < KILO
          ? [1, 'byte']
          : value < KILO ** 2
            ? [KILO, 'kilobyte']
            : [KILO ** 2, 'megabyte'];
      return formatNumber(value / scale, {
        style: 'unit',
        unit,
        unitDisplay: unit === 'byte' ? 'long' : 'short',
        maximumFractionDigits: scale === KILO ** 2 ? 1 : 0,
      });
    },
    /** A size in the unit that settings are in, without its name. */
    mebibytes: (value: number) => formatNumber(value / MIB, { maximumFractionDigits: 1 }),
    /** How long something took, in milliseconds or seconds. */
    duration: (ms: number) =>
      formatNumber(ms < KILO ? ms : ms / KILO, {
        style: 'unit',
        unit: ms < KILO ? 'millisecond' : 'second',
        unitDisplay: 'short',
        maximumFractionDigits: 1,
      }),
    /** How long ago an instant was, in the largest unit that fits. */
    age(iso: string, now = Date.now()) {
      const seconds = Math.round((Date.parse(iso) - now) / 1_000);
      const fitting = AGE_UNITS.find(([, length]) => Math.abs(seconds) >= length);
      const [unit, length] = fitting ?? (['second', 1] as const);
      return formatRelativeTime(Math.trunc(seconds / length), unit, { numeric: 'auto' });
    },
  };
}

const AGE_UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

interface ShortDay {
  day: 'numeric';
  month: 'short';
  year?: 'numeric';
}

/** A date; without its year in the present one. */
const shortDay = (iso: string, now: number): ShortDay => ({
  day: 'numeric',
  month: 'short',
  ...(iso.startsWith(String(new Date(now).getFullYear())) ? {} : { year: 'numeric' }),
});
