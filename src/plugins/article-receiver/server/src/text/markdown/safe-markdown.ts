import { isSafeDestination } from '../addresses/link-schemes';
import { riskyInAttributes, riskyLabels, riskyTails } from './attribute-texts';
import { certainCode } from './certain-code';
import { pointyLinks, riskyLinks, type PointyLink } from './destinations';
import { applyEdits, type Edit } from './edits';
import { isEscaped, likelyCode } from './likely-code';
import { outsideOf } from './lines';
import { isNote } from './notes';
import {
  bracketsInImage,
  looseAutolinks,
  riskyAngles,
  riskyCloses,
  riskyHeads,
  riskyImages,
  riskyQuotes,
} from './markdown-text';
import { isTooLong, withoutMarkup } from './too-long';

/**
 * What happens to raw HTML in delivered Markdown. `escape`, the default, shows it as text: the
 * feed is unsigned and a site's renderer may let HTML through. `allow` leaves it as it is, for
 * sites that clean what they render. Links that run code are made harmless in both.
 */
export type HtmlPolicy = 'escape' | 'allow';

export interface MarkdownChange {
  /**
   * `html`: a `<` that could have opened a tag; `code`: one within code that some renderer may not
   * take for code; `link`: a destination that could have run code; `unread`: the text was too long
   * to be looked into, so that all in it looks escaped.
   */
  kind: 'html' | 'code' | 'link' | 'unread';
  count: number;
}

export interface SanitizedMarkdown {
  markdown: string;
  /** What was made harmless; empty exactly when the text came back unchanged. */
  changes: MarkdownChange[];
}

/** One change can make another necessary; in the last round nothing is left as code. */
const MAX_ROUNDS = 4;

interface HarmEdit extends Edit {
  kind: 'html' | 'code' | 'link';
}

/**
 * Makes Markdown safe to render, also with a renderer that lets raw HTML through.
 *
 * No parser is asked, for no two renderers read alike, and so it takes time in proportion to the
 * text's length, whatever that is made for.
 *
 * - A `<` that could open a tag stays only in code that is code to every renderer
 *   (`certain-code.ts`), and in `<https://…>` and `<name@host>`.
 * - A link whose destination has a scheme that is not known to be harmless, however it is
 *   disguised, is no link any more, wherever any renderer could see one (`destinations.ts`).
 * - In what is written into attributes, titles and the texts of images, no link is left to any renderer,
 *   and of no address a part that would be an attribute with a value (`attribute-texts.ts`).
 *
 * Only how it is written goes by what most renderers see: in text `<` becomes `&lt;`, in what is likely
 * code, where that would be shown as it is, `< `; a destination becomes `#`, or loses its angle
 * brackets; a link of which not everybody sees where it ends loses its `]` (`&#93;`). A text that is
 * longer than any article (`too-long.ts`) has no `<` and no `]` left.
 *
 * Everything else is byte for byte what was delivered; only a byte order mark at the start is left
 * out. Clean Markdown comes back unchanged, and so does anything sanitized before.
 *
 * Pure, never throws.
 */
export function sanitizeMarkdown(markdown: string, policy: HtmlPolicy): SanitizedMarkdown {
  // Some renderers drop a byte order mark before they read, others take it for text: then what is
  // code to the ones is a paragraph to the others.
  let text = markdown.replace(/^\uFEFF+/, '');
  if (isTooLong(text)) {
    const bare = withoutMarkup(text, policy === 'allow');
    return { markdown: bare, changes: bare === text ? [] : [{ kind: 'unread', count: 1 }] };
  }
  const counts = { html: 0, code: 0, link: 0 };
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    const edits = editsOf(text, policy, round === MAX_ROUNDS);
    if (edits.length === 0) break;
    for (const { kind } of edits) counts[kind] += 1;
    text = applyEdits(text, edits);
  }
  const kinds = ['html', 'code', 'link'] as const;
  return {
    markdown: text,
    changes: kinds
      .filter((kind) => counts[kind] > 0)
      .map((kind) => ({ kind, count: counts[kind] })),
  };
}

