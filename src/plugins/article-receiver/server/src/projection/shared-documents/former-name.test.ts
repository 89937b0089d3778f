import { formerName } from './former-name';

const asset = (url: string | null) => JSON.stringify(['art_1', url, '00ff']);
const stamp = [1, 1, 1] as const;
const said = (name: unknown) => ({ art_1: { first: stamp, newest: stamp, values: { name } } });

describe('what a document was called that somebody deleted', () => {
  it.each([
    ['tag', 'espresso', null, 'espresso'],
    ['campaign', 'cmp_1', null, 'cmp_1'],
    ['entry', 'de ["api::topic.topic","name","water, hot"]', null, 'water, hot'],
    [
      'media-asset',
      asset('https://cdn.example.com/cup.png'),
      null,
      'https://cdn.example.com/cup.png',
    ],
    ['media-asset', asset(null), null, null],
    ['file', '00ff', said('cup.png'), 'cup.png'],
    ['file', '00ff', { '': { first: stamp, newest: stamp, values: null } }, null],
    ['file', '00ff', null, null],
    ['match', '["api::topic.topic","name","water"]', null, null],
  ])('is what is remembered of it: a %s, %s', (kind, sourceId, claims, name) => {
    expect(formerName({ kind, sourceId, claims })).toBe(name);
  });
});
