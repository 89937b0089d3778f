import { hidesCode } from './link-schemes';

/**
 * What can be said about Markdown without parsing it. Every function takes linear time.
 */

/**
 * A `<` that could open a tag, comment or instruction in HTML. Control and invisible characters in
 * between are looked through: something on the way to the reader may drop them.
 */
const RISKY_ANGLE = /<(?=(?:(?![\t\n\r])[\p{Cc}\p{Cf}])*[A-Za-z/!?])/gu;

/** `<https://…>` and `<name@host>`: links in every flavour, tags in none. */
const LINK_IN_ANGLES =
  /<(?:(?:https?|mailto|tel|ftps?|xmpp):[^\s"'`\\<>\p{Cc}\p{Cf}]+|[\w.+-]{1,64}@[A-Za-z0-9.-]{1,253})>/uy;

/**
 * Where a link's destination may begin, to generous readers also after a space. It is read up to
 * a bracket at most, so that the next link is found too; no scheme has brackets in it.
 */
const DESTINATION = /\](?: ?\(|:)[ \t]*(<?[^ \t\r\n)>[\]]*)/g;

/** Destinations that are harmless at first sight, whoever reads them. */
const PLAIN = /^(?:(?:https?|mailto|tel):[^\s\\<]*|[^\s:&\\%<\p{Cc}\p{Cf}]+)$/iu;

/** Longest destination that the search without a parser looks at, in characters. */
const MAX_LOOSE = 4_000;

/** Offsets of every `<` that could open a tag and is not part of a plain link. */
export function riskyAngles(text: string): number[] {
  return [...text.matchAll(RISKY_ANGLE)]
    .map(({ index }) => index)
    .filter((at) => {
      LINK_IN_ANGLES.lastIndex = at;
      return !LINK_IN_ANGLES.test(text);
    });
}

/** Where destinations seem to stand, and whether each is harmless at first sight. */
export function looseDestinations(
  text: string,
): { opener: number; start: number; end: number; isPlain: boolean; hidesCode: boolean }[] {
  return [...text.matchAll(DESTINATION)].map((match) => {
    const destination = match[1] ?? '';
    const end = match.index + match[0].length;
    const isPlain = PLAIN.test(destination);
    return {
      opener: match.index,
      start: end - destination.length,
      end,
      isPlain,
      hidesCode: !isPlain && hidesCode(destination.slice(0, MAX_LOOSE).replace(/^</, '')),
    };
  });
}

/** Every `<scheme:…>`, wherever it stands: its offset, and what is between the brackets. */
export function looseAutolinks(text: string): { start: number; raw: string }[] {
  return [...text.matchAll(/<(?=([a-z][a-z0-9+.-]*:[^<>]*)>)/gi)].map((match) => {
    return { start: match.index, raw: match[1] ?? '' };
  });
}

/** Nothing in the text can be a tag or a doubtful link, however it is read. */
export function isPlainlyHarmless(text: string, mayHoldHtml: boolean): boolean {
  if (!mayHoldHtml && riskyAngles(text).length > 0) return false;
  if (mayHoldHtml && /<[\p{Cc}\p{Cf}\s]*[a-z][a-z0-9+.-]*:/iu.test(text)) return false;
  return looseDestinations(text).every(({ isPlain }) => isPlain);
}
