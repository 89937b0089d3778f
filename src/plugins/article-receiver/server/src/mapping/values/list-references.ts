import { recordOf } from '../../../../shared/records';
import type { Shape, Shapes } from '../model/mapping';
import { componentOf, rowsOf, type Row } from './read-entry';

type Leading = Extract<Shape, { kind: 'media' | 'relation' }>;

/** What becomes of the files or entries in one place of a list. */
type Change = (at: string, shape: Leading, value: unknown) => unknown;

/**
 * A field's value with other files and entries in its places, as they are called by the path with the numbers of the
 * items (`sections.1.file`).
 */
export function withReferences(
  shape: Shape,
  value: unknown,
  path: string,
  change: Change,
): unknown {
  switch (shape.kind) {
    case 'scalar':
      return value;
    case 'media':
    case 'relation':
      return change(path, shape, value);
    case 'component':
      return value === null ? null : partsWith(shape.fields, recordOf(value), path, change);
    case 'list':
      return rowsOf(value).map((item, index) => {
        const fields = shape.named[componentOf(shape, item)] ?? {};
        return partsWith(fields, item, `${path}.${index}`, change);
      });
  }
}

const partsWith = (shapes: Shapes, parts: Row, path: string, change: Change): Row =>
  Object.fromEntries(
    Object.entries(parts).map(([name, value]) => {
      const shape = shapes[name];
      return [name, shape ? withReferences(shape, value, `${path}.${name}`, change) : value];
    }),
  );
