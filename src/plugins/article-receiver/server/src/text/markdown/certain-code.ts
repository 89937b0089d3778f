import type { Range } from './markdown-tokens';

/**
 * Where every renderer of Markdown sees code, told without a parser.
 *
 * Renderers disagree about almost everything around code: some know no fences, some let a link or
 * an emphasis end within a code span, some see a list where others see indented code. So this is a
 * list of what is certain rather than of what is doubtful, and whatever is not on it is not code:
 *
 * - `` `code` `` on one line, where all backticks between two blank lines are such pairs and
 *   nothing around them could swallow one of them;
 * - a fenced block at the start of the line that a renderer without fences takes for a code span:
 *   no blank line in it, nothing that begins a heading, a list, a quote.
 *
 * Linear in the length of the text.
 *
 * @returns the code without its backticks, in order
 */
export function certainCode(text: string): Range[] {
  if (!text.includes('`')) return [];
  const lines = linesOf(text);
  const fences = fencesOf(lines);
  const code: Range[] = [];
  let chunk: Line[] = [];
  for (const line of [...lines, BLANK]) {
    if (/^[ \t]*$/.test(line.text)) {
      for (const range of codeInChunk(chunk, fences) ?? []) code.push(range);
      chunk = [];
    } else chunk.push(line);
  }
  return code;
}

interface Line {
  text: string;
  /** Offset of its first character. */
  start: number;
  number: number;
}

const BLANK: Line = { text: '', start: 0, number: -1 };

/** A fenced block that all renderers that know fences see alike. */
interface Fence {
  opens: number;
  closes: number;
  /** To a renderer that knows no fences it is one code span. */
  isQuiet: boolean;
}

function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  let start = 0;
  for (const line of text.split(/(?<=\n|\r(?!\n))/)) {
    lines.push({ text: line.replace(/[\r\n]+$/, ''), start, number: lines.length });
    start += line.length;
  }
  return lines;
}

const OPENING = /^(`{3,}) ?[\w+#.-]*$/;
const LIKE_A_FENCE = /`{3}|~{3}/;
/** Ends a paragraph, or could be read as something else than text, in some renderer. */
const NOISE = /^\s*(?:$|[#>*+=_~|:-]|\d+[.)])|`/;

/**
 * The fenced blocks up to the first thing that is like a fence and not certain: whether what
 * follows is within a block or outside is then anybody's guess.
 */
function fencesOf(lines: readonly Line[]): Map<number, Fence> {
  const fences = new Map<number, Fence>();
  let open: { marker: string; at: number } | null = null;
  for (const { text, number } of lines) {
    if (!open && text.includes(']:') && !endsOnItsLine(text, lines[number + 1]?.text)) break;
    if (!LIKE_A_FENCE.test(text)) continue;
    if (open) {
      const isEmpty = number === open.at + 1;
      if (text.trimEnd() !== open.marker || isEmpty) break;
      const content = lines.slice(open.at + 1, number);
      const isQuiet = !content.some((line) => NOISE.test(line.text));
      const fence = { opens: open.at, closes: number, isQuiet };
      for (let at = open.at; at <= number; at += 1) fences.set(at, fence);
      open = null;
    } else {
      const marker = OPENING.exec(text)?.[1];
      if (marker === undefined) break;
      open = { marker, at: number };
    }
  }
  return fences;
}

/** A definition's address and title, all of it on one line; or no address. */
const WHOLE = /^\s+\S+(?:\s+(?:"[^"]*"|'[^']*'|\([^()]*\)))?\s*$/;

/**
 * Whether a definition, if this is one, ends with its line: some renderers look for its address on
 * the next, a fence's marker too, and for the end of its title anywhere.
 */
function endsOnItsLine(text: string, next: string | undefined): boolean {
  const rest = text.slice(text.indexOf(']:') + 2);
  if (rest.trim() === '' || rest.includes(']:')) return false;
  if (WHOLE.test(rest)) return !/^\s*["'(]/.test(next ?? '') || /["')]\s*$/.test(rest);
  return !/["'(]/.test(rest);
}

/** Characters that some renderer drops, or takes for the end of a line or of a word. */
const ODD = /[^\P{C}\t]|[\u2028\u2029]/u;
/** What may join or cross a code span: from one of them within to one outside. */
const CROSSING = ['~', '*', '_'] as const;
const SPAN = '\uE000';
/** Links, images and labels that end before anything else begins. */
const TAME =
  /!?\[[^[\]`\\<]*\](?:\((?:[^\s()<>`\\"'\uE000]|\([^\s()<>`\\"'\uE000]*\))*(?: +"[^"`\\<>()\uE000]*")?\)|\[[^[\]`\\<\uE000]*\])?(?!\()/g;

/** The code between two blank lines; null where not all of it is certain. */
function codeInChunk(chunk: readonly Line[], fences: ReadonlyMap<number, Fence>): Range[] | null {
  if (!chunk.some(({ text }) => text.includes('`'))) return null;
  const code: Range[] = [];
  let inside = '';
  let outside = '';
  for (const line of chunk) {
    if (ODD.test(line.text)) return null;
    const fence = fences.get(line.number);
    if (fence?.isQuiet) {
      if (line.number === fence.opens || line.number === fence.closes) continue;
      code.push({ start: line.start, end: line.start + line.text.length });
      inside += line.text;
      continue;
    }
    const spans = spansIn(line);
    if (!spans) return null;
    let rest = '';
    let at = 0;
    for (const { start, end } of spans) {
      rest += line.text.slice(at, start - 1) + SPAN;
      inside += line.text.slice(start, end);
      at = end + 1;
      code.push({ start: line.start + start, end: line.start + end });
    }
    rest += line.text.slice(at);
    // A definition takes what follows it for its destination or title, on the next line too.
    if (rest.includes(']:') || /[[\]]/.test(rest.replace(TAME, ''))) return null;
    outside += rest;
  }
  const isCrossed = CROSSING.some((mark) => inside.includes(mark) && outside.includes(mark));
  return isCrossed ? null : code;
}

/** Nothing that goes on to the next backtick: the end of a word could be an address. */
const BEFORE_SPAN = /(?:^|\s)[^\p{L}\p{N}.:@\\\s]*$/u;

/** The code spans of a line, as offsets into it; null where its backticks are not all such spans. */
function spansIn({ text }: Line): Range[] | null {
  const ticks = [...text.matchAll(/`+/g)];
  if (ticks.length % 2 === 1 || ticks.some(([run]) => run.length > 1)) return null;
  const spans: Range[] = [];
  let reached = 0;
  for (let n = 0; n < ticks.length; n += 2) {
    const start = (ticks[n]?.index ?? 0) + 1;
    const end = ticks[n + 1]?.index ?? 0;
    if (!BEFORE_SPAN.test(text.slice(reached, start - 1))) return null;
    if (!isTameCode(text.slice(start, end))) return null;
    spans.push({ start, end });
    reached = end + 1;
  }
  return spans;
}

/** A `|` ends a table's cell, a backslash may escape the backtick, a bracket may end a link. */
function isTameCode(code: string): boolean {
  if (/\||\\$/.test(code)) return false;
  let depth = 0;
  for (const char of code) {
    if (char === '[') depth += 1;
    else if (char === ']') depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}
