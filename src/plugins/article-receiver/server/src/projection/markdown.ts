import { applyEdits, type Edit } from './edits';
import { isSafeDestination } from './link-schemes';
import { isCostlyToParse } from './markdown-cost';
import { isPlainlyHarmless, looseAutolinks, looseDestinations, riskyAngles } from './markdown-text';
import { readMarkdown, type Range } from './markdown-tokens';

/**
 * What happens to raw HTML in delivered Markdown. `escape`, the default, shows it as text: the
 * feed is unsigned and a site's renderer may let HTML through. `allow` leaves it as it is, for
 * sites that clean what they render. Links that run code are made harmless in both.
 */
export type HtmlPolicy = 'escape' | 'allow';

export interface MarkdownChange {
  /** `html`: a `<` that could have opened a tag; `link`: a destination that could have run code. */
  kind: 'html' | 'link';
  count: number;
}

export interface SanitizedMarkdown {
  markdown: string;
  /** What was made harmless; empty exactly when the text came back unchanged. */
  changes: MarkdownChange[];
}

/** Escaping can uncover Markdown that stood inside HTML; this often it is read again. */
const MAX_ROUNDS = 4;

interface HarmEdit extends Edit {
  kind: MarkdownChange['kind'];
}

/**
 * Makes Markdown safe to render, also with a renderer that lets raw HTML through.
 *
 * - Outside code, no `<` that could open a tag remains (`<` → `&lt;`), whether or not the parser
 *   takes it for HTML. Only `<https://…>` and `<name@host>` stay. A destination in angle brackets
 *   that looks like a tag is written without them.
 * - Destinations of links, images and definitions with a scheme that is not known to be harmless
 *   become `#`, however the scheme is disguised.
 * - A byte order mark at the start is left out.
 * - Everything else is byte for byte what was delivered: code blocks, code spans, `a < b`.
 *   Clean Markdown comes back unchanged, and so does anything sanitized before.
 *
 * Text that would take too long to parse is treated without parsing: every risky `<` is escaped,
 * in code too, and a link whose destination is not harmless at first sight is no link any more.
 *
 * Pure, never throws.
 */
export function sanitizeMarkdown(markdown: string, policy: HtmlPolicy): SanitizedMarkdown {
  const counts: Record<MarkdownChange['kind'], number> = { html: 0, link: 0 };
  // Some renderers drop a byte order mark before they read, others take it for text: then what is
  // code to the ones is a paragraph to the others.
  let text = markdown.replace(/^\uFEFF+/, '');
  for (let round = 0; !isPlainlyHarmless(text, policy === 'allow'); round += 1) {
    const last = round === MAX_ROUNDS || isCostlyToParse(text);
    const edits = last ? editsWithoutParsing(text, policy) : editsByParsing(text, policy);
    for (const { kind } of edits) counts[kind] += 1;
    text = applyEdits(text, edits);
    if (last || edits.length === 0) break;
  }
  const kinds = ['html', 'link'] as const;
  return {
    markdown: text,
    changes: kinds
      .filter((kind) => counts[kind] > 0)
      .map((kind) => ({ kind, count: counts[kind] })),
  };
}

function editsByParsing(text: string, policy: HtmlPolicy): HarmEdit[] {
  const { isCode, destinations, autolinks } = readMarkdown(text);
  const edits = new Map<number, HarmEdit>();
  const add = (edit: HarmEdit): void => {
    if (!edits.has(edit.start)) edits.set(edit.start, edit);
  };

  for (const range of destinations) {
    const raw = withoutAngles(text, range);
    if (!isSafeDestination(raw)) add({ ...range, text: '#', kind: 'link' });
  }
  for (const range of autolinks) {
    if (!isSafeDestination(withoutAngles(text, range))) add(unlinkedAutolink(range.start));
  }
  if (policy === 'escape') {
    const inAngles = new Map(destinations.map((range) => [range.start, range]));
    for (const at of riskyAngles(text)) {
      if (isCode(at)) continue;
      const range = inAngles.get(at);
      if (range) add({ ...range, text: bareDestination(withoutAngles(text, range)), kind: 'html' });
      else add(escapedAngle(text, at));
    }
    // What no parser takes for a link, a generous reader may; last, for its end is a guess.
    if (edits.size === 0) {
      for (const { start, end, hidesCode } of looseDestinations(text)) {
        if (hidesCode && !isCode(start)) add({ start, end, text: '#', kind: 'link' });
      }
    }
  } else {
    // What one reader takes for HTML and leaves alone, another takes for text with a link in it.
    for (const { start, raw } of looseAutolinks(text)) {
      if (!isCode(start) && !isSafeDestination(raw)) add(unlinkedAutolink(start));
    }
  }
  return withoutOverlaps([...edits.values()]);
}

function editsWithoutParsing(text: string, policy: HtmlPolicy): HarmEdit[] {
  const unlinked = looseDestinations(text)
    .filter(({ isPlain }) => !isPlain)
    .map(({ opener }): HarmEdit => {
      return { start: opener, end: opener + 1, text: '&#93;', kind: 'link' };
    });
  const angles = riskyAngles(text).map((at) => escapedAngle(text, at));
  if (policy === 'escape') return withoutOverlaps([...unlinked, ...angles]);
  const links = looseAutolinks(text)
    .filter(({ raw }) => !isSafeDestination(raw))
    .map(({ start }) => unlinkedAutolink(start));
  return withoutOverlaps([...unlinked, ...links]);
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
  return raw.replace(/\\([<>])/g, '$1').replace(/[\p{Cc} ()<>]/gu, (char) => {
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
