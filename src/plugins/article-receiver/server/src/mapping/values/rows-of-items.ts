import { isEmptyValue } from '../../projection/merge/is-nothing';
import { fingerprint } from '../../projection/merge/fingerprint';
import type { Shape, Shapes } from '../model/mapping';
import { matchRows, type Comparable } from './match-rows';
import { componentOf, readEntryValue, type Row } from './read-entry';

type List = Extract<Shape, { kind: 'list' }>;
type Data = Record<string, unknown>;

/**
 * The stored row of each wanted item, among those of the same component (`match-rows.ts`).
 * @param valueOf what the mapping fills of a part of a row: by default, of rows as Strapi gives them.
 */
export function rowsOfItems(
  shape: List,
  wanted: readonly Data[],
  present: readonly Row[],
  valueOf: (part: Shape, value: unknown) => unknown = readEntryValue,
): ReadonlyMap<Data, Row> {
  const pairs = Object.entries(shape.named).flatMap(([component, fields]) => {
    const isOne = (entry: Row) => componentOf(shape, entry) === component;
    const [items, rows] = [wanted.filter(isOne), present.filter(isOne)];
    const said = items.map((values) => comparable(fields, (name) => values[name]));
    const there = rows.map((row) => comparable(fields, (name, part) => valueOf(part, row[name])));
    return matchRows(said, there).flatMap((index, item): [Data, Row][] => {
      const [values, row] = [items[item], rows[index ?? -1]];
      return values && row ? [[values, row]] : [];
    });
  });
  return new Map(pairs);
}

/** The mapped fields of a list item, by which items are compared. */
function comparable(fields: Shapes, valueOf: (name: string, shape: Shape) => unknown): Comparable {
  const parts = Object.entries(fields).map(
    ([name, shape]) => [shape, valueOf(name, shape)] as const,
  );
  return {
    whole: fingerprint(parts.map(([, value]) => value ?? null)),
    marks: parts.flatMap(([shape, value]) =>
      tells(shape) ? [isEmptyValue(value) ? null : fingerprint(value)] : [],
    ),
  };
}

/** Kinds of text that may be one item's alone; another item soon has the same number, word or day. */
const TELLING = new Set(['string', 'text', 'richtext', 'uid', 'email']);

const tells = (shape: Shape): boolean =>
  shape.kind === 'media' ||
  shape.kind === 'relation' ||
  (shape.kind === 'scalar' && TELLING.has(shape.type));
