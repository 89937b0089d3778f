import { functionSource, given } from './rule-function';

describe('what a function of the site’s own gives', () => {
  it.each([
    ['half a character', 'Cup\ud83d', 'Cup\ufffd'],
    ['one within a list', ['Cup\ud83d'], ['Cup\ufffd']],
    ['nothing', undefined, null],
    ['what JSON has not', { at: new Date(0), gap: undefined, none: [NaN] }, null],
    ['a number, which its field judges', NaN, NaN],
    ['a boolean', false, false],
  ])('is kept as a delivery would say it: %s', (_, value, kept) => {
    const json = { at: '1970-01-01T00:00:00.000Z', none: [null] };
    expect(given(value)).toEqual(kept ?? (value === undefined ? null : json));
  });

  it.each([
    ['a promise', () => Promise.reject(new Error('nobody waits for it')), 'and no promise'],
    ['a number that JSON has not', () => [1n], 'BigInt'],
  ])('is an issue of the delivery where it is %s', (_, rule, why) => {
    const scope = { values: {}, item: null, issues: [] };
    expect(functionSource(rule as never, 'words').read?.(scope as never)).toBeNull();
    expect(scope.issues).toEqual([
      expect.objectContaining({
        code: 'functionFailed',
        values: { option: 'words', why: expect.stringContaining(why) as unknown },
      }),
    ]);
  });
});
