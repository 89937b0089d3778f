import { recordOf } from '../../../../shared/records';
import type { Fields } from '../../projection/merge/merge';
import type { Shape, Shapes } from '../model/mapping';
import { componentOf, readValues, rowsOf, type Row } from './read-entry';
import { rowsOfItems } from './rows-of-items';

type List = Extract<Shape, { kind: 'list' }>;
type Data = Record<string, unknown>;

/** What of an entry's components is there besides what the mapping fills. */
export interface PartsThere {
  /** Paths of components of which nothing is left. */
  gone: ReadonlySet<string>;
  /** Components within items of lists that stay without a value of the feed's, too: rows of the entry. */
  kept: ReadonlySet<Row>;
}

const NOTHING_THERE: PartsThere = { gone: new Set(), kept: new Set() };

/**
 * Values by path as data for Strapi's Document Service. Components that are there keep their ids,
 * and with them the fields that the mapping does not name; entries of a dynamic zone of components
 * that it does not name stay where they are.
 * @param row the entry as it is, populated with `populateOf`; null for a new one.
 */
export function dataOf(
  shapes: Shapes,
  write: Fields,
  row: Row | null,
  there: PartsThere = NOTHING_THERE,
  prefix = '',
): Data {
  const data: Data = {};
  for (const [name, shape] of Object.entries(shapes)) {
    const path = prefix + name;
    if (there.gone.has(path)) data[name] = null;
    else if (shape.kind === 'component') {
      const [part] = rowsOf(row?.[name]);
      const wanted = below(write, name);
      if (Object.keys(wanted).length === 0 || (!part && !hasValue(wanted))) continue;
      const inner = dataOf(shape.fields, wanted, part ?? null, there, `${path}.`);
      data[name] = { ...identity(part), ...inner };
    } else if (Object.hasOwn(write, name)) {
      data[name] = dataOfValue(shape, write[name], row?.[name], there.kept);
    }
  }
  return data;
}

/** The values of the paths below a name. */
const below = (write: Fields, name: string): Fields =>
  Object.fromEntries(
    Object.entries(write).flatMap(([path, value]) =>
      path.startsWith(`${name}.`) ? [[path.slice(name.length + 1), value]] : [],
    ),
  );

/**
 * The paths of components that are there and in which nothing that the mapping fills has a value any more, once
 * something is written.
 * @param row the entry as it is, populated with `populateOf`.
 */
export function emptiedParts(shapes: Shapes, write: Fields, row: Row, prefix = ''): string[] {
  return Object.entries(shapes).flatMap(([name, shape]) => {
    const [part] = rowsOf(row[name]);
    const wanted = below(write, name);
    if (shape.kind !== 'component' || !part || Object.keys(wanted).length === 0) return [];
    const path = prefix + name;
    const isEmptied = !hasValue({ ...readValues(shape.fields, part), ...wanted });
    const inner = emptiedParts(shape.fields, wanted, part, `${path}.`);
    return isEmptied ? [path, ...inner] : inner;
  });
}

const hasValue = (values: Fields): boolean =>
  Object.values(values).some((value) => !isEmpty(value));

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0);

const identity = (row: Row | undefined): Data => (row ? { id: row.id } : {});

function dataOfValue(
  shape: Shape,
  value: unknown,
  present: unknown,
  kept: PartsThere['kept'],
): unknown {
  if (shape.kind === 'list') return dataOfList(shape, rowsOf(value), rowsOf(present), kept);
  if (shape.kind !== 'component') return value;
  const [part] = rowsOf(present);
  if (value !== null) return dataOfWhole(shape.fields, recordOf(value), part, kept);
  return part && kept.has(part)
    ? dataOfWhole(shape.fields, emptied(shape.fields), part, kept)
    : null;
}

const dataOfWhole = (
  fields: Shapes,
  values: Data,
  row: Row | undefined,
  kept: PartsThere['kept'],
): Data => ({
  ...identity(row),
  ...Object.fromEntries(
    Object.entries(fields).map(([name, shape]) => [
      name,
      dataOfValue(shape, values[name], row?.[name], kept),
    ]),
  ),
});

/** The values of a component without any. */
const emptied = (fields: Shapes): Data =>
  Object.fromEntries(Object.entries(fields).map(([name, shape]) => [name, emptyOf(shape)]));

const emptyOf = (shape: Shape): unknown => {
  const isMany = shape.kind === 'media' ? shape.multiple : shape.kind === 'relation' && shape.many;
  return isMany || shape.kind === 'list' ? [] : null;
};

/**
 * Puts the wanted items where the mapping's items are now, in their new order, each in the row that was found
 * for it (`match-rows.ts`).
 */
function dataOfList(
  shape: List,
  wanted: readonly Data[],
  present: readonly Row[],
  kept: PartsThere['kept'],
): Data[] {
  const rows = rowsOfItems(shape, wanted, present);
  const left = wanted.map((values): Data => {
    const component = componentOf(shape, values);
    return {
      ...(shape.isZone ? { __component: component } : {}),
      ...dataOfWhole(shape.named[component] ?? {}, values, rows.get(values), kept),
    };
  });
  const result: Data[] = [];
  let end = 0;
  for (const row of present) {
    const component = componentOf(shape, row);
    if (!shape.named[component]) {
      result.push({ ...identity(row), __component: component });
      continue;
    }
    const next = left.shift();
    if (!next) continue;
    result.push(next);
    end = result.length;
  }
  result.splice(end, 0, ...left);
  return result;
}
