import { fingerprint } from '../../projection/merge/fingerprint';
import { isEmptyValue } from '../../projection/merge/is-nothing';
import type { Fields } from '../../projection/merge/merge';
import { isRecord } from '../../../../shared/records';
import type { Shape, Shapes } from '../model/mapping';
import { leavesOf } from './compute';
import { componentOf, rowsOf, type Row } from './read-entry';
import { rowsOfItems } from './rows-of-items';

type List = Extract<Shape, { kind: 'list' }>;

/** The lists among some fields. */
export const listsIn = (shapes: Shapes): Shapes =>
  Object.fromEntries(
    Object.entries(shapes).flatMap(([name, shape]): [string, Shapes[string]][] => {
      if (shape.kind === 'list') return [[name, shape]];
      const fields = shape.kind === 'component' ? listsIn(shape.fields) : {};
      return Object.keys(fields).length > 0 ? [[name, { kind: 'component', fields }]] : [];
    }),
  );

/**
 * The paths of lists in which two versions of an entry differ in what is the editors': in fields of an item
 * that the mapping does not fill, or in sections of kinds that it does not make. Items that the feed added or
 * removed do not count.
 * @param now the newer version, with whole lists; lists that it lacks are not compared.
 * @param write what is about to be written over it, by path: items that are not among it go.
 */
export const listsApart = (
  mapped: Shapes,
  now: Fields,
  before: Fields,
  write: Fields = {},
): string[] =>
  [...leavesOf(mapped)].flatMap(([path, shape]) => {
    if (shape.kind !== 'list' || !(path in now)) return [];
    const [rows, others] = [rowsOf(now[path]), rowsOf(before[path])];
    const staying = path in write ? thoseOf(shape, rowsOf(write[path]), rows) : rows;
    const isApart =
      !isSame(shape, staying, others) &&
      !isSame(shape, staying, thoseOf(shape, staying.map(filledOf(shape)), others));
    return isApart ? [path] : [];
  });

/** Whether the editors' part of two lists is the same. */
function isSame(shape: List, one: readonly Row[], other: readonly Row[]): boolean {
  const own = (rows: readonly Row[]) =>
    fingerprint(
      rows.flatMap((row) => {
        const fields = shape.named[componentOf(shape, row)];
        return fields === undefined ? [row] : (partsBeside(fields, row) ?? []);
      }),
    );
  return own(one) === own(other);
}

/** Of the rows of a list, those in which items are, and those of kinds that the mapping does not make. */
function thoseOf(shape: List, items: readonly Row[], rows: readonly Row[]): Row[] {
  const taken = new Set(rowsOfItems(shape, items, rows, filledIn).values());
  return rows.filter((row) => !shape.named[componentOf(shape, row)] || taken.has(row));
}

/** Of an item that is read whole, what the mapping fills. */
const filledOf =
  (shape: List) =>
  (item: Row): Row => {
    const parts = Object.entries(shape.named[componentOf(shape, item)] ?? {});
    return {
      ...(shape.isZone ? { __component: item.__component } : {}),
      ...Object.fromEntries(parts.map(([name, part]) => [name, filledIn(part, item[name])])),
    };
  };

/** The same of a value in it. */
function filledIn(shape: Shape, value: unknown): unknown {
  if (shape.kind === 'list') return rowsOf(value).map(filledOf(shape));
  if (shape.kind !== 'component' || !isRecord(value)) return value;
  const parts = Object.entries(shape.fields).map(([name, part]) => [
    name,
    filledIn(part, value[name]),
  ]);
  return Object.fromEntries(parts);
}

/** What an item has besides the fields that the mapping fills; null where it has nothing. */
function partsBeside(filled: Shapes, row: Row): Row | null {
  const parts = Object.entries(row).flatMap(([name, value]): [string, unknown][] => {
    if (name === '__component') return [];
    const shape = filled[name];
    if (shape !== undefined && shape.kind !== 'component') return [];
    const own = isRecord(value)
      ? partsBeside(shape?.kind === 'component' ? shape.fields : {}, value)
      : value;
    return isEmptyValue(own) || own === false ? [] : [[name, own]];
  });
  return parts.length > 0 ? Object.fromEntries(parts) : null;
}
