import { decodeString } from 'micromark-util-decode-string';
import { headOf } from '../../config/link-patterns';
import { applyEdits, type Edit } from '../../text/markdown/edits';
import { isCostlyToParse } from '../../text/markdown/markdown-cost';
import { readLinks, type LinkPlace } from '../../text/markdown/markdown-tokens';
import type { ArticleLink, Relink } from './relink';

export interface RewrittenLinks {
  markdown: string;
  /** Where the links to other articles lead now, each address once. */
  links: ArticleLink[];
}

/**
 * Lets the links of a Markdown text that lead to other articles lead to where the site has them.
 * Inline links, definitions and autolinks, and anchors where HTML stays HTML; nothing in code, and
 * no images, but for one that shares a link's definition. What follows the path (`?…`, `#…`) stays.
 *
 * Everything else is byte for byte as it was. A text that would take too long to parse stays as it
 * is. Pure, never throws.
 */
export function rewriteLinks(
  markdown: string,
  relink: Relink,
  html: 'escape' | 'allow',
): RewrittenLinks {
  const links = new Map<string, ArticleLink>();
  if (isCostlyToParse(markdown)) return { markdown, links: [] };
  const edits = readLinks(markdown).flatMap((place) =>
    place.kind === 'html' && html === 'escape' ? [] : editsIn(markdown, place, take),
  );
  return { markdown: applyEdits(markdown, edits), links: [...links.values()] };

  function take(head: string): ArticleLink | null {
    const link = relink(head);
    if (link) links.set(link.url, link);
    return link;
  }
}

function editsIn(markdown: string, place: LinkPlace, relink: Relink): Edit[] {
  if (place.kind === 'html')
    return anchorsIn(markdown.slice(place.start, place.end), place, relink);
  if (place.kind === 'verbatim' && markdown[place.start] !== '<')
    return bareEdits(markdown.slice(place.start, place.end), place.start, relink);
  const [start, end] =
    markdown[place.start] === '<' ? [place.start + 1, place.end - 1] : [place.start, place.end];
  const raw = markdown.slice(start, end);
  const text = rewritten(raw, place.kind, relink);
  return text === null || text === raw ? [] : [{ start, end, text }];
}

/**
 * How a sentence goes on right behind a bare address: in scripts that have no space there, and with marks that are
 * no ASCII. To GitHub's flavour that is still the address, but no slug has such letters and marks: taken for a
 * part of one, they would be gone from the text, or the link would lead nowhere.
 */
const LETTERS = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]`;
const MARKS = String.raw`(?!\p{ASCII})[\p{P}\p{S}]`;
const GOES_ON = new RegExp(String.raw`(?<=[a-z\d])${LETTERS}|${MARKS}`, 'iu');
/** Where the sentence comes to another address. */
const NEXT = new RegExp(String.raw`(?<=${LETTERS}|${MARKS})(?=https?:\/\/)`, 'iu');

/** The addresses in what GitHub's flavour takes for a single bare one. */
function bareEdits(bare: string, offset: number, relink: Relink): Edit[] {
  let start = offset;
  return bare.split(NEXT).flatMap((part) => {
    const at = start;
    start += part.length;
    const end = headOf(part).search(GOES_ON);
    const address = end === -1 ? part : part.slice(0, end);
    const text = rewritten(address, 'verbatim', relink);
    if (text === null || text === address) return [];
    return [{ start: at, end: at + address.length, text: end === -1 ? text : `<${text}>` }];
  });
}

/** How an address is written: with references and escapes, as it is, or with references alone. */
type Writing = 'destination' | 'verbatim' | 'attribute';

/** An address after it was rewritten; null for one that leads to no article. */
function rewritten(raw: string, writing: Writing, relink: Relink): string | null {
  const [, head = '', suffix = ''] = /^([^?#]*)(.*)$/s.exec(raw) ?? [];
  if (!/[\\&]/.test(head)) {
    const link = relink(absolute(head, writing));
    return link && withSuffix(link.url, suffix, writing);
  }
  // An escape or a reference in the path, where `#` may belong to one.
  if (writing !== 'destination') return null;
  const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(decodeString(raw)) ?? [];
  const link = relink(path);
  return link && withSuffix(link.url, escapedSuffix(rest), writing);
}

/** A bare `www.…` is a link, too. */
const absolute = (head: string, writing: Writing): string =>
  writing === 'verbatim' && /^www\./i.test(head) ? `http://${head}` : head;

const escapedSuffix = (suffix: string): string =>
  suffix
    .replace(/[\p{Cc}\s()<>"'`\\]/gu, (char) =>
      `()'`.includes(char) ? `%${char.charCodeAt(0).toString(16)}` : encodeURIComponent(char),
    )
    .replaceAll('&', '&amp;');

/** The site's address with query and fragment of the link; its own come first. */
function withSuffix(url: string, suffix: string, writing: Writing): string {
  const and = writing === 'verbatim' ? '&' : '&amp;';
  const written = url.replaceAll('&', and);
  const [, query = '', fragment = ''] = /^(\?[^#]*)?(.*)$/s.exec(suffix) ?? [];
  const [, base = '', own = ''] = /^([^#]*)(.*)$/s.exec(written) ?? [];
  const joined = base.includes('?') ? query.replace(/^\?/, and) : query;
  return base + joined + (own === '' ? fragment : own);
}

/**
 * The addresses of anchors in HTML. Comments, and elements whose text is no HTML, are matched so that
 * what looks like an anchor in them is passed over.
 */
const ANCHOR =
  /<!--[\s\S]*?(?:-->|$)|<(script|style|textarea|title|xmp|iframe|noembed|noframes)\b[\s\S]*?(?:<\/\1|$)|<a(?=\s)(?:\s+(?!href[\s=])[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?)*\s+href\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+))/gi;

function anchorsIn(html: string, { start: offset }: LinkPlace, relink: Relink): Edit[] {
  return [...html.matchAll(ANCHOR)].flatMap(({ 0: all, index, ...groups }) => {
    const [quoted, raw] = [groups[2] ?? groups[3], groups[2] ?? groups[3] ?? groups[4]];
    const text = raw === undefined ? null : rewritten(raw, 'attribute', relink);
    if (raw === undefined || text === null || text === raw) return [];
    const end = offset + index + all.length - (quoted === undefined ? 0 : 1);
    return [{ start: end - raw.length, end, text }];
  });
}
