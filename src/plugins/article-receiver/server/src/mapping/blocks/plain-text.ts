import { isCostlyToParse } from '../../text/markdown/markdown-cost';
import { htmlText } from './html-text';
import { markdownTree, type MarkdownNode } from './markdown-tree';

/** What separates a block from the one before. */
const BLOCKS = new Set(['paragraph', 'heading', 'code', 'listItem', 'tableRow']);

/** A Markdown text without its markup, on one line. */
export function plainText(markdown: string): string {
  if (isCostlyToParse(markdown)) return oneLine(markdown);
  const parts: string[] = [];
  const waiting: MarkdownNode[] = [...markdownTree(markdown).children].reverse();
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (BLOCKS.has(node.type) || node.type === 'break' || node.type === 'tableCell') {
      parts.push(' ');
    }
    if ('alt' in node) parts.push(node.alt ?? '');
    else if (node.type === 'html') parts.push(htmlText(node.value));
    else if ('value' in node) parts.push(node.value);
    else if ('children' in node) waiting.push(...[...node.children].reverse());
  }
  return oneLine(parts.join(''));
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
