import type { Range } from './lines';
import { hasActingAddress } from './acting-address';
import { withoutFixedSpaces } from './fixed-spaces';
import { definedTitles, inlineAddresses, inlineTitles, nextAfter, nextBlankIn } from './titles';

/**
 * What is risky in the texts that renderers write into attributes: those of images, titles, and bare
 * addresses of mails. Some look for links and emphasis in them afterwards. Then one tag stands in an
 * attribute of another, the quote before the inner one's address ends that attribute, and the address
 * is read as more of them. Every function takes linear time.
 */

/** The text of an image; one with more brackets in it is none afterwards (`riskyImages`). */
const IMAGE_TEXT = /!\[(?:[^\]\n\r]|(?:\r\n?|\n)(?![ \t]*[\n\r]))*/g;

/** A part of an address that would be an attribute with a value; some take the backslash away. */
const ATTRIBUTE = /\/[a-z@:][\w:.@-]*(\\?=)/gi;

/** What stands before the `@` of a mail's bare address, as showdown reads one (2.1.0, `simplifiedAutoLink`). */
const MAILBOX = /(?<!\S)(?:mailto:)?[^\s@:]+(?=@)/gi;

/** What is to be escaped in such texts, by offset. */
interface InAttributes {
  /**
   * Every `=`, with the backslash that escapes it, that gave an attribute its value if the address around
   * it became a link.
   */
  equals: Range[];
  /** The brackets in titles that could be those of a link. */
  brackets: number[];
  /** Every `>` in titles. */
  closes: number[];
}

/** Where titles are; looked for once, for all that is looked for in them. */
interface Titles {
  inline: readonly Range[];
  defined: ReturnType<typeof definedTitles>;
}

/** What is risky in the texts of images, in titles and in bare addresses of mails. Offsets ascend. */
export function riskyInAttributes(markdown: string): InAttributes {
  const text = withoutFixedSpaces(markdown);
  const titles = { inline: inlineTitles(text), defined: definedTitles(text) };
  return {
    equals: riskyEquals(text, titles),
    brackets: bracketsIn(text, leadingTitles(text, titles)),
    closes: inOrder(allOf(titles).flatMap((range) => found(text, range, />/g))),
  };
}

const allOf = ({ inline, defined }: Titles): Range[] => [...inline, ...defined];

function riskyEquals(text: string, titles: Titles): Range[] {
  const mailboxes = text.includes('@') ? rangesOf(text, MAILBOX) : [];
  return [...rangesOf(text, IMAGE_TEXT), ...allOf(titles), ...mailboxes]
    .flatMap(({ start, end }) =>
      [...text.slice(start, end).matchAll(ATTRIBUTE)].map(({ 0: all, 1: equals = '', index }) => {
        const reached = start + index + all.length;
        return { start: reached - equals.length, end: reached };
      }),
    )
    .sort((a, b) => a.start - b.start);
}

const rangesOf = (text: string, pattern: RegExp): Range[] =>
  [...text.matchAll(pattern)].map(({ 0: { length }, index }) => {
    return { start: index, end: index + length };
  });

/** A label that leads nowhere without a definition. */
const LABEL = /\[[^[\]]*\](?!\s*[[(])/g;

/** The titles in which brackets could be those of a link. */
function leadingTitles(text: string, { inline, defined }: Titles): Range[] {
  const hasDefinitions = text.includes(']:');
  // A note has links in it often enough, between quotes as well.
  const areNotesRisky = defined.some(({ isNote }) => isNote) && hasActingAddress(text);
  return [
    ...inline.filter(
      ({ start, end }) => hasDefinitions || /[[\]]/.test(text.slice(start, end).replace(LABEL, '')),
    ),
    ...defined.filter(({ isNote }) => !isNote || areNotesRisky),
  ];
}

/** Offsets of the brackets in addresses that could be those of a label, where anything is defined. */
export function riskyLabels(markdown: string): number[] {
  if (!markdown.includes(']:')) return [];
  const text = withoutFixedSpaces(markdown);
  return bracketsIn(text, inlineAddresses(text));
}

const bracketsIn = (text: string, ranges: readonly Range[]): number[] =>
  inOrder(ranges.flatMap((range) => found(text, range, /[[\]]/g)));

/** Each offset once, ascending. */
const inOrder = (offsets: readonly number[]): number[] =>
  [...new Set(offsets)].sort((a, b) => a - b);

const found = (text: string, { start, end }: Range, pattern: RegExp): number[] =>
  [...text.slice(start, end).matchAll(pattern)].map(({ index }) => start + index);

/** A bare address, as showdown reads one (2.1.0, `simplifiedAutoLink`), up to what could be code. */
const BARE_ADDRESS = /(?:(?:https?|ftp|dict):\/\/|www\.)[^\s"`]*/gi;

/** A quote that could end an attribute, with another behind it. */
const ENDS_ATTRIBUTE = /"(?=[^"=]*=)/g;

/**
 * Offsets of the backticks right behind a bare address: some renderers take the code for a part of it, and write it into
 * the link's attribute as it is.
 */
export function riskyTails(markdown: string): number[] {
  if (!markdown.includes('`') || !markdown.includes('"')) return [];
  const text = withoutFixedSpaces(markdown);
  const nextQuote = nextAfter(text, ENDS_ATTRIBUTE);
  const nextBlank = nextBlankIn(text);
  return [...text.matchAll(BARE_ADDRESS)]
    .map(({ 0: { length }, index }) => index + length)
    .filter((end) => text[end] === '`' && nextQuote(end) < nextBlank(end));
}
