/**
 * Finds the row that each item of a list goes on in, because a row has more than what the feed says: what
 * editors wrote beside it belongs to the item, not to its place. An item that reads as before keeps
 * its row, wherever it is now. One that stands behind the same item as a row that nothing reads like any
 * more is that row's, changed in its place. Any other is new.
 * @param wanted what each item says, as texts to be compared.
 * @param present what each row says.
 * @returns for each item the index of its row; undefined where it is new.
 */
export function matchRows(
  wanted: readonly string[],
  present: readonly string[],
): (number | undefined)[] {
  const same = rowsOfSame(wanted, present);
  const left = rowsLeft(present, new Set(same));
  let before = START;
  return same.map((row) => {
    if (row === undefined) return left.get(before)?.shift();
    before = row;
    return row;
  });
}

const START = -1;

/** The rows that read the same: where there are as many as before, first those in the same place. */
function rowsOfSame(wanted: readonly string[], present: readonly string[]): (number | undefined)[] {
  const isInPlace = (index: number) =>
    wanted.length === present.length && wanted[index] === present[index];
  const others = new Map<string, number[]>();
  present.forEach((text, row) => {
    if (!isInPlace(row)) add(others, text, row);
  });
  return wanted.map((text, index) => (isInPlace(index) ? index : others.get(text)?.shift()));
}

/** The rows that no item reads like, by the row before them that goes on. */
function rowsLeft(
  present: readonly string[],
  kept: ReadonlySet<number | undefined>,
): Map<number, number[]> {
  const left = new Map<number, number[]>();
  let before = START;
  present.forEach((_, row) => {
    if (kept.has(row)) before = row;
    else add(left, before, row);
  });
  return left;
}

function add<Key>(lists: Map<Key, number[]>, key: Key, row: number): void {
  const list = lists.get(key);
  if (list) list.push(row);
  else lists.set(key, [row]);
}
