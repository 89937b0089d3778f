import { Tokenizer, TokenizerMode, type Token, type TokenHandler } from 'parse5';

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
export const UNREAD: ReadonlySet<string> = new Set([
  'script',
  'style',
  'noscript',
  'noembed',
  'noframes',
  'iframe',
]);

/** Attributes of a tag that are read. Each is compared with those before it: without a bound, a tag of a million takes hours. */
const MAX_ATTRIBUTES = 256;

class BoundedTokenizer extends Tokenizer {
  protected override _leaveAttrName(): void {
    const { attrs } = this.currentToken as Token.TagToken;
    if (attrs.length < MAX_ATTRIBUTES) super._leaveAttrName();
  }
}

/** Told of what stands in HTML, in its order. */
interface TagReader {
  onStartTag(name: string, attributes: ReadonlyMap<string, string>): void;
  onEndTag(name: string): void;
  onText(text: string): void;
}

const nothing = (): void => undefined;

/**
 * Reads HTML tag by tag, as a browser does, and runs nothing. It makes no tree: that takes time by the
 * square of how deeply a page nests.
 */
export function readTags(html: string, { onStartTag, onEndTag, onText }: TagReader): void {
  const readText = ({ chars }: Token.CharacterToken): void => onText(chars);
  const handler: TokenHandler = {
    onStartTag({ tagName, attrs }) {
      tokenizer.state = TEXT_ONLY.get(tagName) ?? tokenizer.state;
      onStartTag(tagName, new Map(attrs.map(({ name, value }) => [name, value])));
    },
    onEndTag: ({ tagName }) => onEndTag(tagName),
    onCharacter: readText,
    onWhitespaceCharacter: readText,
    onNullCharacter: nothing,
    onComment: nothing,
    onDoctype: nothing,
    onEof: nothing,
  };
  const tokenizer = new BoundedTokenizer({ sourceCodeLocationInfo: false }, handler);
  tokenizer.write(html, true);
}
