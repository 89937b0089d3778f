import fc from 'fast-check';
import { matchRows as matched, type Comparable } from './match-rows';

/** Items of which nothing is a mark. */
const unmarked = (texts: readonly string[]): Comparable[] =>
  texts.map((whole) => ({ whole, marks: [] }));
const matchRows = (wanted: readonly string[], present: readonly string[]) =>
  matched(unmarked(wanted), unmarked(present));

const letters = (text: string): string[] => [...text];

describe('the rows that the items of a list go on in', () => {
  it.each<[string, string, string, (number | undefined)[]]>([
    ['the same ones', 'AB', 'AB', [0, 1]],
    ['one is new at the start', 'AB', 'XAB', [undefined, 0, 1]],
    ['one is new in between', 'AB', 'AXB', [0, undefined, 1]],
    ['one is new at the end', 'AB', 'ABX', [0, 1, undefined]],
    ['one is gone', 'AB', 'B', [1]],
    ['one is gone, and another is new elsewhere', 'AB', 'BX', [1, undefined]],
    ['they changed places', 'ABC', 'CAB', [2, 0, 1]],
    ['one was changed in its place', 'AB', 'XB', [0, 1]],
    ['one was changed in its place, and one is new', 'ABC', 'AXCY', [0, 1, 2, undefined]],
    ['one was changed behind one that is gone', 'ABC', 'BX', [1, 2]],
    ['all were changed', 'AB', 'XYZ', [0, 1, undefined]],
    ['the first of two that read the same was changed', 'AA', 'XA', [0, 1]],
    ['there was none', '', 'A', [undefined]],
  ])('%s', (_, present, wanted, rows) => {
    expect(matchRows(letters(wanted), letters(present))).toEqual(rows);
  });

  const marked = (items: string): Comparable[] =>
    items
      .split(' ')
      .map((whole) => ({ whole, marks: [...whole].map((mark) => (mark === '-' ? null : mark)) }));

  it.each<[string, string, string, (number | undefined)[]]>([
    ['all were changed, and one is new before it', 'ax', 'by ay', [undefined, 0]],
    ['all were changed, and one is gone', 'ax bx', 'by', [1]],
    ['all were changed, and they changed places', 'ax bx', 'by ay', [1, 0]],
    ['the first mark counts before the second', 'ax by', 'ay bz', [0, 1]],
    ['what several have tells nothing', 'ax bx', 'cx dx', [0, 1]],
    ['what is missing tells nothing', '-x b-', '-y c-', [0, 1]],
  ])('are told by what they alone have: %s', (_, present, wanted, rows) => {
    expect(matched(marked(wanted), marked(present))).toEqual(rows);
  });

  const item = fc.constantFrom(...letters('ABCDEF'));
  const list = fc.array(item, { maxLength: 8 });

  it('go to one item each', () => {
    fc.assert(
      fc.property(list, list, (present, wanted) => {
        const rows = matchRows(wanted, present);
        expect(rows).toHaveLength(wanted.length);
        const used = rows.filter((row) => row !== undefined);
        expect(new Set(used).size).toBe(used.length);
        for (const row of used) expect(row).toBeLessThan(present.length);
      }),
    );
  });

  it('stay with what reads the same', () => {
    fc.assert(
      fc.property(list, list, (present, wanted) => {
        const rows = matchRows(wanted, present);
        const count = (items: readonly string[], one: string) =>
          items.filter((other) => other === one).length;
        for (const one of new Set(wanted)) {
          const kept = rows.filter(
            (row, index) => wanted[index] === one && present[row ?? -1] === one,
          );
          expect(kept).toHaveLength(Math.min(count(wanted, one), count(present, one)));
        }
      }),
    );
  });

  it('all stay in their places where items are only changed', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(item, fc.boolean())), (items) => {
        const present = items.map(([one]) => one);
        const wanted = items.map(([one, isChanged]) => (isChanged ? `${one}, revised` : one));
        expect(matchRows(wanted, present)).toEqual(present.map((_, index) => index));
      }),
    );
  });
});
