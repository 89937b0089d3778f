import { MAX_LENGTH } from './too-long';

/** Bound on the sum, over all blocks, of the square of a block's markup characters. */
const MAX_INLINE_COST = 12_000_000;
/** Markup characters in all: each takes the parser some 50 µs, wherever it stands. */
const MAX_MARKUP = 30_000;
/** Lines that look like a heading's underline or a table's delimiter row. */
const MAX_UNDERLINES = 1_000;
/** Widest run of indentation and block markers at the start of a line, in characters. */
const MAX_PREFIX = 300;
const MAX_LINES = 5_000;

/**
 * Whether parsing this Markdown could take unreasonably long.
 *
 * The parser's time grows with the square of the markup characters in one paragraph, of the
 * underlines in a document, and with the depth of nested blocks: 50 kB made for it take half a
 * minute. So these are counted first (linear, no clock: the same text always gets the same
 * answer). What a person or a model writes stays far below every bound.
 */
export function isCostlyToParse(markdown: string): boolean {
  if (markdown.length > MAX_LENGTH) return true;
  let cost = 0;
  let inBlock = 0;
  let markup = 0;
  let underlines = 0;
  const lines = markdown.split(/\r\n?|\n/);
  if (lines.length > MAX_LINES) return true;
  for (const line of lines) {
    const content = line.search(/[^\s>*+\-0-9.)]/);
    if ((content === -1 ? line.length : content) > MAX_PREFIX) return true;
    if (/^[\s>]*[-=:|][-=:|\s]*$/.test(line)) underlines += 1;
    if (content === -1 && line.trim() === '') {
      cost += inBlock * inBlock;
      inBlock = 0;
    } else {
      const inLine = markupCharacters(line);
      markup += inLine;
      // A line costs a little by itself.
      inBlock += 1 + inLine;
    }
  }
  cost += inBlock * inBlock;
  return underlines > MAX_UNDERLINES || markup > MAX_MARKUP || cost > MAX_INLINE_COST;
}

const MARKUP = new Set([...'[]*_~`<&!@.:\\'].map((char) => char.charCodeAt(0)));

function markupCharacters(line: string): number {
  let count = 0;
  for (let at = 0; at < line.length; at += 1) if (MARKUP.has(line.charCodeAt(at))) count += 1;
  return count;
}
