import type { InlineNode, TextNode } from './block-nodes';
import type { MarkdownNode } from './markdown-tree';

export type Marks = Omit<TextNode, 'type' | 'text'>;

/** An image in the middle of text; what holds the text decides what becomes of it. */
export interface InlineImage {
  type: 'inline-image';
  url: string;
  alt: string;
}

export type Piece = InlineNode | InlineImage;

/** Where reference links lead, by identifier. */
export type Definitions = ReadonlyMap<string, string>;

const LINK_PROTOCOLS = new Set(['http:', 'https:', 'ftp:', 'mailto:', 'tel:']);

/** Whether Strapi takes an address in a link of its blocks. */
function isBlockLink(url: string): boolean {
  try {
    const { protocol } = new URL(url.startsWith('/') ? `https://strapi.io${url}` : url);
    return LINK_PROTOCOLS.has(protocol);
  } catch {
    return false;
  }
}

/** The text, links and images of inline Markdown, in order. */
export function inlinePieces(
  nodes: readonly MarkdownNode[],
  definitions: Definitions,
  marks: Marks = {},
): Piece[] {
  return nodes.flatMap((node): Piece[] => {
    const within = (children: readonly MarkdownNode[], more: Marks = {}) =>
      inlinePieces(children, definitions, { ...marks, ...more });
    const { type } = node;
    if (type === 'text') return [{ type: 'text', text: onOneLine(node.value), ...marks }];
    if (type === 'html') return [{ type: 'text', text: node.value, ...marks }];
    if (type === 'inlineCode') return [{ type: 'text', text: node.value, ...marks, code: true }];
    if (type === 'break') return [{ type: 'text', text: '\n', ...marks }];
    if (type === 'strong') return within(node.children, { bold: true });
    if (type === 'emphasis') return within(node.children, { italic: true });
    if (type === 'delete') return within(node.children, { strikethrough: true });
    if (type === 'link') return linkPieces(node.url, within(node.children));
    if (type === 'linkReference') {
      return linkPieces(definitions.get(node.identifier) ?? '', within(node.children));
    }
    if (type === 'image') return [{ type: 'inline-image', url: node.url, alt: node.alt ?? '' }];
    if (type === 'imageReference') {
      const url = definitions.get(node.identifier) ?? '';
      return [{ type: 'inline-image', url, alt: node.alt ?? '' }];
    }
    return 'children' in node ? within(node.children) : [];
  });
}

/** Where a line ends in Markdown, text goes on; in blocks it would be a line break for readers. */
const onOneLine = (text: string): string => text.replace(/\r\n?|\n/g, ' ');

/** A link holds text alone: an image in it stands behind it. What cannot be a link is its text. */
function linkPieces(url: string, pieces: readonly Piece[]): Piece[] {
  const images = pieces.filter((piece) => piece.type === 'inline-image');
  const children = pieces.filter((piece) => piece.type === 'text');
  if (children.length === 0 || !isBlockLink(url)) {
    return pieces.filter((piece) => piece.type !== 'link');
  }
  return [{ type: 'link', url, children: joined(children) as TextNode[] }, ...images];
}

const sameMarks = (a: TextNode, b: TextNode): boolean =>
  JSON.stringify({ ...a, text: '' }) === JSON.stringify({ ...b, text: '' });

/** Neighbouring texts of one style as one. Never empty: a block needs a child. */
export function joined(nodes: readonly InlineNode[]): InlineNode[] {
  const result: InlineNode[] = [];
  for (const node of nodes) {
    const last = result.at(-1);
    if (last?.type === 'text' && node.type === 'text' && sameMarks(last, node)) {
      result[result.length - 1] = { ...last, text: last.text + node.text };
    } else result.push(node);
  }
  return result.length > 0 ? result : [{ type: 'text', text: '' }];
}

/** Pieces where no image can be: it becomes a link to itself, or its description. */
export const withoutImages = (pieces: readonly Piece[]): InlineNode[] =>
  joined(pieces.map((piece) => (piece.type === 'inline-image' ? imageAsText(piece) : piece)));

export const imageAsText = ({ url, alt }: InlineImage): InlineNode => {
  const text: TextNode = { type: 'text', text: alt || url };
  return isBlockLink(url) ? { type: 'link', url, children: [text] } : text;
};
