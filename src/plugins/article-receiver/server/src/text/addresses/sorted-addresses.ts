/** The addresses that stand at one place of a text. */
export interface AddressesAt {
  /** How long they are, ascending. */
  lengths: number[];
  /** What looking took: some for the place, one for each character and each address that was compared. */
  steps: number;
}

const PLACE_STEPS = 2;

/** In order of their characters, as `addressesAt` needs them. */
export const inOrder = (addresses: Iterable<string>): string[] =>
  [...new Set(addresses)].sort((a, b) => (a < b ? -1 : 1));

/**
 * Those of some addresses, in order, that stand at an offset of a text. What all of them have in common is
 * compared with two of them alone, so that most places take a step or two.
 */
export function addressesAt(text: string, at: number, sorted: readonly string[]): AddressesAt {
  const lengths: number[] = [];
  let [low, high] = [0, sorted.length];
  let steps = PLACE_STEPS;
  // The addresses from `low` to `high` all begin with the `length` characters of the text.
  for (let length = 0; low < high; length += 1) {
    if (sorted[low]?.length === length) {
      lengths.push(length);
      low += 1;
    }
    if (low === high || at + length >= text.length) break;
    steps += 1;
    const char = text.charCodeAt(at + length);
    const first = sorted[low]?.charCodeAt(length) ?? 0;
    const last = sorted[high - 1]?.charCodeAt(length) ?? 0;
    if (char < first || char > last) break;
    if (first === last) continue;
    steps += 2 * Math.ceil(Math.log2(high - low + 1));
    low = firstWith(sorted, low, high, length, char);
    high = firstWith(sorted, low, high, length, char + 1);
  }
  return { lengths, steps };
}

/** The first of the addresses whose character at `place` is `char` or comes after it. */
function firstWith(
  sorted: readonly string[],
  from: number,
  to: number,
  place: number,
  char: number,
): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? '').charCodeAt(place) < char) low = middle + 1;
    else high = middle;
  }
  return low;
}
