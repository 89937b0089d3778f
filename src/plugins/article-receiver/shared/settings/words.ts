/** A word of the service's as words are compared: letter case, and space around it, aside. */
export const normalWord = (word: string): string => word.trim().toLowerCase();

/** An entry of a table that says something else of a word than an entry before it. */
export interface Contradiction {
  word: string;
  /** How the entry before has the word. */
  first: string;
}

/** Where a table of words contradicts itself: one word in two spellings, with two values. */
export function contradictions(table: object): Contradiction[] {
  const known = new Map<string, { first: string; said: unknown }>();
  return Object.entries(table).flatMap(([word, value]: [string, unknown]) => {
    const before = known.get(normalWord(word));
    if (!before) known.set(normalWord(word), { first: word, said: value });
    return before && before.said !== value ? [{ word, first: before.first }] : [];
  });
}
