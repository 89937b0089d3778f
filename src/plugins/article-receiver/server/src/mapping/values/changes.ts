import { fingerprint } from '../../projection/merge/fingerprint';
import type { Fields } from '../../projection/merge/merge';
import type { Shapes } from '../model/mapping';
import { leavesOf } from './compute';
import { readValues, type Row } from './read-entry';
import { isUntouched, savedValues, type DocumentOf } from './saved-values';

/** The fields, by path, in which two versions of an entry differ. */
export const differing = (one: Fields, other: Fields): string[] =>
  Object.keys(one).filter((path) => fingerprint(one[path]) !== fingerprint(other[path]));

/**
 * The fields of an entry that a save changes, by the names that they have in the entry: a form sends all
 * that it has. Relations that come as changes count where there are any.
 * @param row the entry as it is, populated for these shapes.
 */
export function changedBy(
  shapes: Shapes,
  data: Row,
  { row, documentOf }: { row: Row; documentOf: DocumentOf },
): string[] {
  const saved = savedValues(shapes, data, { row, documentOf });
  const current = readValues(shapes, row);
  const changed = new Set(differing(saved, current).map(rootOf));
  const said = new Set(Object.keys(saved).map(rootOf));
  return Object.keys(shapes).filter(
    (name) =>
      changed.has(name) ||
      (data[name] !== undefined && !said.has(name) && !isUntouched(data[name])),
  );
}

/**
 * The paths of media and relations that a save changes, and of lists, which may have some in them.
 * @param row the entry as it is, populated for these shapes.
 */
export function changedReferences(
  shapes: Shapes,
  data: Row,
  { row, documentOf }: { row: Row; documentOf: DocumentOf },
): string[] {
  const saved = savedValues(shapes, data, { row, documentOf });
  const differs = new Set(differing(saved, readValues(shapes, row)));
  const names = new Set(changedBy(shapes, data, { row, documentOf }));
  return [...leavesOf(shapes)].flatMap(([path, { kind }]) => {
    const isChanged = path in saved ? differs.has(path) : names.has(rootOf(path));
    return isChanged && kind !== 'scalar' ? [path] : [];
  });
}

/** The entry's own field that a path begins with. */
export const rootOf = (path: string): string => path.split('.', 1)[0] ?? path;
