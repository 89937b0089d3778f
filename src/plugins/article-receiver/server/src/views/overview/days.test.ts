import { isTimeZone } from '../../config/time-zone';
import { dayStarts } from './days';

const HOUR_MS = 60 * 60_000;

describe('dayStarts', () => {
  it('gives every day of the range, oldest first, without gaps', () => {
    const days = dayStarts(Date.parse('2026-03-02T12:00:00Z'), 4, 'UTC');
    expect(days.map(({ day }) => day)).toEqual([
      '2026-02-27',
      '2026-02-28',
      '2026-03-01',
      '2026-03-02',
    ]);
    expect(days[3]).toMatchObject({
      from: Date.parse('2026-03-02T00:00:00Z'),
      to: Date.parse('2026-03-03T00:00:00Z'),
    });
    for (const [n, { to }] of days.slice(0, -1).entries()) expect(days[n + 1]?.from).toBe(to);
  });

  it.each([
    ['Europe/Berlin', '2026-03-29T10:00:00Z', 23],
    ['Europe/Berlin', '2026-10-25T10:00:00Z', 25],
    ['Asia/Kolkata', '2026-10-25T10:00:00Z', 24],
    ['America/Sao_Paulo', '2018-11-04T12:00:00Z', 23],
  ])('knows how long a day in %s is: %s', (timeZone, now, hours) => {
    const [today] = dayStarts(Date.parse(now), 1, timeZone);
    expect(((today?.to ?? 0) - (today?.from ?? 0)) / HOUR_MS).toBe(hours);
  });

  it('leaves out a day that the zone’s calendar does not have', () => {
    const days = dayStarts(Date.parse('2011-12-31T00:00:00Z'), 2, 'Pacific/Apia');
    expect(days.map(({ day }) => day)).toEqual(['2011-12-29', '2011-12-31']);
    expect(days[0]?.to).toBe(days[1]?.from);
  });

  it('goes by the zone’s own date', () => {
    const now = Date.parse('2026-06-30T23:30:00Z');
    expect(dayStarts(now, 1, 'Europe/Berlin')[0]?.day).toBe('2026-07-01');
    expect(dayStarts(now, 1, 'America/New_York')[0]?.day).toBe('2026-06-30');
    expect(dayStarts(Date.parse('2026-06-30T22:00:00Z'), 1, 'Europe/Berlin')[0]?.day).toBe(
      '2026-07-01',
    );
  });
});

describe('isTimeZone', () => {
  it.each([
    ['Europe/Berlin', true],
    ['UTC', true],
    ['Berlin', false],
    ['', false],
  ])('%s: %s', (text, expected) => expect(isTimeZone(text)).toBe(expected));
});
