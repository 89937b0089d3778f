/** A piece of text in Strapi's blocks, with its styles. */
export interface TextNode {
  type: 'text';
  text: string;
  bold?: true;
  italic?: true;
  strikethrough?: true;
  code?: true;
}

export interface LinkNode {
  type: 'link';
  url: string;
  children: TextNode[];
}

export type InlineNode = TextNode | LinkNode;

/** A file of the Media Library as an image block carries it. */
export interface BlockImage {
  name: string;
  alternativeText: string | null;
  caption: string | null;
  url: string;
  width: number;
  height: number;
  formats: Record<string, unknown> | null;
  hash: string;
  ext: string;
  mime: string;
  size: number;
  previewUrl: string | null;
  provider: string;
  provider_metadata: unknown;
  createdAt: string;
  updatedAt: string;
}

export interface ListItemNode {
  type: 'list-item';
  children: InlineNode[];
}

export interface ListNode {
  type: 'list';
  format: 'ordered' | 'unordered';
  indentLevel?: number;
  children: (ListItemNode | ListNode)[];
}

/** Strapi's blocks, as its validation takes them. */
export type BlockNode =
  | { type: 'paragraph'; children: InlineNode[] }
  | { type: 'heading'; level: 1 | 2 | 3 | 4 | 5 | 6; children: InlineNode[] }
  | { type: 'quote'; children: InlineNode[] }
  | { type: 'code'; language?: string; children: TextNode[] }
  | { type: 'image'; image: BlockImage; children: TextNode[] }
  | ListNode;
