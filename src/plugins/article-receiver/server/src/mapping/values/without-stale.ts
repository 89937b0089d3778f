import { isRecord, recordOf, without } from '../../../../shared/records';
import { isEmptyValue } from '../../projection/merge/is-nothing';
import { componentOf, rowsOf, type Row } from './read-entry';
import { isSame, isUntouched } from './saved-values';
import { placeable } from './placeable';
import type { Shape, Shapes } from '../model/mapping';

type Data = Record<string, unknown>;
type List = Extract<Shape, { kind: 'list' }>;

/**
 * A save without its stale values, so that what the receiver wrote meanwhile stays. References to components
 * and places beside related entries that are gone by now are left out as well: Strapi would refuse the whole save
 * because of them.
 * @param stale paths of fields that are to stay as they are.
 * @param row the entry as it is, populated with `populateOf`.
 */
export function withoutStale(
  shapes: Shapes,
  data: Data,
  stale: ReadonlySet<string>,
  row: Row | null,
  prefix = '',
): Data {
  const kept: Data = { ...data };
  for (const [name, shape] of Object.entries(shapes)) {
    if (!Object.hasOwn(data, name)) continue;
    const path = prefix + name;
    if (shape.kind === 'component') {
      const part = partOf(shape.fields, data[name], stale, row?.[name], `${path}.`);
      if (part === undefined) delete kept[name];
      else kept[name] = part;
    } else if (shape.kind === 'list') {
      const present = rowsOf(row?.[name]);
      kept[name] = stale.has(path)
        ? mergedList(shape, rowsOf(data[name]), present)
        : rowsOf(data[name]).map((entry) => knownOrNew(shape, entry, present));
    } else if (stale.has(path)) delete kept[name];
    else if (shape.kind === 'relation') kept[name] = placeable(data[name], rowsOf(row?.[name]));
  }
  return kept;
}

/** @returns undefined when the component is to stay as it is. */
function partOf(
  fields: Shapes,
  value: unknown,
  stale: ReadonlySet<string>,
  present: unknown,
  prefix: string,
): unknown {
  const [row] = rowsOf(present);
  const isStale = [...stale].some((path) => path.startsWith(prefix));
  if (value === null) return isStale ? undefined : null;
  if (typeof value !== 'object') return value;
  const { id, ...said } = withoutStale(fields, recordOf(value), stale, row ?? null, prefix);
  // The receiver took it away, and nobody wrote anything in it: an empty one would come back.
  if (isStale && !row && Object.values(said).every(saysNothing)) return undefined;
  // Under the id of the component that is stored now: the one that the form showed is gone.
  if (isStale || (id !== undefined && row && String(id) !== String(row.id))) {
    return row ? { ...said, id: row.id } : said;
  }
  return row || id === undefined ? { ...said, ...(id === undefined ? {} : { id }) } : said;
}

/** Whether a form sends this for what nobody filled in. */
function saysNothing(value: unknown): boolean {
  if (!isRecord(value)) return isEmptyValue(value) || value === false;
  return isUntouched(value) || Object.values(without(value, ['id'])).every(saysNothing);
}

function knownOrNew(shape: List, entry: Row, present: readonly Row[]): Row {
  const { id, ...said } = entry;
  const isKnown = id === undefined || present.some((row) => isSame(shape, row, entry));
  return isKnown ? entry : said;
}

/**
 * The stored list, with what the save changes of the editors' part of it: fields of its components that the
 * feed does not fill, and components of other kinds in between.
 */
function mergedList(shape: List, saved: readonly Row[], present: readonly Row[]): Row[] {
  const merged: Row[] = [];
  const isOwn = (row: Row) => shape.named[componentOf(shape, row)] === undefined;
  for (const row of present) {
    const entry = saved.find((other) => isSame(shape, row, other));
    if (isOwn(row)) continue;
    merged.push({ ...besides(shape, entry ?? {}, row), id: row.id, ...kindOf(shape, row) });
  }
  // An editor's own components keep their place in the form: behind as many of the feed's as there.
  saved.forEach((entry, index) => {
    if (!isOwn(entry)) return;
    const feedsBefore = saved.slice(0, index).filter((other) => !isOwn(other)).length;
    const ownBefore = saved.slice(0, index).filter(isOwn).length;
    const place = Math.min(feedsBefore + ownBefore, merged.length);
    merged.splice(place, 0, knownOrNew(shape, entry, present));
  });
  return merged;
}

/** The values of a component in fields that the mapping does not fill. */
function besides(shape: List, entry: Row, row: Row): Row {
  const named = shape.named[componentOf(shape, row)] ?? {};
  return Object.fromEntries(Object.entries(entry).filter(([name]) => !Object.hasOwn(named, name)));
}

const kindOf = (shape: List, row: Row): Row =>
  shape.isZone ? { __component: componentOf(shape, row) } : {};
