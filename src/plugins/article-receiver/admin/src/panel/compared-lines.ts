export interface Line {
  text: string;
  /** Whether only this side has it. */
  isOwn: boolean;
}

/** Above this many pairs of lines the texts are shown without marks. */
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

/** Two texts line by line; the lines of their longest common subsequence are nobody's own. */
export function comparedLines(before: string, after: string): { left: Line[]; right: Line[] } {
  const [lefts, rights] = [before.split('\n'), after.split('\n')];
  const left = lefts.map((text) => ({ text, isOwn: true }));
  const right = rights.map((text) => ({ text, isOwn: true }));
  if (lefts.length * rights.length > MAX_PAIRS) return { left: shared(left), right: shared(right) };

  const lengths = tailLengths(lefts, rights);
  let [i, j] = [0, 0];
  while (i < left.length && j < right.length) {
    const [a, b] = [left[i], right[j]];
    if (a && b && a.text === b.text) {
      a.isOwn = false;
      b.isOwn = false;
      i += 1;
      j += 1;
    } else if ((lengths[i + 1]?.[j] ?? 0) >= (lengths[i]?.[j + 1] ?? 0)) i += 1;
    else j += 1;
  }
  return { left, right };
}

const shared = (lines: Line[]): Line[] => lines.map(({ text }) => ({ text, isOwn: false }));
