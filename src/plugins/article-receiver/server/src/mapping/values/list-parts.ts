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
 * The lists, by path, in which two versions of an entry differ beside what the mapping fills there: in other
 * parts of an item, or sections of another kind. Items that the feed adds or takes away are no difference.
 * @param one what is looked at, with whole lists; what it says nothing of is left out.
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

/** What is in an item beside what is filled there; null where nothing is. */
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
