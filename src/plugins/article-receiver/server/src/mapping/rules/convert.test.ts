import { asInstant } from './convert';

describe('asInstant', () => {
  const own = process.env.TZ;
  afterEach(() => {
    if (own === undefined) delete process.env.TZ;
    else process.env.TZ = own;
  });

  it.each([
    ['2026-02-28T08:00:00+01:00', '2026-02-28T07:00:00.000Z'],
    ['2026-02-28', '2026-02-28T00:00:00.000Z'],
    ['2026-02-28T08:00', '2026-02-28T08:00:00.000Z'],
    [' 2026-02-28 08:00:30.5 ', '2026-02-28T08:00:30.500Z'],
    ['2026-02-28T25:00', null],
    ['at eight', null],
  ])('takes %j for the same time in whatever zone the site runs', (text, instant) => {
    for (const zone of ['UTC', 'America/New_York', 'Asia/Tokyo']) {
      process.env.TZ = zone;
      expect(asInstant(text)).toBe(instant);
    }
  });
});
