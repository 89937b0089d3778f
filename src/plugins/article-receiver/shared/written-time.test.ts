import { writtenTime } from './written-time';

it.each([
  ['2026-09-14', '2026-09-14T00:00:00.000Z'],
  ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ['2026-09-14T10:00:00Z', '2026-09-14T10:00:00.000Z'],
  ['2026-09-14t10:00:00.1234567z', '2026-09-14T10:00:00.123Z'],
  ['2026-09-14T10:00+05:45', '2026-09-14T04:15:00.000Z'],
  ['2026-12-31T23:30:00-12:00', '2027-01-01T11:30:00.000Z'],
])('%s is a time', (text, time) => {
  expect(new Date(writtenTime(text) ?? NaN).toISOString()).toBe(time);
});

it('is the site’s where it says no zone', () => {
  expect(writtenTime('2026-09-14 10:00')).toBe(new Date(2026, 8, 14, 10).getTime());
});

it.each([
  '',
  ' ',
  '5',
  '40',
  '2026',
  '2026-02-31',
  '2026-13-01',
  '2026-01-00',
  '2026-01-01T25:00Z',
])('%j is none', (text) => expect(writtenTime(text)).toBeNull());

it.each([null, undefined, true, 0, 14, ['2026-09-14']])('nor is %j', (value) => {
  expect(writtenTime(value)).toBeNull();
});
