import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { parseFragment, serialize } from 'parse5';
import { isSafeDestination } from '../addresses/link-schemes';
import { isCostlyToParse } from './markdown-cost';

const EXTENSIONS = { extensions: [gfm()], htmlExtensions: [gfmHtml()] };

/** Where links and images lead, in HTML in which every other quote is escaped. */
const TARGETS = / (href|src)="([^"]*)"/g;

const SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/**
 * A Markdown text as HTML. Links have the schemes that they may have in Markdown; by itself, micromark
 * would leave `tel:` and others without an address.
 * @param raw whether HTML in it stays HTML, and everything leads where it says.
 */
export function htmlOf(markdown: string, raw: 'escape' | 'allow'): string {
  if (isCostlyToParse(markdown)) {
    const escaped = markdown.replace(/&/g, '&amp;').replace(/</g, '&lt;');
    return `<p>${escaped}</p>`;
  }
  const allowDangerousHtml = raw === 'allow';
  const html = micromark(markdown, {
    ...EXTENSIONS,
    allowDangerousHtml,
    allowDangerousProtocol: true,
  });
  if (raw === 'allow') return html;
  return html.replace(TARGETS, (whole, name: string, target: string) =>
    isSafeDestination(target) && (name === 'href' || isImage(target)) ? whole : ` ${name}=""`,
  );
}

const isImage = (target: string): boolean => !SCHEME.test(target) || /^https?:/i.test(target);

/** The same of no more characters than that, cut at the end of a word and never within a tag. */
export function htmlWithin(
  markdown: string,
  raw: 'escape' | 'allow',
  { limit, cut }: { limit: number; cut: (text: string, length: number) => string },
): string {
  for (let length = limit; length > 0;) {
    const html = closed(htmlOf(cut(markdown, length), raw), raw);
    if (html.length <= limit) return html;
    length = Math.min(length - 1, Math.floor((length * limit) / html.length));
  }
  return '';
}

/** HTML that stays as it was written may have been cut within an element, a tag or a comment. */
const closed = (html: string, raw: 'escape' | 'allow'): string =>
  raw === 'allow' ? serialize(parseFragment(html)) : html;
