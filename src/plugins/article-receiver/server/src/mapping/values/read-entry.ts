import { recordOf } from '../../../../shared/records';
import { isEmptyValue } from '../../projection/merge/is-nothing';
import type { Fields } from '../../projection/merge/merge';
import type { Shape, Shapes } from '../model/mapping';

/** A row as Strapi gives it, populated. */
export type Row = Record<string, unknown>;

/** What Strapi has to populate so that a mapping's fields can be read. */
export function populateOf(shapes: Shapes): Record<string, unknown> {
  const entries = Object.entries(shapes).flatMap(([name, shape]): [string, unknown][] => {
    switch (shape.kind) {
      case 'scalar':
        return [];
      case 'media':
        return [[name, { fields: ['id'] }]];
      case 'relation':
        return [[name, { fields: ['documentId'] }]];
      case 'component':
        return [[name, { populate: populateOf(shape.fields) }]];
      case 'list': {
        if (!shape.isZone) {
          const [fields = {}] = Object.values(shape.named);
          return [[name, { populate: populateOf(fields) }]];
        }
        const on = shape.allowed.map((uid): [string, object] => [
          uid,
          { populate: populateOf(shape.named[uid] ?? {}) },
        ]);
        return [[name, { on: Object.fromEntries(on) }]];
      }
    }
  });
  return Object.fromEntries(entries);
}

/** An entry's values in the form in which the mapping computes them, by path. */
export function readValues(shapes: Shapes, row: Row, prefix = ''): Fields {
  const values: Fields = {};
  for (const [name, shape] of Object.entries(shapes)) {
    const value = row[name];
    if (shape.kind === 'component') {
      Object.assign(values, readValues(shape.fields, recordOf(value), `${prefix}${name}.`));
    } else values[prefix + name] = readEntryValue(shape, value);
  }
  return values;
}

export function readEntryValue(shape: Shape, value: unknown): unknown {
  switch (shape.kind) {
    case 'scalar':
      return readScalar(shape.type, value);
    case 'media': {
      const ids = rowsOf(value).map(({ id }) => id);
      return shape.multiple ? ids : (ids[0] ?? null);
    }
    case 'relation': {
      // A type without drafts sees both versions of what it leads to.
      const ids = [...new Set(rowsOf(value).map(({ documentId }) => documentId))];
      return shape.many ? ids : (ids[0] ?? null);
    }
    case 'component':
      return value ? unlessEmpty(readWhole(shape.fields, recordOf(value))) : null;
    case 'list':
      return rowsOf(value).flatMap((row) => {
        const component = componentOf(shape, row);
        const fields = shape.named[component];
        if (!fields) return [];
        return [{ ...(shape.isZone ? { __component: component } : {}), ...readWhole(fields, row) }];
      });
  }
}

/** A component's values as one object, as they are in lists. */
const readWhole = (fields: Shapes, row: Row): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, shape]) => [name, readEntryValue(shape, row[name])]),
  );

/**
 * The values of a component within an item of a list; null where it has none. It may be there all the same, for what
 * an editor wrote in it.
 */
export const unlessEmpty = (whole: Record<string, unknown>): Record<string, unknown> | null =>
  Object.values(whole).every(isEmptyValue) ? null : whole;

/** Which component an entry of a list is. */
export const componentOf = (
  { isZone, allowed }: Extract<Shape, { kind: 'list' }>,
  row: Row,
): string => (isZone ? String(row.__component) : (allowed[0] ?? ''));

export const rowsOf = (value: unknown): Row[] =>
  [value].flat().filter((row): row is Row => typeof row === 'object' && row !== null);

/** Databases differ in what they give back for date-times and large numbers. */
function readScalar(type: string, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (type === 'datetime' || type === 'timestamp') return readTime(type, value);
  return ['integer', 'biginteger', 'float', 'decimal'].includes(type) ? Number(value) : value;
}

/**
 * A time as the feed's are. Strapi gives one of type `timestamp` back as milliseconds in a text, and takes either form
 * for both types. What is no time stays as it is: Strapi refuses it in a save, and says why.
 */
function readTime(type: string, value: unknown): unknown {
  const isText = typeof value === 'string';
  if (!isText && typeof value !== 'number' && !(value instanceof Date)) return value;
  const isCount = isText && /^-?\d+$/.test(value);
  const written = isText && type === 'timestamp' && isCount ? NaN : new Date(value).getTime();
  const time = Number.isNaN(written) && isCount ? Number(value) : written;
  const read = new Date(time);
  return Number.isNaN(read.getTime()) ? value : read.toISOString();
}
