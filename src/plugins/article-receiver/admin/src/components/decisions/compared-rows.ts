import { compared, type Piece } from './common';

/** A line of each side, next to each other; null where a side has none. */
export interface ComparedRow {
  isSame: boolean;
  left: Piece[] | null;
  right: Piece[] | null;
}

/** Lines that nobody changed, left out between two changes. */
export interface Fold {
  folded: number;
}

/** Unchanged lines that are shown around a change. */
const CONTEXT = 2;

/**
 * Two texts line by line, next to each other, with the changed words of changed lines marked: a
 * paragraph of Markdown is one line.
 */
export function comparedRows(before: string, after: string): ComparedRow[] {
  const { left, right } = compared(before.split('\n'), after.split('\n'));
  const rows: ComparedRow[] = [];
  let [i, j] = [0, 0];
  while (i < left.length || j < right.length) {
    const [ours, theirs] = [run(left, i), run(right, j)];
    for (let k = 0; k < Math.max(ours.length, theirs.length); k += 1) {
      rows.push(changedRow(ours[k], theirs[k]));
    }
    i += ours.length;
    j += theirs.length;
    const [a, b] = [left[i], right[j]];
    if (a && b) rows.push({ isSame: a.text === b.text, left: [a], right: [b] });
    // Texts that are too long to compare have lines without a counterpart.
    else if (a || b) rows.push({ isSame: false, left: a ? [a] : null, right: b ? [b] : null });
    i += 1;
    j += 1;
  }
  return rows;
}

/** The lines from here on that only one side has. */
function run(lines: Piece[], from: number): Piece[] {
  const end = lines.findIndex(({ isOwn }, index) => index >= from && !isOwn);
  return lines.slice(from, end === -1 ? lines.length : end);
}

function changedRow(before: Piece | undefined, after: Piece | undefined): ComparedRow {
  if (!before || !after) {
    return { isSame: false, left: before ? [before] : null, right: after ? [after] : null };
  }
  return { isSame: false, ...compared(words(before.text), words(after.text)) };
}

const words = (line: string) => line.split(/(\s+)/).filter((word) => word !== '');

/** The same rows without what is far from any change. */
export function foldedRows(rows: readonly ComparedRow[]): (ComparedRow | Fold)[] {
  const isNear = (index: number) =>
    rows.slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1).some(({ isSame }) => !isSame);
  const shown: (ComparedRow | Fold)[] = [];
  for (const [index, row] of rows.entries()) {
    const last = shown.at(-1);
    if (isNear(index)) shown.push(row);
    else if (last && 'folded' in last) last.folded += 1;
    else shown.push({ folded: 1 });
  }
  return shown;
}
