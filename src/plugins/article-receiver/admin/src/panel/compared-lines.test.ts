import { comparedLines, type Line } from './compared-lines';

/** A text's lines with a star before those that only its side has. */
const marked = (lines: Line[]) => lines.map(({ text, isOwn }) => (isOwn ? `*${text}` : text));

const compared = (before: string[], after: string[]) => {
  const { left, right } = comparedLines(before.join('\n'), after.join('\n'));
  return [marked(left), marked(right)];
};

describe('two texts line by line', () => {
  it('have no lines of their own when they are the same', () => {
    expect(compared(['a', 'b'], ['a', 'b'])).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ]);
  });

  it('mark a changed line on both sides, and nothing around it', () => {
    expect(compared(['a', '', 'b', ''], ['a', '', 'c', ''])).toEqual([
      ['a', '', '*b', ''],
      ['a', '', '*c', ''],
    ]);
  });

  it('mark added and removed lines on their side alone', () => {
    expect(compared(['a', 'b', 'c', 'd'], ['a', 'c', 'x', 'd'])).toEqual([
      ['a', '*b', 'c', 'd'],
      ['a', 'c', '*x', 'd'],
    ]);
  });

  it('mark everything where nothing is in common', () => {
    expect(compared(['a'], ['b', 'c'])).toEqual([['*a'], ['*b', '*c']]);
  });

  it('show very long texts without marks instead of taking long', () => {
    const long = (word: string) => Array.from({ length: 3_000 }, (_, index) => `${word} ${index}`);
    const [left = []] = compared(long('a'), long('b'));
    expect(left.some((line) => line.startsWith('*'))).toBe(false);
  });
});
