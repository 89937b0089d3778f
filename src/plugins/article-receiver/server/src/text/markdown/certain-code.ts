import { certainFences } from './certain-fences';
import { chunksOf, linesOf, outsideOf, type Line, type Range } from './lines';

/**
 * Where every renderer of Markdown sees code, told without a parser.
 *
 * Renderers disagree about almost everything around code: some know no fences, some let a link or
 * an emphasis end within a code span, some see a list where others see indented code. So this is a
 * list of what is certain rather than of what is doubtful, and whatever is not on it is not code:
 *
 * - `` `code` `` on one line, where all backticks between two blank lines are such pairs and
 *   nothing around them could swallow one of them;
 * - a fenced block by itself, at the start of the line (`certain-fences.ts`).
 *
 * Linear in the length of the text.
 *
 * @param risky - offsets, in order, of what is a doubtful link where it is no code: what is around one
 *   is no certain code
 * @returns the code without its backticks, in order
 */
export function certainCode(text: string, risky: readonly number[]): Range[] {
  if (!text.includes('`')) return [];
  const lines = linesOf(text);
  const fences = certainFences(lines);
  const isJoined = joins(lines);
  const isCalm = calmness(risky);
  return chunksOf(lines).flatMap((chunk) => {
    const isAlone = !isJoined(chunk);
    const fence = fences.get(chunk.at(-1)?.number ?? -1);
    if (fence) return fence;
    const spans = isAlone ? spansInChunk(chunk) : null;
    return spans && isCalm(chunk, spans) ? spans : [];
  });
}

/**
 * Whether a chunk and the one before could be one: to some renderers a definition, with the blank
 * lines after it, is not there, or takes a line in quotes after them for its title. And a line of spaces
 * is not blank to all.
 */
function joins(lines: readonly Line[]): (chunk: readonly Line[]) => boolean {
  let goesOn = false;
  let mayHaveTitle = false;
  return (chunk) => {
    const before = lines[(chunk[0]?.number ?? 0) - 1]?.text ?? '';
    const isJoined =
      goesOn || before !== '' || (mayHaveTitle && /^\s*["'(|].*`/.test(chunk[0]?.text ?? ''));
    mayHaveTitle = chunk.some(({ text }) => text.includes(']:'));
    goesOn = mayHaveTitle && !chunk.every(({ text }) => /^ {0,3}\[[^[\]]*\]:/.test(text));
    return isJoined;
  };
}

/** Whether nothing in a chunk but its code is risky, asked in order. */
function calmness(risky: readonly number[]) {
  let next = 0;
  return (chunk: readonly Line[], spans: readonly Range[]): boolean => {
    const start = chunk[0]?.start ?? 0;
    const end = chunk.at(-1)?.end ?? 0;
    while ((risky[next] ?? Infinity) < start) next += 1;
    const isOutside = outsideOf(spans);
    for (let at = next; (risky[at] ?? Infinity) < end; at += 1) {
      if (isOutside(risky[at] ?? 0)) return false;
    }
    return true;
  };
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
function spansInChunk(chunk: readonly Line[]): Range[] | null {
  if (!chunk.some(({ text }) => text.includes('`'))) return null;
  const code: Range[] = [];
  let inside = '';
  let outside = '';
  for (const line of chunk) {
    const spans = ODD.test(line.text) ? null : spansIn(line.text);
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

/** What may stand before a span up to the last space: no part of an address, nothing that escapes. */
const BEFORE_SPAN = /(?:^|[ \t\u00a0\u202f])[\p{L}\p{N}(["'*_“”„‘’«»|,/–—-]*$/u;

/** The code spans of a line, as offsets into it; null where its backticks are not all such spans. */
function spansIn(text: string): Range[] | null {
  const ticks = [...text.matchAll(/`+/g)];
  if (ticks.length % 2 === 1 || ticks.some(([run]) => run.length > 1)) return null;
  const spans: Range[] = [];
  let reached = 0;
  for (let n = 0; n < ticks.length; n += 2) {
    const start = (ticks[n]?.index ?? 0) + 1;
    const end = ticks[n + 1]?.index ?? 0;
    if (!BEFORE_SPAN.test(lastWord(text.slice(reached, start - 1)))) return null;
    if (!isTameCode(text.slice(start, end))) return null;
    spans.push({ start, end });
    reached = end + 1;
  }
  return spans;
}

/** Longest word before a span that is looked at. */
const MAX_WORD = 100;

/** The end of a text, with a mark that no word has where it was cut. */
const lastWord = (text: string): string =>
  text.length > MAX_WORD ? `.${text.slice(-MAX_WORD)}` : text;

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
