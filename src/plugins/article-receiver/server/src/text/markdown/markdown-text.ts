import { hasActingAddress } from './acting-address';
import type { Edit } from './edits';
import type { Range } from './lines';

/**
 * What can be said about Markdown without parsing it. Every function takes linear time.
 */

/**
 * A `<` that could open a tag, comment or instruction in HTML. Control and invisible characters in
 * between are looked through: something on the way to the reader may drop them. So is the backslash
 * of an escaped `!`: some renderers take it away and leave the `<` as it is.
 */
const RISKY_ANGLE = /<(?=(?:(?![\t\n\r])[\p{Cc}\p{Cf}])*(?:[A-Za-z/?]|\\?!))/gu;

/**
 * `<https://…>` and `<name@host>`: links in every flavour. To a renderer that knows none it is an
 * unknown element, so nothing in it may be an attribute that does something. The same to one that
 * makes links of `[a](b)`, or of `[a]`, before it looks for these: so there are no square brackets in it.
 */
const LINK_IN_ANGLES =
  /<(?:https?:\/\/(?![^\s<>]*\/(?:on|style)[^\s<>/]*=)[^\s"'`\\<>[\]\p{Cc}\p{Cf}]+|(?:mailto:)?[\w.+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63})*\.[A-Za-z]{2,63})>/iuy;

/** Offsets of every `<` that could open a tag and is not part of a plain link. */
export function riskyAngles(text: string): number[] {
  return [...text.matchAll(RISKY_ANGLE)]
    .map(({ index }) => index)
    .filter((at) => {
      LINK_IN_ANGLES.lastIndex = at;
      return !LINK_IN_ANGLES.test(text);
    });
}

/** An image of which it is not plain where it ends, and what follows up to the next blank line. */
const LOOSE_IMAGE =
  /(?!!\[[^[\]`\\<>\n]*\]\([^\s()<>`"']*(?: +"[^"<>\n`]*")?\))!\[[^\n]*(?:\n(?![ \t]*\r?\n)[^\n]*)*/g;

/** A definition or link with a title. */
const TITLED = /\](?:[ \t]*\(|:)(?:[^\n"()\]]|\](?![(:])|\([^\n"()\]]*\))*"[^\n"]*"/g;

/** `>` where it is no end of a destination and no mark of a quote. */
const CLOSE = /\](?:\(|: *)<[^\s<>`"[\]]*>|(?<=\n)[ \t>]+|(>)/g;

/**
 * Offsets, in order, of every `>` by which a careless renderer would let an attribute's text end its
 * tag. What belongs to an image's text is a guess, so all of its paragraph is taken for it.
 */
export function riskyCloses(text: string): number[] {
  const found = [...text.matchAll(LOOSE_IMAGE), ...text.matchAll(TITLED)].flatMap((match) =>
    [...match[0].matchAll(CLOSE)]
      .filter((close) => close[1] !== undefined)
      .map((close) => match.index + close.index),
  );
  return [...new Set(found)].sort((a, b) => a - b);
}

/** What follows a fence's marker: some renderers write it into an attribute as it is. */
const FENCE_INFO = /(?<=^|[\n\r])[ \t>]*(?:`{3,}|~{3,})([^\n\r`~]*)(?=[\n\r]|$)/g;

/** Offsets of every `"` that could end such an attribute. */
export function riskyQuotes(text: string): number[] {
  return [...text.matchAll(FENCE_INFO)].flatMap(({ 0: found, index }) =>
    [...found.matchAll(/"/g)].map((quote) => index + quote.index),
  );
}

/** A line above one that could be a table's delimiter row: some write its cells into attributes as they are. */
const TABLE_HEAD = /(?<=^|[\n\r])([^\n\r]*)(?:\r\n?|\n)(?=[ \t>|:]*[-=]+[ \t:]*\|)/g;

/** What would be an attribute with a value there; spaces are not left in it. */
const BEHIND_QUOTE = /["/\t\f][a-z@:][\w:.@-]*\\?=/i;

/** A link with a title whose quotes could as well be single ones. */
const TITLED_LINK = /\]\([^\s()<>"'`[\]]+ +("[^"'`()[\]\\]*") *\)/dg;

/** Every `"` that could end such an attribute, with another behind it, and what to write instead: a title stays one. */
export function riskyHeads(text: string): Edit[] {
  const acts = hasActingAddress(text);
  return [...text.matchAll(TABLE_HEAD)].flatMap(({ 1: line = '', index }) => {
    const first = line.indexOf('"');
    if (first === -1) return [];
    if (!acts && !BEHIND_QUOTE.test(line.slice(first).replaceAll(' ', '_'))) return [];
    const ofTitles = new Set(
      [...line.matchAll(TITLED_LINK)].flatMap(({ indices }) => {
        const [start, end] = indices?.[1] ?? [0, 0];
        return [start, end - 1];
      }),
    );
    return [...line.matchAll(/"/g)].map(({ index: at }) => {
      const start = index + at;
      return { start, end: start + 1, text: ofTitles.has(at) ? "'" : '&quot;' };
    });
  });
}

/**
 * An image whose text has a bracket in it, or code with a quote: some renderers write the tag of the one
 * into the attribute of the other.
 */
const NESTING_IMAGE = /!(?=\[)(?!\[(?:[^[\]`]|`[^`"\]]+`)*\])/g;

/** Offsets of the bracket that opens such an image. */
export function riskyImages(text: string): number[] {
  return [...text.matchAll(NESTING_IMAGE)].map(({ index }) => index + 1);
}

/** The text of an image with whole labels in it, of which all readers see where it ends. */
const TEXT_WITH_LABELS = /\[((?:\\[[\]]|[^[\]\\`<>\n\r]|\[[^[\]\\`<>\n\r]*\])*)\](?=\()/y;

/** Where the brackets in an image's text stand, with what escapes them; empty where it is not plain which are its own. */
export function bracketsInImage(text: string, opener: number): Range[] {
  TEXT_WITH_LABELS.lastIndex = opener;
  const [, inner = ''] = TEXT_WITH_LABELS.exec(text) ?? [];
  return [...inner.matchAll(/\\?[[\]]/g)].map(({ 0: { length }, index }) => {
    const start = opener + 1 + index;
    return { start, end: start + length };
  });
}

/** Every `<scheme:…>`, wherever it stands: its offset, and what is between the brackets. */
export function looseAutolinks(text: string): { start: number; raw: string }[] {
  return [...text.matchAll(/<(?=([a-z][a-z0-9+.-]*:[^<>]*)>)/gi)].map((match) => {
    return { start: match.index, raw: match[1] ?? '' };
  });
}
