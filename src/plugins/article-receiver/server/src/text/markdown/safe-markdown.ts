import { certainCode } from './certain-code';
import { applyEdits, type Edit } from './edits';
import { isSafeDestination } from '../addresses/link-schemes';
import { isCostlyToParse, MAX_LENGTH } from './markdown-cost';
import {
  isPlainlyHarmless,
  looseAutolinks,
  riskyAngles,
  riskyCloses,
  riskyLinks,
  riskyQuotes,
  withoutMarkup,
} from './markdown-text';
import { readMarkdown, type MarkdownTokens, type Range } from './markdown-tokens';

/**
 * What happens to raw HTML in delivered Markdown. `escape`, the default, shows it as text: the
 * feed is unsigned and a site's renderer may let HTML through. `allow` leaves it as it is, for
 * sites that clean what they render. Links that run code are made harmless in both.
 */
export type HtmlPolicy = 'escape' | 'allow';

export interface MarkdownChange {
  /**
   * `html`: a `<` that could have opened a tag; `code`: one within code that some renderer may not
   * take for code; `link`: a destination that could have run code; `unread`: the text was too much
   * to be read, so that code in it may look escaped.
   */
  kind: 'html' | 'code' | 'link' | 'unread';
  count: number;
}

export interface SanitizedMarkdown {
  markdown: string;
  /** What was made harmless; empty exactly when the text came back unchanged. */
  changes: MarkdownChange[];
}

/** One change can make another necessary; after so many rounds nothing is left as code. */
const MAX_ROUNDS = 6;

interface HarmEdit extends Edit {
  kind: 'html' | 'code' | 'link';
}

/**
 * Makes Markdown safe to render, also with a renderer that lets raw HTML through.
 *
 * What is safe does not depend on how a parser reads the text: no two renderers read alike.
 *
 * - A `<` that could open a tag stays only in code that is code to every renderer
 *   (`certain-code.ts`), and in `<https://…>` and `<name@host>`.
 * - A link whose destination has a scheme that is not known to be harmless, however it is
 *   disguised, is no link any more.
 *
 * How the rest is written does depend on a parser, so that it reads well: in text `<` becomes `&lt;`,
 * in code, where that would be shown as it is, `< `; a destination becomes `#`, or loses its angle
 * brackets. A text that would take too long to parse has `&lt;` everywhere, and `&#93;` where the text of
 * a doubtful link ended; one that is longer than any article, of all links.
 *
 * Everything else is byte for byte what was delivered; only a byte order mark at the start is left
 * out. Clean Markdown comes back unchanged, and so does anything sanitized before.
 *
 * Pure, never throws.
 */
export function sanitizeMarkdown(markdown: string, policy: HtmlPolicy): SanitizedMarkdown {
  const counts = { html: 0, code: 0, link: 0, unread: 0 };
  // Some renderers drop a byte order mark before they read, others take it for text: then what is
  // code to the ones is a paragraph to the others.
  let text = markdown.replace(/^\uFEFF+/, '');
  if (text.length > MAX_LENGTH) {
    text = withoutMarkup(text, policy === 'allow');
    const isChanged = text.length !== markdown.length;
    return { markdown: text, changes: isChanged ? [{ kind: 'unread', count: 1 }] : [] };
  }
  for (let round = 0; !isPlainlyHarmless(text, policy === 'allow'); round += 1) {
    const isLast = round === MAX_ROUNDS;
    const isCostly = isCostlyToParse(text);
    const tokens = isLast || isCostly ? null : readMarkdown(text);
    const edits = editsOf(text, policy, isLast ? [] : certainCode(text), tokens);
    if (edits.length === 0) break;
    for (const { kind } of edits) counts[kind] += 1;
    if (isCostly) counts.unread = 1;
    text = applyEdits(text, edits);
    if (isLast) break;
  }
  const kinds = ['html', 'code', 'link', 'unread'] as const;
  return {
    markdown: text,
    changes: kinds
      .filter((kind) => counts[kind] > 0)
      .map((kind) => ({ kind, count: counts[kind] })),
  };
}

const NOTHING_READ: MarkdownTokens = { isCode: () => false, destinations: [], autolinks: [] };

