import { fingerprint } from '../../projection/merge/fingerprint';
import { isEmptyValue } from '../../projection/merge/is-nothing';
import type { Fields } from '../../projection/merge/merge';
import { isRecord } from '../../../../shared/records';
import type { Shapes } from '../model/mapping';
import { leavesOf } from './compute';
import { componentOf, rowsOf, type Row } from './read-entry';

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
 * @param one a version with whole lists; lists that it lacks are not compared.
 */
export const listsApart = (mapped: Shapes, one: Fields, other: Fields): string[] =>
  [...leavesOf(mapped)].flatMap(([path, shape]) => {
    if (shape.kind !== 'list' || !(path in one)) return [];
    const own = (value: unknown) =>
      rowsOf(value).flatMap((row) => {
        const fields = shape.named[componentOf(shape, row)];
        return fields === undefined ? [row] : (partsBeside(fields, row) ?? []);
      });
    return fingerprint(own(one[path])) === fingerprint(own(other[path])) ? [] : [path];
  });

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
