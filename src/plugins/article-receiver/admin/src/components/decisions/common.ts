/** A piece of a text: a line, a word, what is between two words. */
export interface Piece {
  text: string;
  /** Whether only this side has it. */
  isOwn: boolean;
}

/** Above this many pairs of pieces the texts are shown without marks. */
const MAX_PAIRS = 4_000_000;

/** Lengths of the longest common subsequences of all tails, row by row. */
function tailLengths(left: readonly string[], right: readonly string[]): Uint32Array[] {
  const lengths = Array.from({ length: left.length + 1 }, () => new Uint32Array(right.length + 1));
  for (let i = left.length - 1; i >= 0; i -= 1) {
    for (let j = right.length - 1; j >= 0; j -= 1) {
      const [here, below] = [lengths[i], lengths[i + 1]];
      if (!here || !below) continue;
      here[j] =
        left[i] === right[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, here[j + 1] ?? 0);
    }
  }
  return lengths;
}

/** How many pieces two texts have in common from one end. */
function commonEnd(left: readonly Piece[], right: readonly Piece[], from: 'start' | 'end'): number {
  const at = (pieces: readonly Piece[], index: number) =>
    pieces[from === 'start' ? index : pieces.length - 1 - index]?.text;
  const shorter = Math.min(left.length, right.length);
  let count = 0;
  while (count < shorter && at(left, count) === at(right, count)) count += 1;
  return count;
}

/** Marks the pieces of a longest common subsequence as nobody's own. */
function markCommon(left: readonly Piece[], right: readonly Piece[]): void {
  const lengths = tailLengths(
    left.map(({ text }) => text),
    right.map(({ text }) => text),
  );
  let [i, j] = [0, 0];
  while (i < left.length && j < right.length) {
    const [a, b] = [left[i], right[j]];
    if (a && b && a.text === b.text) {
      a.isOwn = b.isOwn = false;
      i += 1;
      j += 1;
    } else if ((lengths[i + 1]?.[j] ?? 0) >= (lengths[i]?.[j + 1] ?? 0)) i += 1;
    else j += 1;
  }
}

/** Two texts piece by piece, each piece with whether only its own side has it. */
export function compared(
  before: readonly string[],
  after: readonly string[],
): { left: Piece[]; right: Piece[] } {
  const toPieces = (texts: readonly string[]) => texts.map((text) => ({ text, isOwn: false }));
  const [left, right] = [toPieces(before), toPieces(after)];
  const head = commonEnd(left, right, 'start');
  const tail = commonEnd(left.slice(head), right.slice(head), 'end');
  const [ours, theirs] = [left, right].map((pieces) => pieces.slice(head, pieces.length - tail));
  if (!ours || !theirs || ours.length * theirs.length > MAX_PAIRS) return { left, right };
  for (const piece of [...ours, ...theirs]) piece.isOwn = true;
  markCommon(ours, theirs);
  return { left, right };
}
