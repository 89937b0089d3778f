import { keptTexts, moved, newWords, readTexts } from './texts';

describe('readTexts', () => {
  it.each([
    [
      ['a', 'b'],
      ['a', 'b'],
    ],
    ['["a"]', ['a']],
    [null, []],
    [undefined, []],
    ['', []],
  ])('reads %j', (value, texts) => expect(readTexts(value)).toEqual(texts));

  it.each([[{ a: 1 }], [[1, 'a']], ['{'], [3]])('leaves %j to another input', (value) =>
    expect(readTexts(value)).toBeNull(),
  );
});

describe('keptTexts', () => {
  it('does not take an empty list for a change of nothing', () => {
    expect(keptTexts([], null)).toBeNull();
    expect(keptTexts([], ['a'])).toEqual([]);
    expect(keptTexts(['a'], null)).toEqual(['a']);
  });
});

describe('moved', () => {
  it.each([
    [0, 1, ['b', 'a', 'c']],
    [2, 0, ['c', 'a', 'b']],
    [0, -1, ['a', 'b', 'c']],
    [2, 3, ['a', 'b', 'c']],
  ])('takes %i to %i', (from, to, order) =>
    expect(moved(['a', 'b', 'c'], from, to)).toEqual(order),
  );
});

describe('newWords', () => {
  it('splits what was pasted and leaves out what is there', () => {
    expect(newWords(' Tea, coffee;\nCoffee ,,milk', ['tea'])).toEqual(['coffee', 'milk']);
  });
});
