import { recordOf } from '../../../../shared/records';
import { componentOf, rowsOf } from './read-entry';
import type { Shape, Shapes } from '../model/mapping';

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
      return each(value, (id) => names.file(Number(id)));
    case 'relation':
      return each(value, (id) => names.entry(String(id)));
    case 'component':
      return readableParts(shape.fields, recordOf(value), names);
    case 'list':
      return rowsOf(value).map((parts) =>
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
  const { text, children, image } = recordOf(node);
  if (typeof text === 'string') return text;
  const inner = Array.isArray(children) ? children.map(textOf).join('') : '';
  const { name } = recordOf(image);
  return typeof name === 'string' ? `[${name}]${inner}` : inner;
}
