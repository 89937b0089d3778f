import { isBlank } from './lines';
import { lineWork, looseBrackets } from './line-work';
import { tableRows } from './table-rows';
import { MAX_LENGTH } from './too-long';

/** Most that all of a text may take the parser; a unit is some 3 µs. */
const MAX_WORK = 66_000;
/** Bound on the sum of what all blocks take beyond their characters' own work (`costOf`). */
const MAX_INLINE_COST = 2_500_000;
/** So much of that sum takes a unit. */
const INLINE_COST_A_UNIT = 100;
/** What a line takes, beside what is in it. */
const LINE_WORK = 16;
/** What a marker of a list's item or a quote takes. */
const MARKER_WORK = 25;
/** So many characters take a unit, whatever they are. */
const CHARACTERS_A_UNIT = 15;
/** Lines that look like a heading's underline or a table's delimiter row. */
const MAX_UNDERLINES = 1_000;
/** Widest run of indentation and block markers at the start of a line, in characters. */
const MAX_PREFIX = 300;
const MAX_LINES = 5_000;

/**
 * Whether parsing this Markdown could take unreasonably long: more than a fifth of a second, in which
 * nothing else is done.
 *
 * The parser's time grows with the square of the markup characters in one paragraph, of the words in it
 * behind an open bracket, of the underlines in a document, and with the depth of nested blocks: 50 kB
 * made for it take half a minute. So these are counted first (linear, no clock: the same text always gets
 * the same answer), and the words and gaps, which take most of it in prose. An article of ten thousand
 * words with a link or a list in every other line stays below, and so does one of 100 kB with little
 * markup.
 */
export function isCostlyToParse(markdown: string): boolean {
  if (markdown.length > MAX_LENGTH) return true;
  let cost = 0;
  let block = newBlock();
  let work = markdown.length / CHARACTERS_A_UNIT;
  let underlines = 0;
  const lines = markdown.split(/\r\n?|\n/);
  if (lines.length > MAX_LINES) return true;
  const isRow = tableRows(lines);
  const endBlock = () => {
    cost += costOf(block);
    block = newBlock();
  };
  for (const [number, line] of lines.entries()) {
    const content = line.search(/[^\s>*+\-0-9.)]/);
    const prefix = content === -1 ? line.length : content;
    if (prefix > MAX_PREFIX) return true;
    if (/^[\s>]*[-=:|][-=:|\s]*$/.test(line)) underlines += 1;
    if (isBlank(line)) endBlock();
    else {
      const inLine = lineWork(line);
      const { opening, closing } = looseBrackets(line);
      work += LINE_WORK + MARKER_WORK * markersIn(line.slice(0, prefix)) + inLine.work;
      // A line costs a little by itself.
      block.marks += 1 + inLine.markup;
      block.words += inLine.words;
      block.closing += closing;
      block.isOpen ||= opening > 0;
      if (block.isOpen) block.behindOpening += inLine.words;
      // The parser reads each row by itself.
      if (isRow(number)) endBlock();
    }
  }
  endBlock();
  work += cost / INLINE_COST_A_UNIT;
  return underlines > MAX_UNDERLINES || work > MAX_WORK || cost > MAX_INLINE_COST;
}

interface Block {
  /** Lines and markup characters. */
  marks: number;
  words: number;
  /** Brackets that may close nothing. */
  closing: number;
  /** Whether a bracket may have stayed open, and the words since then. */
  isOpen: boolean;
  behindOpening: number;
}

const newBlock = (): Block => {
  return { marks: 0, words: 0, closing: 0, isOpen: false, behindOpening: 0 };
};

const costOf = ({ marks, words, closing, behindOpening }: Block): number =>
  (marks + behindOpening) ** 2 + closing * words;

const markersIn = (prefix: string): number => prefix.match(/[>*+)-]|\./g)?.length ?? 0;
