/** What stands, in logs and everywhere else, where a token stood. */
export const REDACTED = '-';

/** Tokens that the site made itself say what they are, see `makeToken`. */
const OWN_TOKEN = /\bar_[A-Za-z0-9_-]{43}/g;

/** How long a token is at least that no word of a log is like. */
export const UNMISTAKABLE_LENGTH = 8;

/** What goes on with a word: a short token is taken out between other characters alone. */
const IN_WORD = String.raw`[\p{L}\p{N}_-]`;

/** How often percent signs are undone at most; each round makes the text shorter. */
const MAX_ROUNDS = 12;

/**
 * Makes what takes tokens out of a text by their value, wherever they stand and however often they
 * were written with percent signs.
 * @param secrets the tokens of the configuration; of the others only hashes are known.
 */
export function redactor(secrets: readonly string[]): (text: string) => string {
  const known = [...secrets.flatMap(waysToWrite).map(finderOf), OWN_TOKEN];
  const plain = (text: string): string =>
    known.reduce((rest, finder) => rest.replace(finder, REDACTED), text);
  return (text) => {
    const redacted = plain(text);
    if (!redacted.includes('%')) return redacted;
    // A word that hides one goes as a whole: where it began cannot be said. Each is looked through once:
    // to look for a percent sign from every letter on would take a second for one address of 16 kB.
    return redacted.replace(/[^\s"'<>]+/g, (word) => {
      if (!word.includes('%')) return word;
      const undone = undoPercents(word);
      return plain(undone) === undone ? word : REDACTED;
    });
  };
}

/** Whether a token is long enough to be known wherever it stands. */
export const isUnmistakable = ({ length }: string): boolean => length >= UNMISTAKABLE_LENGTH;

/** As it is, and as it stands in an address once the percent signs of ASCII are undone. */
const waysToWrite = (secret: string): string[] => [
  ...new Set([secret, undoPercents(encodeURIComponent(secret.toWellFormed()))]),
];

function finderOf(secret: string): RegExp {
  const escaped = secret.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
  return isUnmistakable(secret)
    ? new RegExp(escaped, 'g')
    : new RegExp(`(?<!${IN_WORD})${escaped}(?!${IN_WORD})`, 'gu');
}

/** A text without percent signs that stand for other characters, however often they were written so. */
export function undoPercents(text: string): string {
  let undone = text;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const next = undone.replace(/%([0-7][0-9a-f])/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    if (next === undone) break;
    undone = next;
  }
  return undone;
}
