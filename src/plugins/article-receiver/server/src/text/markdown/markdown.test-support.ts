import MarkdownIt from 'markdown-it';
import { Marked } from 'marked';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5';
import { Converter, type Flavor } from 'showdown';

type Render = (markdown: string) => string;

const careless = { allowDangerousHtml: true, allowDangerousProtocol: true };

const markedWith = (options: object): Render => {
  const marked = new Marked(options);
  return (markdown) => marked.parse(markdown, { async: false });
};

const markdownIt = (options: object): Render => {
  const renderer = new MarkdownIt({ html: true, ...options });
  renderer.validateLink = () => true;
  return (markdown) => renderer.render(markdown);
};

const showdown = (options: object, flavour: Flavor = 'vanilla'): Render => {
  const converter = new Converter();
  converter.setFlavor(flavour);
  for (const [name, value] of Object.entries(options)) converter.setOption(name, value);
  return (markdown) => converter.makeHtml(markdown);
};

/** Renderers as a careless site sets them up: raw HTML and every scheme let through. */
const RENDERERS: Record<string, Render> = {
  micromark: (markdown) => micromark(markdown, careless),
  'micromark as GitHub': (markdown) =>
    micromark(markdown, { ...careless, extensions: [gfm()], htmlExtensions: [gfmHtml()] }),
  marked: markedWith({}),
  'marked, pedantic': markedWith({ pedantic: true, gfm: false }),
  'marked with breaks': markedWith({ breaks: true }),
  'marked without GFM': markedWith({ gfm: false }),
  'markdown-it': markdownIt({}),
  'markdown-it with more': markdownIt({ linkify: true, typographer: true, breaks: true }),
  showdown: showdown({}),
  'showdown with more': showdown({
    tables: true,
    strikethrough: true,
    tasklists: true,
    literalMidWordUnderscores: true,
    simpleLineBreaks: true,
    emoji: true,
    underline: true,
  }),
  'showdown as GitHub': showdown({}, 'github'),
  'showdown as GitHub, mails as they are': showdown({ encodeEmails: false }, 'github'),
  'showdown as Ghost': showdown({}, 'ghost'),
};

/**
 * Those that make links of bare addresses in titles and images' texts as well, so that parts of an
 * address become attributes, and of one that a tag follows, so that its name has the tag's `<` in it;
 * and that take what follows `\\<` for an escaped tag, up to the next `>`. Nobody can help that, but nothing
 * of it may do anything. The same goes for notes, which older renderers take for definitions of a link.
 */
const LINKS_EVERYWHERE = /^showdown as/;
const NOTE = /\[\^[^\]]*\]:/;

/** What the renderers above make of Markdown by themselves. */
const OWN_TAGS =
  /^(?:p|a|img|em|strong|s|u|del|code|pre|h[1-6]|ul|ol|li|blockquote|hr|br|table|thead|tbody|tr|t[hd]|input|sup|section)$/;
const OWN_ATTRIBUTES =
  /^(?:href|src|alt|title|class|align|start|type|checked|disabled|id|width|height|aria-[a-z]+|data-footnote[a-z-]*)$/;
const OWN_STYLES =
  /^(?:text-align: ?(?:left|right|center);?|list-style-type: none;|margin: [^;]+; vertical-align: middle;)$/;

type Node = DefaultTreeAdapterTypes.Node;

/**
 * Everything in the rendered Markdown that a browser would take for code and that no renderer makes
 * by itself: foreign tags, comments, event handlers, links that run code.
 *
 * @param what - `links`: only links, where raw HTML is let through on purpose
 */
export function liveCode(markdown: string, what: 'all' | 'links' = 'all'): string[] {
  return Object.entries(RENDERERS).flatMap(([renderer, render]) =>
    liveIn(parseFragment(render(markdown)), {
      what,
      mayBreak: LINKS_EVERYWHERE.test(renderer) || NOTE.test(markdown),
    }).map((found) => `${renderer}: ${found}`),
  );
}

/** What a reader sees, for each renderer: the text without its markup. */
export function shownText(markdown: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(RENDERERS).map(([name, render]) => [
      name,
      textOf(parseFragment(render(markdown))),
    ]),
  );
}

function textOf(node: Node): string {
  if (node.nodeName === '#text') return (node as DefaultTreeAdapterTypes.TextNode).value;
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';
}

/** What could be any code's, be it a browser's or a script's of the site: a plain name with a value. */
const isTelling = (name: string, value: string): boolean =>
  /^(?:on[a-z]+|style)$/.test(name) || (/^[a-z@:][\w:.@-]*$/.test(name) && value !== '');

interface Sought {
  what: 'all' | 'links';
  mayBreak: boolean;
}

function liveIn(node: Node, sought: Sought): string[] {
  const { what, mayBreak } = sought;
  const found: string[] = [];
  if (what === 'all' && /^#(?:comment|documentType)/.test(node.nodeName)) found.push(node.nodeName);
  if ('attrs' in node) {
    const isOwn = OWN_TAGS.test(mayBreak ? node.tagName.replace(/(?:<|&gt;)$/, '') : node.tagName);
    if (!isOwn && what === 'all') found.push(`<${node.tagName}>`);
    for (const { name, value } of isOwn ? node.attrs : []) {
      const isOwnAttribute =
        OWN_ATTRIBUTES.test(name) ||
        (name === 'style' && OWN_STYLES.test(value)) ||
        (mayBreak && !isTelling(name, value));
      if (what === 'all' && !isOwnAttribute) found.push(`<${node.tagName} ${name}>`);
      if (/^(?:href|src)$/.test(name) && runsCode(value)) found.push(`${name}=${value}`);
    }
  }
  if ('childNodes' in node)
    found.push(...node.childNodes.flatMap((child) => liveIn(child, sought)));
  return found;
}

/** Browsers drop tabs and line ends from addresses, and what no address begins with. */
const runsCode = (url: string): boolean =>
  /^(?:javascript|vbscript|data):/i.test(url.replace(/[\s\p{Cc}]/gu, ''));
