/** What stands, in logs and everywhere else, where a token stood. */
export const REDACTED = '-';

/** Tokens that the site made itself say what they are, see `makeToken`. */
const OWN_TOKEN = /\bar_[A-Za-z0-9_-]{43}/g;

/** Shorter ones are words that stand in every log; no site should have them. */
const MIN_LENGTH = 8;

/** How often percent signs are undone at most; each round makes the text shorter. */
const MAX_ROUNDS = 12;

/**
 * Makes what takes tokens out of a text by their value, wherever they stand and however often they
 * were written with percent signs.
 * @param secrets the tokens of the configuration; of the others only hashes are known.
 */
export function redactor(secrets: readonly string[]): (text: string) => string {
  const known = secrets.filter(({ length }) => length >= MIN_LENGTH);
  const plain = (text: string): string =>
    known
      .reduce((rest, secret) => rest.replaceAll(secret, REDACTED), text)
      .replace(OWN_TOKEN, REDACTED);
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
