import { isCostlyToParse } from '../../text/markdown/markdown-cost';
import {
  imageAsText,
  inlinePieces,
  joined,
  withoutImages,
  type Definitions,
  type Piece,
} from './block-inline';
import type { BlockImage, BlockNode, InlineNode, ListItemNode, ListNode } from './block-nodes';
import { markdownTree, type MarkdownNode, type MarkdownRoot } from './markdown-tree';

/** The Media Library's file behind an address; null where there is none. */
export type FindImage = (url: string, alt: string) => BlockImage | null;

type List = Extract<MarkdownNode, { type: 'list' }>;
type Table = Extract<MarkdownNode, { type: 'table' }>;

interface Conversion {
  definitions: Definitions;
  findImage: FindImage;
}

/**
 * Strapi's blocks of a Markdown text, valid for Strapi's own validation whatever the text is.
 * What blocks do not have is put as text: tables row by row, footnotes in brackets. An image is a
 * block of its own where the Media Library has it, a link elsewhere. Rules (`---`) are left out.
 * Text that would take too long to parse becomes plain paragraphs.
 */
export function markdownToBlocks(markdown: string, findImage: FindImage = () => null): BlockNode[] {
  if (isCostlyToParse(markdown)) return plainParagraphs(markdown);
  const tree = markdownTree(markdown);
  return blocksOf(tree.children, { definitions: definitionsOf(tree), findImage });
}

const plainParagraphs = (text: string): BlockNode[] =>
  text
    .split(/(?:\n|\r(?!\n))[ \t]*(?:\r\n?|\n)/)
    .filter((part) => part.trim() !== '')
    .map((part) => ({ type: 'paragraph', children: [{ type: 'text', text: part.trim() }] }));

function definitionsOf(tree: MarkdownRoot): Definitions {
  const found = new Map<string, string>();
  const waiting: MarkdownNode[] = [...tree.children];
  for (let node = waiting.shift(); node; node = waiting.shift()) {
    if (node.type === 'definition' && !found.has(node.identifier)) {
      found.set(node.identifier, node.url);
    }
    if ('children' in node) waiting.push(...node.children);
  }
  return found;
}

function blocksOf(
  nodes: readonly MarkdownNode[],
  context: Conversion,
  text: 'paragraph' | 'quote' = 'paragraph',
): BlockNode[] {
  return nodes.flatMap((node): BlockNode[] => {
    const { type } = node;
    if (type === 'heading') {
      const children = withoutImages(inlinePieces(node.children, context.definitions));
      return [{ type, level: node.depth, children }];
    }
    if (type === 'blockquote') return blocksOf(node.children, context, 'quote');
    if (type === 'footnoteDefinition') return blocksOf(node.children, context, text);
    if (type === 'code') {
      const language = node.lang ? { language: node.lang } : {};
      return [{ type, ...language, children: [{ type: 'text', text: node.value }] }];
    }
    if (type === 'list') return [listOf(node, context, 0)];
    if (type === 'table') {
      return rowsOf(node, context).map((children) => ({ type: 'paragraph', children }));
    }
    if (type === 'html') return [{ type: text, children: [{ type: 'text', text: node.value }] }];
    if (type === 'thematicBreak' || type === 'definition') return [];
    const inline = type === 'paragraph' ? node.children : [node];
    return paragraphsOf(inlinePieces(inline, context.definitions), context, text);
  });
}

/** A paragraph, cut where an image stands that is a block of its own. */
function paragraphsOf(
  pieces: readonly Piece[],
  { findImage }: Conversion,
  type: 'paragraph' | 'quote',
): BlockNode[] {
  const blocks: BlockNode[] = [];
  let line: InlineNode[] = [];
  const endLine = () => {
    const isBlank = line.every((node) => node.type === 'text' && node.text.trim() === '');
    if (!isBlank) blocks.push({ type, children: joined(line) });
    line = [];
  };
  for (const piece of pieces) {
    if (piece.type !== 'inline-image') {
      line.push(piece);
      continue;
    }
    const image = findImage(piece.url, piece.alt);
    if (!image) {
      line.push(imageAsText(piece));
      continue;
    }
    endLine();
    blocks.push({ type: 'image', image, children: [{ type: 'text', text: '' }] });
  }
  endLine();
  return blocks;
}

function listOf(list: List, context: Conversion, indentLevel: number): ListNode {
  const children: (ListItemNode | ListNode)[] = [];
  for (const item of list.children) {
    let open: ListItemNode = { type: 'list-item', children: [] };
    children.push(open);
    for (const child of item.children) {
      if (child.type === 'list') {
        open.children = joined(open.children);
        const inner = listOf(child, context, indentLevel + 1);
        children.push(inner);
        // An item has no room for text behind a list in it: it is read in order as a line of that list's last item.
        open = lastItemOf(inner) ?? open;
      } else for (const line of linesOf(child, context)) addLine(open, line);
    }
    open.children = joined(open.children);
  }
  const empty: ListItemNode = { type: 'list-item', children: [{ type: 'text', text: '' }] };
  return {
    type: 'list',
    format: list.ordered ? 'ordered' : 'unordered',
    ...(indentLevel > 0 ? { indentLevel } : {}),
    children: children.length > 0 ? children : [empty],
  };
}

function lastItemOf({ children }: ListNode): ListItemNode | undefined {
  const last = children.at(-1);
  return last?.type === 'list' ? lastItemOf(last) : last;
}

function addLine({ children }: ListItemNode, line: readonly InlineNode[]): void {
  const isBlank = children.every((node) => node.type === 'text' && node.text === '');
  if (isBlank) children.length = 0;
  else children.push({ type: 'text', text: '\n' });
  for (const node of line) children.push(node);
}

const LINE_BY_LINE = new Set(['blockquote', 'footnoteDefinition', 'list', 'listItem']);

/** A block within a list item, where Strapi has room for lines of text alone. */
function linesOf(node: MarkdownNode, context: Conversion): InlineNode[][] {
  const { type } = node;
  if (type === 'code') return [[{ type: 'text', text: node.value, code: true }]];
  if (type === 'table') return rowsOf(node, context);
  if (LINE_BY_LINE.has(type) && 'children' in node) {
    return node.children.flatMap((child) => linesOf(child, context));
  }
  if (type === 'thematicBreak' || type === 'definition') return [];
  return [withoutImages(inlinePieces([node], context.definitions))];
}

/** The rows of a table, as a line of text each. */
function rowsOf(table: Table, { definitions }: Conversion): InlineNode[][] {
  return table.children.map((row, index) => {
    const marks = index === 0 ? { bold: true as const } : {};
    const cells = row.children.map((cell) => inlinePieces(cell.children, definitions, marks));
    const between: InlineNode = { type: 'text', text: ' | ' };
    const pieces = cells.flatMap((cell, at): Piece[] => (at === 0 ? cell : [between, ...cell]));
    return withoutImages(pieces);
  });
}
