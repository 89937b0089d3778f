import { refusedNow, wasRefused, type Refused } from './refused';

const latest: Refused = { position: 9, fields: ['description'], fingerprint: 'f' };

describe('what is known of refused publications', () => {
  it.each<[string, Refused | null, { position: number; isRefused: boolean } | null, number[]]>([
    ['none before', null, null, []],
    ['the same again', { ...latest }, null, []],
    ['an older one in its place', null, { position: 4, isRefused: true }, [4]],
    ['one that was the latest', { position: 5, fields: [] }, null, [5]],
    ['more and more of them', { ...latest, older: [4] }, { position: 2, isRefused: true }, [2, 4]],
    [
      'one that came about now',
      { ...latest, older: [2, 4] },
      { position: 4, isRefused: false },
      [2],
    ],
  ])('is kept: %s', (_, known, tried, older) => {
    const now = refusedNow(known, latest, tried);
    expect(now).toEqual(older.length > 0 ? { ...latest, older } : latest);
    expect([9, ...older].every((position) => wasRefused(now, position))).toBe(true);
    expect(wasRefused(now, 7)).toBe(false);
  });

  it('is nothing where nothing was refused', () => {
    expect(wasRefused(null, 9)).toBe(false);
  });
});
