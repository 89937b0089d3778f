import fc from 'fast-check';
import { lastDueDay, plannedInstant } from './planned-day';

const at = (day: string, time: string, timeZone: string): string =>
  new Date(plannedInstant(day, { time, timeZone })).toISOString();

describe('the instant of a planned day', () => {
  it.each([
    ['2026-09-20', '09:00', 'UTC', '2026-09-20T09:00:00.000Z'],
    ['2026-09-20', '09:00', 'Europe/Berlin', '2026-09-20T07:00:00.000Z'],
    ['2026-12-20', '09:00', 'Europe/Berlin', '2026-12-20T08:00:00.000Z'],
    ['2026-09-20', '09:00', 'Asia/Kathmandu', '2026-09-20T03:15:00.000Z'],
    ['2026-09-20', '00:00', 'Pacific/Kiritimati', '2026-09-19T10:00:00.000Z'],
    // Skipped: as much later as the clock skips, never before the time that was asked for.
    ['2026-03-29', '02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
    ['2026-09-06', '00:00', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
    // Twice: the first of the two.
    ['2026-10-25', '02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
    // On the days of a change, at another hour.
    ['2026-03-29', '09:00', 'Europe/Berlin', '2026-03-29T07:00:00.000Z'],
    ['2026-10-25', '09:00', 'Europe/Berlin', '2026-10-25T08:00:00.000Z'],
    ['2026-03-29', '01:59', 'Europe/Berlin', '2026-03-29T00:59:00.000Z'],
    // A day that this zone's calendar does not have.
    ['2011-12-30', '09:00', 'Pacific/Apia', '2011-12-30T19:00:00.000Z'],
  ])('of %s, %s in %s is %s', (day, time, timeZone, instant) => {
    expect(at(day, time, timeZone)).toBe(instant);
  });

  const plans = fc.record({
    minutes: fc.integer({ min: 0, max: 24 * 60 - 1 }),
    timeZone: fc.constantFrom(...Intl.supportedValuesOf('timeZone')),
  });
  const days = fc
    .date({ min: new Date('2020-01-01'), max: new Date('2035-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  const timeOf = (minutes: number): string =>
    [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');

  it('is when the clocks there show it, or have just skipped it', () => {
    fc.assert(
      fc.property(days, plans, (day, { minutes, timeZone }) => {
        const time = timeOf(minutes);
        const shown = new Intl.DateTimeFormat('sv-SE', {
          timeZone,
          dateStyle: 'short',
          timeStyle: 'short',
        }).format(plannedInstant(day, { time, timeZone }));
        return shown >= `${day} ${time}`;
      }),
    );
  });

  it('comes with the last due day, and not a millisecond before', () => {
    fc.assert(
      fc.property(days, plans, (day, { minutes, timeZone }) => {
        const planned = { time: timeOf(minutes), timeZone };
        const instant = plannedInstant(day, planned);
        return lastDueDay(instant, planned) >= day && lastDueDay(instant - 1, planned) < day;
      }),
    );
  });
});
