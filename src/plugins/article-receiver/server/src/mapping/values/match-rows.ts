/**
 * Finds the stored row for each item of a list. Editors may have written something in a row that the feed
 * does not know, and that has to stay with the item when the list changes. An item with the same text as
 * a row gets that row, wherever it stands now. Of the rest, an item that follows the same item as a left-over
 * row did is taken for that row with a changed text. Any other item is new.
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

/** The rows with the same text as an item; where the lists are equally long, those in the same place first. */
function rowsOfSame(wanted: readonly string[], present: readonly string[]): (number | undefined)[] {
  const isInPlace = (index: number) =>
    wanted.length === present.length && wanted[index] === present[index];
  const others = new Map<string, number[]>();
  present.forEach((text, row) => {
    if (!isInPlace(row)) add(others, text, row);
  });
  return wanted.map((text, index) => (isInPlace(index) ? index : others.get(text)?.shift()));
}

/** The rows whose text no item has, by the nearest row before them that is kept. */
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
