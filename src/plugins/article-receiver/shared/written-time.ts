/** A day, or a time of it: `2026-09-14`, `2026-09-14T10:00:00Z`, `2026-09-14 10:00`. */
const WRITTEN =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/i;

/**
 * A time that somebody wrote, in epoch ms; null for anything else. `Date` by itself makes a time of much that is none:
 * of 5 a day in May 2001, of 40 one in 2040, of the 31st of February one in March, of nothing 1970.
 */
export function writtenTime(text: unknown): number | null {
  const [, year, month, day] = (typeof text === 'string' && WRITTEN.exec(text)) || [];
  if (year === undefined) return null;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  const time = Date.parse(String(text));
  return date.getUTCDate() === Number(day) && Number.isFinite(time) ? time : null;
}
