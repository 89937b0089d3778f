/** Whether a value is an object with keys, and no list. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a value has by its keys; nothing where it is no object. */
export const recordOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});

/** A record but for some of its keys. */
export const without = <Value>(
  record: Readonly<Record<string, Value>>,
  keys: readonly string[],
): Record<string, Value> =>
  Object.fromEntries(Object.entries(record).filter(([key]) => !keys.includes(key)));

/** A value for each of some words. */
export const recordByWord = <Word extends string, Value>(
  words: readonly Word[],
  valueOf: (word: Word) => Value,
): Record<Word, Value> =>
  Object.fromEntries(words.map((word) => [word, valueOf(word)])) as Record<Word, Value>;

/** What is said by whatever was thrown, also by errors of another realm. */
export function messageOf(thrown: unknown): string {
  const { message } = recordOf(thrown);
  return message === '' ? wordsOfEach(thrown) : typeof message === 'string' ? message : 'thrown';
}

/** Of a host with several addresses Node says of each what is wrong with it, and nothing of them together. */
function wordsOfEach(thrown: unknown): string {
  const { errors, name } = recordOf(thrown);
  const each = Array.isArray(errors) ? errors.map(messageOf) : [];
  return each.length > 0 ? each.join(', ') : typeof name === 'string' ? name : 'thrown';
}
