import { recordOf } from '../../../../shared/records';
import type { Fields } from '../../projection/merge/merge';
import { fingerprint } from '../../projection/merge/fingerprint';
import { matchRows } from './match-rows';
import { componentOf, readEntryValue, rowsOf, type Row } from './read-entry';
import type { Shape, Shapes } from '../model/mapping';

type List = Extract<Shape, { kind: 'list' }>;
type Data = Record<string, unknown>;

/**
 * Values by path as data for Strapi's Document Service. Components that are there keep their ids,
 * and with them the fields that the mapping does not name; entries of a dynamic zone of components
 * that it does not name stay where they are.
 * @param row the entry as it is, populated with `populateOf`; null for a new one.
 */
export function dataOf(shapes: Shapes, write: Fields, row: Row | null): Data {
  const data: Data = {};
  for (const [name, shape] of Object.entries(shapes)) {
    if (shape.kind === 'component') {
      const part = dataOfComponent(shape.fields, below(write, name), row?.[name]);
      if (part) data[name] = part;
    } else if (Object.hasOwn(write, name)) {
      data[name] = dataOfValue(shape, write[name], row?.[name]);
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

function dataOfComponent(fields: Shapes, write: Fields, present: unknown): Data | null {
  if (Object.keys(write).length === 0) return null;
  const [row] = rowsOf(present);
  const hasValue = Object.values(write).some((value) => !isEmpty(value));
  if (!row && !hasValue) return null;
  return { ...identity(row), ...dataOf(fields, write, row ?? null) };
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0);

const identity = (row: Row | undefined): Data => (row ? { id: row.id } : {});

function dataOfValue(shape: Shape, value: unknown, present: unknown): unknown {
  if (shape.kind === 'list') return dataOfList(shape, rowsOf(value), rowsOf(present));
  if (shape.kind !== 'component') return value;
  return value === null ? null : dataOfWhole(shape.fields, recordOf(value), rowsOf(present)[0]);
}

const dataOfWhole = (fields: Shapes, values: Data, row: Row | undefined): Data => ({
  ...identity(row),
  ...Object.fromEntries(
    Object.entries(fields).map(([name, shape]) => [
      name,
      dataOfValue(shape, values[name], row?.[name]),
    ]),
  ),
});

/**
 * Puts the wanted items where the mapping's items are now, in their new order, each in the row that was found
 * for it (`match-rows.ts`).
 */
function dataOfList(shape: List, wanted: readonly Data[], present: readonly Row[]): Data[] {
  const rows = ownRows(shape, wanted, present);
  const left = wanted.map((values): Data => {
    const component = componentOf(shape, values);
    return {
      ...(shape.isZone ? { __component: component } : {}),
      ...dataOfWhole(shape.named[component] ?? {}, values, rows.get(values)),
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

/** The stored row of each wanted item, among those of the same component. */
function ownRows(
  shape: List,
  wanted: readonly Data[],
  present: readonly Row[],
): ReadonlyMap<Data, Row> {
  const pairs = Object.entries(shape.named).flatMap(([component, fields]) => {
    const isOne = (entry: Row) => componentOf(shape, entry) === component;
    const [items, rows] = [wanted.filter(isOne), present.filter(isOne)];
    const said = items.map((values) => textOf(fields, (name) => values[name]));
    const there = rows.map((row) =>
      textOf(fields, (name, part) => readEntryValue(part, row[name])),
    );
    return matchRows(said, there).flatMap((index, item): [Data, Row][] => {
      const [values, row] = [items[item], rows[index ?? -1]];
      return values && row ? [[values, row]] : [];
    });
  });
  return new Map(pairs);
}

/** The mapped fields of a list item as one text, by which items are compared. */
const textOf = (fields: Shapes, valueOf: (name: string, shape: Shape) => unknown): string =>
  fingerprint(Object.entries(fields).map(([name, shape]) => valueOf(name, shape) ?? null));
