import { Tokenizer, TokenizerMode, type Token, type TokenHandler } from 'parse5';

/** What a page of a front end has, for whoever wants to know whether it is the right one. */
export interface ReadPage {
  /** All that is to be read in it, the title in its head included. */
  text: string;
  /** The addresses of its images, in whatever attribute. */
  images: string[];
  /** What stands in place of its images. */
  alternatives: string[];
  /** Its JSON-LD documents; undefined for one that is not JSON. */
  jsonLd: unknown[];
  /** Its canonical addresses, as they are written. */
  canonicals: string[];
}

const IMAGE_ATTRIBUTES = ['src', 'srcset', 'data-src', 'data-srcset', 'poster', 'style'];

/** Elements with nothing but text in them, and how that is read. */
const TEXT_ONLY: ReadonlyMap<string, Tokenizer['state']> = new Map([
  ['script', TokenizerMode.SCRIPT_DATA],
  ...['style', 'xmp', 'iframe', 'noembed', 'noframes', 'noscript'].map(
    (name) => [name, TokenizerMode.RAWTEXT] as const,
  ),
  ['title', TokenizerMode.RCDATA],
  ['textarea', TokenizerMode.RCDATA],
]);

/** Whose text nobody reads. */
const UNREAD = new Set(['script', 'style', 'noscript', 'noembed', 'noframes', 'iframe']);

/** Attributes of a tag that are read. Each is compared with those before it: without a bound, a tag of a million takes hours. */
const MAX_ATTRIBUTES = 256;

class BoundedTokenizer extends Tokenizer {
  protected override _leaveAttrName(): void {
    const { attrs } = this.currentToken as Token.TagToken;
    if (attrs.length < MAX_ATTRIBUTES) super._leaveAttrName();
  }
}

const nothing = (): void => undefined;

/**
 * Reads a page tag by tag, as a browser does, and runs nothing. It makes no tree: that takes time by the
 * square of how deeply a page nests.
 */
export function readPage(html: string): ReadPage {
  const page: ReadPage = { text: '', images: [], alternatives: [], jsonLd: [], canonicals: [] };
  const texts: string[] = [];
  let unread: string | null = null;
  let json: string[] | null = null;
  let templates = 0;

  const onText = ({ chars }: Token.CharacterToken): void => {
    if (json) json.push(chars);
    else if (unread === null && templates === 0) texts.push(chars);
  };
  const handler: TokenHandler = {
    onStartTag(tag) {
      const { tagName } = tag;
      tokenizer.state = TEXT_ONLY.get(tagName) ?? tokenizer.state;
      if (tagName === 'template') templates += 1;
      if (templates > 0) return;
      if (UNREAD.has(tagName)) unread = tagName;
      const attributes = new Map(tag.attrs.map(({ name, value }) => [name, value]));
      if (isJsonLd(tagName, attributes)) json = [];
      readElement(tagName, attributes, page);
    },
    onEndTag({ tagName }) {
      if (tagName === 'template') templates = Math.max(0, templates - 1);
      if (tagName === unread) unread = null;
      if (tagName === 'script' && json) {
        page.jsonLd.push(parsed(json.join('')));
        json = null;
      }
    },
    onCharacter: onText,
    onWhitespaceCharacter: onText,
    onNullCharacter: nothing,
    onComment: nothing,
    onDoctype: nothing,
    onEof: nothing,
  };
  const tokenizer = new BoundedTokenizer({ sourceCodeLocationInfo: false }, handler);
  tokenizer.write(html, true);
  return { ...page, text: texts.join('') };
}

type Attributes = ReadonlyMap<string, string>;

const isJsonLd = (tagName: string, attributes: Attributes): boolean =>
  tagName === 'script' &&
  (attributes.get('type') ?? '').trim().toLowerCase().startsWith('application/ld+json');

function readElement(tagName: string, attributes: Attributes, page: ReadPage): void {
  for (const name of IMAGE_ATTRIBUTES) {
    const value = attributes.get(name);
    if (value) page.images.push(value);
  }
  const alternative = tagName === 'img' ? attributes.get('alt') : undefined;
  if (alternative) page.alternatives.push(alternative);
  if (tagName === 'image') page.images.push(attributes.get('href') ?? '');
  if (tagName === 'link') {
    const relations = (attributes.get('rel') ?? '').toLowerCase().split(/\s+/);
    if (relations.includes('canonical')) page.canonicals.push(attributes.get('href') ?? '');
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
