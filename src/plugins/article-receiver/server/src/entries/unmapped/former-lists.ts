import type { Core } from '@strapi/types';
import { recordOf } from '../../../../shared/records';
import type { Shape } from '../../mapping/model/mapping';
import { withWholeLists } from '../../mapping/model/unmapped';
import { isFilledBeside } from '../../mapping/values/beside-mapping';
import { leavesOf } from '../../mapping/values/compute';
import { listNamesOf, listWith } from '../../mapping/values/list-names';
import { componentOf, readEntryValue, rowsOf } from '../../mapping/values/read-entry';
import type { StreamState } from '../../projection/article/stream-state';
import type { Fields } from '../../projection/merge/merge';
import { isAsWritten } from '../../projection/merge/stored-as';
import { schemasOf } from '../../strapi/schemas';
import type { EntryPlace } from '../entry-place';
import { readRow } from '../read-entry';

type List = Extract<Shape, { kind: 'list' }>;

/**
 * Lists that read differently from what was written because the site's mapping names other parts of their
 * items by now, and that nobody changed: what it named then is as it was written, and what it names since is
 * empty.
 * @param draft the entry's values as the mapping reads them now.
 */
export async function formerLists(
  strapi: Core.Strapi,
  place: EntryPlace,
  { documentId, ...state }: Pick<StreamState, 'documentId' | 'base' | 'storedAs' | 'listNames'>,
  draft: Fields,
): Promise<string[]> {
  const { mapping } = place;
  const now = listNamesOf(mapping.shapes);
  const others = Object.entries(now).flatMap(([path, names]) => {
    const then = state.listNames[path];
    const isOther = then !== undefined && !isSame(then, names);
    return isOther && !isAsWritten(state, path, draft[path]) ? [{ path, then }] : [];
  });
  if (documentId === null || others.length === 0) return [];
  const schemas = schemasOf(strapi);
  const { shapes } = withWholeLists(mapping, schemas);
  const row = await readRow(
    strapi,
    { ...place, mapping: { ...mapping, shapes } },
    documentId,
    'draft',
  );
  const lists = leavesOf(shapes);
  return others.flatMap(({ path, then }) => {
    const whole = lists.get(path);
    if (row === null || whole?.kind !== 'list') return [];
    const former = listWith(whole, then);
    const value = readEntryValue(former, valueAt(row, path));
    const isOurs = isAsWritten(state, path, value);
    return isOurs && !isFilledSince(former, draft[path]) ? [path] : [];
  });

  function isFilledSince(former: List, items: unknown): boolean {
    return rowsOf(items).some((item) => {
      const component = componentOf(former, item);
      const fields = former.named[component];
      const schema = schemas.components[component];
      if (fields === undefined || schema === undefined) return true;
      return isFilledBeside(fields, { schema, components: schemas.components }, item);
    });
  }
}

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  [...one].sort().join() === [...other].sort().join();

/** A field's value in a row, by its path. */
const valueAt = (row: object, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => recordOf(value)[name], row);
