import { hidesCode, isSafeDestination } from '../addresses/link-schemes';

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

/**
 * Where a link's destination may begin, to generous readers also after spaces, on the next line
 * and behind the marks of a quote. It is read up to a bracket at most, so that the next link is
 * found too; no scheme has brackets in it.
 */
const DESTINATION = /\](?:[ \t]*\(|:)[\s>]*(<?[^\s)>[\]]*)(>?[^)>[\]]{0,400})/g;

/** Destinations that are harmless at first sight, whoever reads them. */
const PLAIN = /^(?:(?:https?|mailto|tel):[^\s\\<]*|[^\s:&\\%<\p{Cc}\p{Cf}]+)$/iu;

/** Some renderers write a destination into an attribute as it is: it must not be able to end it. */
const COULD_END_ATTRIBUTE = /["<>]/;

/** Longest destination that is looked at, in characters. */
const MAX_LOOSE = 400;

/** Offsets of every `<` that could open a tag and is not part of a plain link. */
export function riskyAngles(text: string): number[] {
  return [...text.matchAll(RISKY_ANGLE)]
    .map(({ index }) => index)
    .filter((at) => {
      LINK_IN_ANGLES.lastIndex = at;
      return !LINK_IN_ANGLES.test(text);
    });
}

/**
 * An image of which it is not plain where it ends, and what follows up to the next blank line; a
 * definition or link with a title.
 */
const ATTRIBUTE_TEXT =
  /(?!!\[[^[\]`\\<>\n]*\]\([^\s()<>`"']*(?: +"[^"<>\n`]*")?\))!\[[^\n]*(?:\n(?![ \t]*\n)[^\n]*)*|\](?:[ \t]*\(|:)(?:[^\n"()]|\([^\n"()]*\)){0,400}"[^"\n]*"/g;

/** `>` where it is no end of a destination and no mark of a quote. */
const CLOSE = /\](?:\(|: *)<[^\s<>`"[\]]*>|(?<=\n)[ \t>]+|(>)/g;

/**
 * Offsets of every `>` by which a careless renderer would let an attribute's text end its tag. What
 * belongs to an image's text is a guess, so all of its paragraph is taken for it.
 */
export function riskyCloses(text: string): number[] {
  return [...text.matchAll(ATTRIBUTE_TEXT)].flatMap(({ 0: found, index }) =>
    [...found.matchAll(CLOSE)]
      .filter((close) => close[1] !== undefined)
      .map((close) => index + close.index),
  );
}

/** What follows a fence's marker: some renderers write it into an attribute as it is. */
const FENCE_INFO = /(?<=^|[\n\r])[ \t>]*(?:`{3,}|~{3,})[^\n\r`~]*"[^\n\r`~]*(?=[\n\r]|$)/g;

/** Offsets of every `"` that could end such an attribute. */
export function riskyQuotes(text: string): number[] {
  return [...text.matchAll(FENCE_INFO)].flatMap(({ 0: found, index }) =>
    [...found.matchAll(/"/g)].map((quote) => index + quote.index),
  );
}

/** Where a destination that is not harmless seems to stand, and the bracket that leads to it. */
export function riskyLinks(text: string): { opener: number; start: number }[] {
  return destinationsIn(text)
    .filter(({ isHarmless }) => !isHarmless)
    .map(({ opener, start }) => ({ opener, start }));
}

function* destinationsOf(
  text: string,
): Generator<{ opener: number; start: number; isHarmless: boolean }> {
  for (const match of text.matchAll(DESTINATION)) {
    const [all, destination = '', rest = ''] = match;
    const start = match.index + all.length - rest.length - destination.length;
    const raw = destination.slice(0, MAX_LOOSE).replace(/^</, '');
    const isPointy = destination.startsWith('<');
    const follows = text.slice(start + destination.length, start + destination.length + 2);
    const isWhole = isPointy ? /^>(?:[\s)]|$)/.test(follows) : !follows.startsWith('>');
    const ends = isPointy || /^(?:[\s)]|$)/.test(follows);
    const goesOn = raw === '' || raw.includes('(') || !ends;
    const run = goesOn ? raw + runAt(text, start + destination.length) : raw;
    const isHarmless =
      isWhole &&
      (raw !== '' || isEmptyLink(all, run)) &&
      !COULD_END_ATTRIBUTE.test(run) &&
      // Code in a destination may hide spaces, and so where it ends.
      !(/^\][ \t]*\(/.test(all) && run.includes('`')) &&
      (!run.includes('](') || (isNote(text, match.index) && !BECOMES_ATTRIBUTE.test(run))) &&
      // What follows after a space belongs to it only for readers who are too generous.
      !hidesCode(`${raw}${rest}`) &&
      (PLAIN.test(destination) || isSafeDestination(raw));
    yield { opener: match.index, start, isHarmless };
  }
}

/** A link within a destination: some renderers write one tag into the other's attribute. */
const BECOMES_ATTRIBUTE = /[/(](?:on|style)[^/\s]*=/i;

/** Longest label of a note that is known as one, in characters. */
const MAX_LABEL = 100;

/** Whether the bracket ends the label of a note (`[^1]:`), whose text often begins with a link. */
const isNote = (text: string, end: number): boolean =>
  /\[\^[^[\]]*$/.test(text.slice(Math.max(0, end - MAX_LABEL), end));

/** With a parenthesis in it, or nothing, a destination may go on behind where it seems to end. */
const runAt = (text: string, at: number): string =>
  /^\S*/.exec(text.slice(at, at + MAX_LOOSE))?.[0] ?? '';

/** `[a]()`, or a definition or note that begins with a link; not `[a](` and something else. */
const isEmptyLink = (all: string, run: string): boolean =>
  /^\](?:[ \t]*\()/.test(all) ? /^\)?$/.test(run) : true;

const destinationsIn = (text: string) => [...destinationsOf(text)];

/** Every `<scheme:…>`, wherever it stands: its offset, and what is between the brackets. */
export function looseAutolinks(text: string): { start: number; raw: string }[] {
  return [...text.matchAll(/<(?=([a-z][a-z0-9+.-]*:[^<>]*)>)/gi)].map((match) => {
    return { start: match.index, raw: match[1] ?? '' };
  });
}

/** The text without any tag or link in it, whatever was one and whatever was none. */
export function withoutMarkup(text: string, mayHoldHtml: boolean): string {
  const unlinked = text.replace(/\](?=[ \t]*\(|:)/g, '&#93;');
  return mayHoldHtml
    ? unlinked.replace(/<(?=[a-z][a-z0-9+.-]*:)/gi, '&lt;')
    : unlinked.replace(/\\*<(?!\s)/g, '&lt;');
}

/** Nothing in the text can be a tag or a doubtful link, however it is read. */
export function isPlainlyHarmless(text: string, mayHoldHtml: boolean): boolean {
  if (
    !mayHoldHtml &&
    [riskyAngles, riskyCloses, riskyQuotes].some((find) => find(text).length > 0)
  ) {
    return false;
  }
  if (mayHoldHtml && /<[\p{Cc}\p{Cf}\s]*[a-z][a-z0-9+.-]*:/iu.test(text)) return false;
  return destinationsIn(text).every(({ isHarmless }) => isHarmless);
}
