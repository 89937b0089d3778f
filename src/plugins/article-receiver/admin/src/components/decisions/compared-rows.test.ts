import * as fc from 'fast-check';
import type { Piece } from './common';
import { comparedRows, foldedRows } from './compared-rows';

/** A side's line with a star around what only it has; null where it has none. */
const marked = (pieces: Piece[] | null) =>
  pieces && pieces.map(({ text, isOwn }) => (isOwn && text.trim() ? `*${text}*` : text)).join('');

const compare = (before: string, after: string) =>
  comparedRows(before, after).map(({ left, right }) => [marked(left), marked(right)]);

const texts = fc.array(fc.constantFrom('a', 'b c', 'b d', '', 'e'), { maxLength: 12 });

describe('two texts next to each other', () => {
  it('have no marks when they are the same', () => {
    expect(compare('a\nb', 'a\nb')).toEqual([
      ['a', 'a'],
      ['b', 'b'],
    ]);
  });

  it('mark the changed words of a changed line, and nothing around it', () => {
    expect(compare('# Title\n\nGrind it fine.\n', '# Title\n\nGrind it coarse.\n')).toEqual([
      ['# Title', '# Title'],
      ['', ''],
      ['Grind it *fine.*', 'Grind it *coarse.*'],
      ['', ''],
    ]);
  });

  it('leave a gap where the other side has more lines', () => {
    expect(compare('a\nd', 'a\nb\nc\nd')).toEqual([
      ['a', 'a'],
      [null, '*b*'],
      [null, '*c*'],
      ['d', 'd'],
    ]);
  });

  it('show very long texts without marks instead of taking long', () => {
    const long = (word: string) => Array.from({ length: 3_000 }, (_, line) => `${word} ${line}`);
    const rows = compare(long('a').join('\n'), [...long('b'), 'more'].join('\n'));
    expect(rows.at(0)).toEqual(['a 0', 'b 0']);
    expect(rows.at(-1)).toEqual([null, 'more']);
  });

  it('always show both texts whole', () => {
    fc.assert(
      fc.property(texts, texts, (before, after) => {
        const rows = comparedRows(before.join('\n'), after.join('\n'));
        const side = (key: 'left' | 'right') =>
          rows
            .map((row) => row[key])
            .filter((pieces) => pieces !== null)
            .map((pieces) => pieces.map(({ text }) => text).join(''));
        expect(side('left').join('\n')).toBe(before.join('\n'));
        expect(side('right').join('\n')).toBe(after.join('\n'));
      }),
    );
  });
});

describe('what is far from any change', () => {
  it('is folded into its number of lines', () => {
    const before = Array.from({ length: 10 }, (_, line) => `line ${line}`);
    const after = before.map((line, index) => (index === 5 ? 'changed' : line));
    const rows = comparedRows(before.join('\n'), after.join('\n'));
    expect(
      foldedRows(rows).map((row) => ('folded' in row ? row.folded : marked(row.left))),
    ).toEqual([3, 'line 3', 'line 4', '*line* *5*', 'line 6', 'line 7', 2]);
  });
});
