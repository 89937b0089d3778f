/** A value for each of some words. */
export const recordByWord = <Word extends string, Value>(
  words: readonly Word[],
  valueOf: (word: Word) => Value,
): Record<Word, Value> =>
  Object.fromEntries(words.map((word) => [word, valueOf(word)])) as Record<Word, Value>;
