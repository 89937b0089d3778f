import { MAX_LENGTH } from './too-long';

/** Bound on the sum, over all blocks, of the square of a block's markup characters. */
const MAX_INLINE_COST = 7_000_000;
/** Most that all of a text may take the parser, wherever it stands; a unit is some 3 µs. */
const MAX_WORK = 50_000;
/** What a line takes, beside what is in it. */
const LINE_WORK = 16;
/** What a marker of a list's item or a quote takes. */
const MARKER_WORK = 15;
/** So many characters take a unit, whatever they are. */
const CHARACTERS_A_UNIT = 100;
/** Lines that look like a heading's underline or a table's delimiter row. */
const MAX_UNDERLINES = 1_000;
/** Widest run of indentation and block markers at the start of a line, in characters. */
const MAX_PREFIX = 300;
const MAX_LINES = 5_000;

/**
 * Whether parsing this Markdown could take unreasonably long: more than a fifth of a second, in which
 * nothing else is done.
 *
 * The parser's time grows with the square of the markup characters in one paragraph, of the
 * underlines in a document, and with the depth of nested blocks: 50 kB made for it take half a
 * minute. So these are counted first (linear, no clock: the same text always gets the same
 * answer). An article of ten thousand words with a link or a list in every other line stays below.
 */
export function isCostlyToParse(markdown: string): boolean {
  if (markdown.length > MAX_LENGTH) return true;
  let cost = 0;
  let inBlock = 0;
  let work = markdown.length / CHARACTERS_A_UNIT;
  let underlines = 0;
  const lines = markdown.split(/\r\n?|\n/);
  if (lines.length > MAX_LINES) return true;
  for (const line of lines) {
    const content = line.search(/[^\s>*+\-0-9.)]/);
    const prefix = content === -1 ? line.length : content;
    if (prefix > MAX_PREFIX) return true;
    if (/^[\s>]*[-=:|][-=:|\s]*$/.test(line)) underlines += 1;
    if (content === -1 && line.trim() === '') {
      cost += inBlock * inBlock;
      inBlock = 0;
    } else {
      const inLine = markupOf(line);
      work += LINE_WORK + MARKER_WORK * markersIn(line.slice(0, prefix)) + inLine.work;
      // A line costs a little by itself.
      inBlock += 1 + inLine.count;
    }
  }
  cost += inBlock * inBlock;
  return underlines > MAX_UNDERLINES || work > MAX_WORK || cost > MAX_INLINE_COST;
}

const markersIn = (prefix: string): number => prefix.match(/[>*+)-]|\./g)?.length ?? 0;

/** What the characters take that may begin or end something in a line. */
const MARKUP = new Map(
  Object.entries({ '[]': 10, '*_~`<&\\@': 5, '.:!': 1 }).flatMap(([characters, work]) =>
    [...characters].map((character) => [character.charCodeAt(0), work]),
  ),
);
const CELL = '|'.charCodeAt(0);
const CELL_WORK = 10;

function markupOf(line: string): { count: number; work: number } {
  let [count, work] = [0, 0];
  for (let at = 0; at < line.length; at += 1) {
    const code = line.charCodeAt(at);
    const own = MARKUP.get(code);
    if (own !== undefined) {
      count += 1;
      work += own;
    } else if (code === CELL) work += CELL_WORK;
  }
  return { count, work };
}
