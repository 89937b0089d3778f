import { marked } from 'marked';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';

/** Renderers as a careless site sets them up: raw HTML and every scheme let through. */
const RENDERERS: Record<string, (markdown: string) => string> = {
  commonmark: (markdown) =>
    micromark(markdown, { allowDangerousHtml: true, allowDangerousProtocol: true }),
  github: (markdown) =>
    micromark(markdown, {
      allowDangerousHtml: true,
      allowDangerousProtocol: true,
      extensions: [gfm()],
      htmlExtensions: [gfmHtml()],
    }),
  marked: (markdown) => marked.parse(markdown, { async: false }),
};

/** What the renderers above make of Markdown by themselves. */
const OWN_TAGS =
  /^(?:p|a|img|em|strong|del|code|pre|h[1-6]|ul|ol|li|blockquote|hr|br|table|thead|tbody|tr|t[hd]|input|sup|section)$/;
const OWN_ATTRIBUTES =
  /^(?:href|src|alt|title|class|align|start|type|checked|disabled|id|aria-[a-z]+|data-footnote[a-z-]*)$/;

const TAG = /<\/?([a-z][^\s/>]*)((?:"[^"]*"|'[^']*'|[^"'>])*)>?/gi;
const ATTRIBUTE = /([^\s"'=/]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"']*))?/g;

/**
 * Everything in the rendered Markdown that a browser would take for code and that no renderer makes
 * by itself: foreign tags, comments, event handlers, links that run code.
 *
 * @param what - `links`: only links, where raw HTML is let through on purpose
 */
export function liveCode(markdown: string, what: 'all' | 'links' = 'all'): string[] {
  return Object.entries(RENDERERS).flatMap(([renderer, render]) =>
    liveIn(render(markdown), what).map((found) => `${renderer}: ${found}`),
  );
}

function liveIn(html: string, what: 'all' | 'links'): string[] {
  const found: string[] = [];
  if (what === 'all') found.push(...(html.match(/<[!?][^>]*/g) ?? []));
  for (const [tag, name = '', attributes = ''] of html.matchAll(TAG)) {
    const isOwn = OWN_TAGS.test(name);
    if (!isOwn && what === 'all') found.push(tag);
    if (!isOwn) continue;
    for (const [, attribute = '', value = ''] of attributes.matchAll(ATTRIBUTE)) {
      if (what === 'all' && !OWN_ATTRIBUTES.test(attribute)) found.push(tag);
      if (/^(?:href|src)$/.test(attribute) && runsCode(value)) found.push(tag);
    }
  }
  return found;
}

function runsCode(quoted: string): boolean {
  const url = quoted
    .replace(/^["']|["']$/g, '')
    .replace(/&#x([0-9a-f]+);?/gi, (_, hex: string) =>
      String.fromCodePoint(Number.parseInt(hex, 16)),
    )
    .replace(/&#(\d+);?/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&(?:Tab|NewLine);/g, '')
    .replace(/&colon;/g, ':')
    .replace(/&amp;/g, '&')
    .replace(/[\s\p{Cc}]/gu, '');
  return /^(?:javascript|vbscript|data):/i.test(url);
}
