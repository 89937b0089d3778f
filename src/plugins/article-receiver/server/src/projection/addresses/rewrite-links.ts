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
  const [start, end] =
    markdown[place.start] === '<' ? [place.start + 1, place.end - 1] : [place.start, place.end];
  const raw = markdown.slice(start, end);
  const isBare = place.kind === 'verbatim' && start === place.start;
  const goesOn = isBare ? headOf(raw).search(GOES_ON) : -1;
  const address = goesOn === -1 ? raw : raw.slice(0, goesOn);
  const text = rewritten(address, place.kind, relink);
  if (text === null || text === address) return [];
  return goesOn === -1
    ? [{ start, end, text }]
    : [{ start, end: start + goesOn, text: `<${text}>` }];
}

/**
 * Where a sentence goes on right behind the path of a bare address, in scripts that have no space there. No
 * slug has such letters: taken for a part of one, they would be gone from the text.
 */
const GOES_ON =
  /(?<=[a-z\d])[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/iu;

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
