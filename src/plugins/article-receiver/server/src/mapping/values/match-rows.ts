/** An item of a list, or what a row says, to be compared. */
export interface Comparable {
  /** All that is said of it, as one text. */
  whole: string;
  /** By what it can be told though the rest was changed: texts, files, entries; null where it has none. */
  marks: readonly (string | null)[];
}

/**
 * Finds the stored row for each item of a list. Editors may have written something in a row that the feed
 * does not know, and that has to stay with the item when the list changes. An item that says the same as
 * a row gets that row, wherever it stands now. Of the rest, one that alone has the mark that one row alone has
 * gets that; then, an item that follows the same item as a left-over row did is taken for that row, changed
 * throughout. Any other item is new.
 * @param wanted what each item says.
 * @param present what each row says.
 * @returns for each item the index of its row; undefined where it is new.
 */
export function matchRows(
  wanted: readonly Comparable[],
  present: readonly Comparable[],
): (number | undefined)[] {
  const wholeOf = ({ whole }: Comparable): string => whole;
  const same = rowsOfSame(wanted.map(wholeOf), present.map(wholeOf));
  const told = withMarked(same, wanted, present);
  const left = rowsLeft(present.length, new Set(told));
  let before = START;
  return told.map((row) => {
    if (row === undefined) return left.get(before)?.shift();
    before = row;
    return row;
  });
}

/** The rows that items have already, and those by which the others can be told: the first marks count first. */
function withMarked(
  rows: readonly (number | undefined)[],
  wanted: readonly Comparable[],
  present: readonly Comparable[],
): (number | undefined)[] {
  const found = [...rows];
  const places = Math.max(0, ...wanted.map(({ marks }) => marks.length));
  for (let place = 0; place < places; place += 1) {
    const items = onlyOnes(wanted, place, (item) => found[item] === undefined);
    const left = onlyOnes(present, place, (row) => !found.includes(row));
    for (const [mark, item] of items) found[item] = left.get(mark);
  }
  return found;
}

/** Of those that are left, the ones that alone have their mark in a place, by that mark. */
function onlyOnes(
  all: readonly Comparable[],
  place: number,
  isLeft: (index: number) => boolean,
): Map<string, number> {
  const byMark = new Map<string, number[]>();
  all.forEach(({ marks }, index) => {
    const mark = marks[place] ?? null;
    if (mark !== null && isLeft(index)) add(byMark, mark, index);
  });
  return new Map(
    [...byMark].flatMap(([mark, [one, ...others]]) =>
      one === undefined || others.length > 0 ? [] : [[mark, one] as const],
    ),
  );
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

/** The rows that no item has, by the nearest row before them that is kept. */
function rowsLeft(rows: number, kept: ReadonlySet<number | undefined>): Map<number, number[]> {
  const left = new Map<number, number[]>();
  let before = START;
  for (let row = 0; row < rows; row += 1) {
    if (kept.has(row)) before = row;
    else add(left, before, row);
  }
  return left;
}

function add<Key>(lists: Map<Key, number[]>, key: Key, row: number): void {
  const list = lists.get(key);
  if (list) list.push(row);
  else lists.set(key, [row]);
}
