import type { Range } from './lines';

/**
 * Where some renderer may see the title of a link, an image or a definition. They do not agree on how
 * one begins: it may follow an address without a space, and a definition's may stand between bars.
 * Every function takes linear time.
 */

/** An address, up to a bracket that leads to another, and a size, which some read behind it. */
const ADDRESS = /[\s>]*(?:[^\s[\]]|[[\]](?![(:]))*(?:[ \t]+=[\d*]\S{0,20})?\s*/y;

/** What leads to the address of a link or an image. */
const INLINE = /\][ \t]*(?:(?:\r\n?|\n)[ \t]*)?\(/g;

interface Place {
  /** Where an address begins. */
  at: number;
  /** Where it ends at the latest, spaces behind it included. */
  reached: number;
}

function placeAt(text: string, at: number): Place {
  ADDRESS.lastIndex = at;
  return { at, reached: at + (ADDRESS.exec(text)?.[0].length ?? 0) };
}

/** The first of some characters in an address or right behind it; -1 where there is none. */
function firstOf(characters: string, text: string, { at, reached }: Place): number {
  const address = text.slice(at, reached + 1);
  const found = [...characters].map((one) => address.indexOf(one)).filter((index) => index !== -1);
  return found.length > 0 ? at + Math.min(...found) : -1;
}

/** The same up to what could be its end, with parentheses in it. */
const WITHIN =
  /[\s>]*((?:[^\s()[\]]|[[\]](?![(:]))*(?:\((?:[^\s()[\]]|[[\]](?![(:]))*\)?(?:[^\s()[\]]|[[\]](?![(:]))*)*)/y;

/** The addresses of links and images, in order. */
export function inlineAddresses(text: string): Range[] {
  return [...text.matchAll(INLINE)].map(({ 0: lead, index }) => {
    WITHIN.lastIndex = index + lead.length;
    const [all = '', address = ''] = WITHIN.exec(text) ?? [];
    const end = index + lead.length + all.length;
    return { start: end - address.length, end };
  });
}

/** The titles of links and images, without their quotes, in order; those that overlap as one. */
export function inlineTitles(text: string): Range[] {
  const nextBlank = nextBlankIn(text);
  const nextDouble = nextAfter(text, /"/g);
  const nextSingle = nextAfter(text, /'(?=[ \t]?\))/g);
  const titles = [...text.matchAll(INLINE)].flatMap(({ 0: lead, index }): Range[] => {
    const place = placeAt(text, index + lead.length);
    const double = firstOf('"', text, place);
    const single = firstOf("'", text, place);
    return [
      { start: double, end: nextDouble(double), bound: nextBlank(double) },
      { start: single, end: nextSingle(single), bound: nextAfterBoth(single) },
    ].flatMap(({ start, end, bound }) =>
      start === -1 || end === Infinity || end > bound ? [] : [{ start: start + 1, end }],
    );
  });
  return joined(titles);

  function nextAfterBoth(at: number): number {
    return Math.min(nextBlank(at), nextDouble(at));
  }
}

/** Where the next blank line is; of a line's end on Windows neither half is one by itself. */
export const nextBlankIn = (text: string): ((at: number) => number) =>
  nextAfter(text, /(?:\n|\r(?!\n))[ \t]*[\n\r]/g);

/** Where a pattern is found next behind an offset; Infinity where it is not. */
export function nextAfter(text: string, pattern: RegExp): (at: number) => number {
  const found = [...text.matchAll(pattern)].map(({ index }) => index);
  return (at) => {
    let [low, high] = [0, found.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((found[middle] ?? Infinity) <= at) low = middle + 1;
      else high = middle;
    }
    return found[low] ?? Infinity;
  };
}

/** The same ranges in order, each two that overlap as one. */
function joined(ranges: readonly Range[]): Range[] {
  const apart: Range[] = [];
  for (const { start, end } of [...ranges].sort((a, b) => a.start - b.start)) {
    const last = apart.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else apart.push({ start, end });
  }
  return apart;
}

interface DefinedTitle extends Range {
  /** Whether the label is that of a note (`[^1]:`), behind which most renderers see text. */
  isNote: boolean;
}

/** The titles of definitions, to the end of their line each. */
export function definedTitles(text: string): DefinedTitle[] {
  return [...text.matchAll(/\]:/g)].flatMap(({ index }) => {
    const label = labelBefore(text, index);
    if (label === null) return [];
    const place = placeAt(text, index + 2);
    const first = firstOf(`"'|(`, text, place);
    // What is in the address may be a part of it, or the title's beginning.
    const starts = first === -1 ? [] : [...new Set([first, place.reached])];
    return starts.flatMap((start): DefinedTitle[] => {
      const length = text.slice(start).search(/[\n\r]|$/);
      const isTitle = /^["'|(].+["'|)][ \t]*$/.test(text.slice(start, start + length));
      const range = { start: start + 1, end: start + length };
      return isTitle ? [{ ...range, isNote: /^\^[^[\n\r]*$/.test(label) }] : [];
    });
  });
}

/** The label that a bracket ends, which begins with a line; some let it go on over several. */
function labelBefore(text: string, end: number): string | null {
  const from = text.lastIndexOf(']', end - 1) + 1;
  const before = text.slice(from, end);
  const opening = (from === 0 ? /(?:^|[\n\r])[ \t>]*\[/ : /[\n\r][ \t>]*\[/).exec(before);
  return opening && before.slice(opening.index + opening[0].length);
}