function editsOf(text: string, policy: HtmlPolicy, isLast: boolean): HarmEdit[] {
  const isEscaped = policy === 'escape';
  const angles = riskyAngles(text);
  const links = riskyLinks(text, !isEscaped);
  const inAttributes = isEscaped ? riskyInAttributes(text) : null;
  const closes = inAttributes
    ? [...new Set([...riskyCloses(text), ...inAttributes.closes])].sort((a, b) => a - b)
    : [];
  const labels = isEscaped ? riskyLabels(text) : [];
  const images = isEscaped ? riskyImages(text) : [];
  const quotes = isEscaped ? riskyQuotes(text) : [];
  const heads = isEscaped ? riskyHeads(text) : [];
  const tails = isEscaped ? riskyTails(text) : [];
  const { brackets, equals } = inAttributes ?? { brackets: [], equals: [] };
  const openers = links.map(({ opener }) => opener);
  const mayTrust = !isLast && (isEscaped || angles.length === 0);
  // Where HTML stays, what is within it is no certain code.
  const certain = mayTrust ? certainCode(text, openers) : [];
  const outside = <T>(found: T[], at: (one: T) => number): T[] => {
    const isOutside = outsideOf(certain);
    return found.filter((one) => isOutside(at(one)));
  };
  const self = (at: number) => at;
  return withoutOverlaps([
    ...linkEdits(
      text,
      outside(links, ({ opener }) => opener),
      isLast,
    ),
    ...(isEscaped
      ? pointyEdits(
          text,
          outside(pointyLinks(text, angles), ({ opener }) => opener),
        )
      : []),
    ...(isEscaped ? angleEdits(text, outside(angles, self)) : autolinkEdits(text)),
    ...outside(closes, self).map((at) => replaced(at, '&gt;')),
    ...imageEdits(text, outside(images, self), isLast),
    ...labelEdits(text, outside(labels, self)),
    ...quotes.map((at) => replaced(at, '&quot;')),
    ...outside(heads, ({ start }) => start).map((edit): HarmEdit => ({ ...edit, kind: 'html' })),
    // An address in code has that code's end behind it.
    ...outside(tails, (at) => at - 1).map((at): HarmEdit => {
      return { start: at, end: at, text: ' ', kind: 'link' };
    }),
    ...outside(brackets, self).map((at) => escapedBracket(text, at)),
    ...outside(equals, ({ start }) => start).map((range): HarmEdit => {
      return { ...range, text: '&#61;', kind: 'html' };
    }),
  ]);
}

const replaced = (at: number, text: string): HarmEdit => ({
  start: at,
  end: at + 1,
  text,
  kind: 'html',
});

function linkEdits(
  text: string,
  links: ReturnType<typeof riskyLinks>,
  isLast: boolean,
): HarmEdit[] {
  const isCode = links.length > 0 ? likelyCode(text) : () => false;
  return links.flatMap(({ opener, whole, instead, note }): HarmEdit[] => {
    if (isCode(opener)) return [escapedLink(opener)];
    // What it uncovers has to be looked at once more.
    if (note && !isLast) {
      return note.map((edit) => ({ ...edit, kind: edit.text.startsWith(':') ? 'link' : 'html' }));
    }
    // To most it is no address, but what the note says.
    if (!whole || isNote(text, opener)) return [escapedLink(opener)];
    return [{ ...whole, text: instead, kind: instead === '#' ? 'link' : 'html' }];
  });
}

const escapedLink = (opener: number): HarmEdit => ({
  start: opener,
  end: opener + 1,
  text: '&#93;',
  kind: 'link',
});

/** Where a link's angle brackets could be those of a tag, it goes without them, and leads there all the same. */
function pointyEdits(text: string, links: readonly PointyLink[]): HarmEdit[] {
  const isCode = links.length > 0 ? likelyCode(text) : () => false;
  return links
    .filter(({ opener }) => !isCode(opener))
    .map(({ whole, instead }) => ({ ...whole, text: instead, kind: 'html' }));
}

function angleEdits(text: string, angles: readonly number[]): HarmEdit[] {
  const isCode = angles.length > 0 ? likelyCode(text) : () => false;
  return angles.map((at) =>
    isCode(at) ? { start: at, end: at + 1, text: '< ', kind: 'code' } : escapedAngle(text, at),
  );
}

function imageEdits(text: string, images: readonly number[], isLast: boolean): HarmEdit[] {
  const isCode = images.length > 0 ? likelyCode(text) : () => false;
  return images.flatMap((at): HarmEdit[] => {
    if (isCode(at)) return [{ ...replaced(at, ' ['), kind: 'code' }];
    const brackets = isLast ? [] : bracketsInImage(text, at);
    if (brackets.length === 0) return [replaced(at, '&#91;')];
    return brackets.map(({ start, end }): HarmEdit => {
      return { start, end, text: text[end - 1] === '[' ? '&#91;' : '&#93;', kind: 'html' };
    });
  });
}

function labelEdits(text: string, labels: readonly number[]): HarmEdit[] {
  const isCode = labels.length > 0 ? likelyCode(text) : () => false;
  return labels.flatMap((at): HarmEdit[] => {
    if (!isCode(at)) return [{ ...escapedBracket(text, at), kind: 'link' }];
    return text[at] === '[' ? [{ ...replaced(at, ' ['), kind: 'code' }] : [];
  });
}

const escapedBracket = (text: string, at: number): HarmEdit =>
  replaced(at, text[at] === '[' ? '&#91;' : '&#93;');

/** What one reader takes for HTML and leaves alone, another takes for text with a link in it. */
function autolinkEdits(text: string): HarmEdit[] {
  return looseAutolinks(text)
    .filter(({ raw }) => !isSafeDestination(raw))
    .map(({ start }) => ({ ...replaced(start, '&lt;'), kind: 'link' }));
}

/** An escaped `\<` loses its backslash: before `&lt;` it would escape the ampersand. */
function escapedAngle(text: string, at: number): HarmEdit {
  return { start: isEscaped(text, at) ? at - 1 : at, end: at + 1, text: '&lt;', kind: 'html' };
}

/** Edits in order; of two that overlap only the first, so that the counts are right. */
function withoutOverlaps(edits: HarmEdit[]): HarmEdit[] {
  let reached = 0;
  return edits
    .sort((a, b) => a.start - b.start)
    .filter(({ start, end }) => {
      const isFree = start >= reached;
      if (isFree) reached = end;
      return isFree;
    });
}
