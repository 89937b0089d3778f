/** What one line takes the parser, in units of some 3 µs. */
export interface LineWork {
  /** All of it, wherever the line stands. */
  work: number;
  /** Characters that may begin or end something: the time of a block grows with the square of them. */
  markup: number;
  words: number;
}

/** What the characters take that may begin or end something in a line. */
const MARKUP = new Map(
  Object.entries({ '[]': 12, '*_~`<&\\@': 5, ':': 3, '.!': 1 }).flatMap(([characters, work]) =>
    [...characters].map((character) => [character.charCodeAt(0), work]),
  ),
);
const [CELL, SPACE, TAB] = ['|'.charCodeAt(0), ' '.charCodeAt(0), '\t'.charCodeAt(0)];
const CELL_WORK = 10;
const TAB_WORK = 0.5;
/** What each run of spaces takes. */
const GAP_WORK = 0.8;
/** What a word takes: of each the parser looks whether it is a mail's address. */
const WORD_WORK = 0.8;

/** What a mail's address may begin with. */
const IN_WORD = new Uint8Array(128);
for (const code of Buffer.from(
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-._',
)) {
  IN_WORD[code] = 1;
}

/** Counts what is in a line. Linear in its length. */
export function lineWork(line: string): LineWork {
  let [work, markup, words] = [0, 0, 0];
  let before = -1;
  for (let at = 0; at < line.length; at += 1) {
    const code = line.charCodeAt(at);
    if (IN_WORD[code] === 1) {
      if (IN_WORD[before] !== 1) words += 1;
    } else if (code === TAB) work += TAB_WORK + GAP_WORK;
    else if (code === SPACE && before !== SPACE) work += GAP_WORK;
    else if (code === CELL) work += CELL_WORK;
    const own = MARKUP.get(code);
    if (own !== undefined) {
      markup += 1;
      work += own;
    }
    before = code;
  }
  return { work: work + WORD_WORK * words, markup, words };
}

/** A label of which everybody sees where it ends, with code in it or without. */
const LABEL = /!?\[(?:[^[\]`\\<]|`(?!`)[^[\]`\\<]+`(?!`))*\]/g;

/**
 * The brackets of a line that may have no other. Behind one that stays open the parser goes back to it at each
 * word, for there are no addresses in a link's text: a single one before 100 kB of words takes ten
 * seconds. From one that closes nothing it goes back through all of the block.
 */
export function looseBrackets(line: string): { opening: number; closing: number } {
  if (!/[[\]]/.test(line)) return { opening: 0, closing: 0 };
  // An image in a link is a label in another.
  const rest = line.replace(LABEL, '').replace(LABEL, '');
  return { opening: rest.split('[').length - 1, closing: rest.split(']').length - 1 };
}