function editsOf(
  text: string,
  policy: HtmlPolicy,
  certain: readonly Range[],
  tokens: MarkdownTokens | null,
): HarmEdit[] {
  const { isCode, destinations, autolinks } = tokens ?? NOTHING_READ;
  const edits = new Map<number, HarmEdit>();
  const add = (edit: HarmEdit): void => {
    if (!edits.has(edit.start)) edits.set(edit.start, edit);
  };
  const angles = riskyAngles(text).filter(outsideOf(certain));
  // What no parser takes for a link, a generous reader may. Where HTML stays, what is within it is
  // no certain code.
  const trusted = policy === 'allow' && angles.length > 0 ? [] : certain;
  const isDoubtful = outsideOf(trusted);
  const links = riskyLinks(text).filter(({ opener }) => isDoubtful(opener));
  const risky = new Set(links.map(({ start }) => start));
  for (const range of destinations) {
    const raw = withoutAngles(text, range);
    if (!isSafeDestination(raw)) {
      add({ ...range, text: '#', kind: 'link' });
      continue;
    }
    const bare = bareDestination(raw);
    const isBetter = bare !== text.slice(range.start, range.end);
    if (isBetter && risky.delete(range.start)) add({ ...range, text: bare, kind: 'html' });
  }
  for (const range of autolinks) {
    if (!isSafeDestination(withoutAngles(text, range))) add(unlinkedAutolink(range.start));
  }
  if (policy === 'escape') {
    const inAngles = new Map(destinations.map((range) => [range.start, range]));
    for (const at of angles) {
      const range = inAngles.get(at);
      if (range) add({ ...range, text: bareDestination(withoutAngles(text, range)), kind: 'html' });
      else if (isCode(at)) add({ start: at, end: at + 1, text: '< ', kind: 'code' });
      else add(escapedAngle(text, at));
    }
    for (const at of riskyCloses(text).filter(outsideOf(certain))) {
      add({ start: at, end: at + 1, text: '&gt;', kind: 'html' });
    }
    for (const at of riskyQuotes(text)) {
      add({ start: at, end: at + 1, text: '&quot;', kind: 'html' });
    }
  } else {
    // What one reader takes for HTML and leaves alone, another takes for text with a link in it.
    for (const { start, raw } of looseAutolinks(text)) {
      if (!isSafeDestination(raw)) add(unlinkedAutolink(start));
    }
  }
  // Last, for what is known better can be written better.
  if (edits.size > 0 && tokens) return withoutOverlaps([...edits.values()]);
  for (const { opener, start } of links) {
    if (risky.has(start) && !edits.has(start)) {
      add({ start: opener, end: opener + 1, text: '&#93;', kind: 'link' });
    }
  }
  return withoutOverlaps([...edits.values()]);
}

/** Whether an offset lies in none of the ranges, asked in ascending order. */
function outsideOf(ranges: readonly Range[]): (at: number) => boolean {
  let next = 0;
  return (at) => {
    while ((ranges[next]?.end ?? Infinity) <= at) next += 1;
    return at < (ranges[next]?.start ?? Infinity);
  };
}

/** `<scheme:…>` without the `<` that makes a link of it. */
function unlinkedAutolink(at: number): HarmEdit {
  return { start: at, end: at + 1, text: '&lt;', kind: 'link' };
}

/** An escaped `\<` loses its backslash: before `&lt;` it would escape the ampersand. */
function escapedAngle(text: string, at: number): HarmEdit {
  let slashes = 0;
  while (text[at - slashes - 1] === '\\') slashes += 1;
  return { start: at - (slashes % 2), end: at + 1, text: '&lt;', kind: 'html' };
}

/** The same destination, written so that it needs no angle brackets. */
function bareDestination(raw: string): string {
  return raw.replace(/\\([<>])/g, '$1').replace(/[\p{Cc} ()<>"]/gu, (char) => {
    return encodeURIComponent(char).replace(/[()]/, (paren) => (paren === '(' ? '%28' : '%29'));
  });
}

function withoutAngles(text: string, { start, end }: Range): string {
  return text[start] === '<' ? text.slice(start + 1, end - 1) : text.slice(start, end);
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
