/** Steps (letters added, left out or changed) from one word to another, letter case aside. */
export function distance(a: string, b: string): number {
  const [from, to] = [a.toLowerCase(), b.toLowerCase()];
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const changed = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}

/** Beyond, one word is another, and no misspelt one: more than half of its letters would have to change. */
const FARTHEST = 0.5;

/** The name that comes nearest to what somebody wrote; null when none is near. */
function nearest(written: string, names: readonly string[]): string | null {
  const key = written.toLowerCase();
  const score = (name: string): number => {
    const other = name.toLowerCase();
    const within = other.includes(key) || key.includes(other) ? 0.5 : 0;
    return distance(key, other) / Math.max(key.length, other.length, 1) - within;
  };
  const near = names.filter((name) => score(name) <= FARTHEST);
  return near.sort((a, b) => score(a) - score(b) || (a < b ? -1 : 1))[0] ?? null;
}

/** `; did you mean "x"?`, or nothing where there is nothing to mean. */
export function didYouMean(written: string, names: readonly string[]): string {
  const name = nearest(written, names);
  return name === null ? '' : `; did you mean "${name}"?`;
}
