import { chunksOf, isBlank, linesOf, outsideOf, type Line, type Range } from './lines';

/**
 * Where most renderers are likely to see code: good for how something is written, not for whether it
 * is safe. Linear in the length of the text.
 *
 * @returns whether an offset is in code, to be asked in ascending order
 */
export function likelyCode(text: string): (at: number) => boolean {
  const lines = linesOf(text);
  const blocks = codeLines(lines);
  const inBlock = new Set(blocks.map(({ number }) => number));
  const prose = lines.map((line) => (inBlock.has(line.number) ? { ...line, text: '' } : line));
  const spans = chunksOf(prose).flatMap((chunk) => spansOf(text, chunk));
  const isOutside = outsideOf([...blocks, ...spans].sort((a, b) => a.start - b.start));
  return (at) => !isOutside(at);
}

const FENCE = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}(?=[^`]*$)|~{3,})/;
const INDENTED = /^(?: {0,3}>)*(?: {4}| {0,3}\t)/;
const LIST_ITEM = /^[ \t>]*(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/;

/** The lines in fenced blocks, and the indented ones that go on with no list and no paragraph. */
function codeLines(lines: readonly Line[]): Line[] {
  const code: Line[] = [];
  let fence: string | null = null;
  let isAfterBlank = true;
  let isInList = false;
  for (const line of lines) {
    const marker = FENCE.exec(line.text)?.[1];
    if (fence !== null) {
      if (marker?.startsWith(fence)) fence = null;
      else code.push(line);
      isAfterBlank = true;
    } else if (marker !== undefined) {
      fence = marker;
    } else if (isAfterBlank && !isInList && INDENTED.test(line.text)) {
      code.push(line);
    } else {
      isAfterBlank = isBlank(line.text);
      if (LIST_ITEM.test(line.text)) isInList = true;
      else if (!isAfterBlank && !/^[ \t]/.test(line.text)) isInList = false;
    }
  }
  return code;
}

/** What stands between two runs of as many backticks, in a table within a cell. */
function spansOf(text: string, chunk: readonly Line[]): Range[] {
  const isTable = /^[ \t>]*\|/.test(chunk[0]?.text ?? '');
  const parts = isTable ? chunk : [{ start: chunk[0]?.start ?? 0, end: chunk.at(-1)?.end ?? 0 }];
  return parts.flatMap(({ start, end }) => spansBetween(text.slice(start, end), start, isTable));
}

function spansBetween(text: string, offset: number, isTable: boolean): Range[] {
  const runs = [...text.matchAll(/`+/g)].flatMap(({ 0: ticks, index }) => {
    const escaped = isEscaped(text, index) ? 1 : 0;
    const length = ticks.length - escaped;
    return length === 0 ? [] : [{ at: index + escaped, length }];
  });
  const closing = closingRuns(runs.map(({ length }) => length));
  const spans: Range[] = [];
  for (let n = 0; n < runs.length; n += 1) {
    const [opens, closes] = [runs[n], runs[closing[n] ?? -1]];
    if (!opens || !closes) continue;
    const range = { start: opens.at + opens.length, end: closes.at };
    if (isTable && text.slice(range.start, range.end).includes('|')) continue;
    spans.push({ start: offset + range.start, end: offset + range.end });
    n = closing[n] ?? n;
  }
  return spans;
}

/** Whether a backslash, not escaped itself, stands before an offset. */
export function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text[at - slashes - 1] === '\\') slashes += 1;
  return slashes % 2 === 1;
}

/** For each run of backticks the next one that is as long. */
function closingRuns(lengths: readonly number[]): (number | undefined)[] {
  const next = new Map<number, number>();
  const closing: (number | undefined)[] = [];
  for (let n = lengths.length - 1; n >= 0; n -= 1) {
    const length = lengths[n] ?? 0;
    closing[n] = next.get(length);
    next.set(length, n);
  }
  return closing;
}
