import { componentOf } from './read-entry';
import type { Shape, Shapes } from '../target/target';

/** What files and entries are called, by their ids. */
export interface Names {
  file(id: number): string;
  entry(documentId: string): string;
}

/** A value as a person reads it: files and entries by their names, blocks by their text. */
export function readable(shape: Shape, value: unknown, names: Names): unknown {
  if (value === null || value === undefined) return null;
  switch (shape.kind) {
    case 'scalar':
      return shape.type === 'blocks' ? textOf(value) : value;
    case 'media':
      return each(value, (id) => names.file(id as number));
    case 'relation':
      return each(value, (id) => names.entry(id as string));
    case 'component':
      return readableParts(shape.fields, value as Parts, names);
    case 'list':
      return (value as Parts[]).map((parts) =>
        readableParts(shape.named[componentOf(shape, parts)] ?? {}, parts, names),
      );
  }
}

type Parts = Record<string, unknown>;

const readableParts = (shapes: Shapes, parts: Parts, names: Names): Parts =>
  Object.fromEntries(
    Object.entries(parts).map(([name, value]) => {
      const shape = shapes[name];
      return [name, shape ? readable(shape, value, names) : value];
    }),
  );

const each = (value: unknown, name: (id: unknown) => string): unknown =>
  Array.isArray(value) ? value.map(name) : name(value);

/** The text of Strapi's blocks, a line for each block. */
function textOf(node: unknown): string {
  if (Array.isArray(node)) return node.map(textOf).join('\n');
  if (typeof node !== 'object' || node === null) return '';
  const { text, children, image } = node as Partial<Record<string, unknown>>;
  if (typeof text === 'string') return text;
  const inner = Array.isArray(children) ? children.map(textOf).join('') : '';
  const { name } = (image ?? {}) as { name?: string };
  return name === undefined ? inner : `[${name}]${inner}`;
}
