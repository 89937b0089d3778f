import type { Fields } from '../../projection/merge/merge';
import type { Shape, Shapes } from '../model/mapping';
import { leavesOf } from './compute';
import { componentOf, readEntryValue, rowsOf, type Row } from './read-entry';
import { savedValues, type DocumentOf } from './saved-values';

/**
 * The lists of an entry whose items have relations, as the Content Manager's form sends them: of relations that
 * nobody changes it says nothing, and once an item's text is another one, nobody can tell to what it led. No value
 * of a field is the same as any of these.
 */
export function asSent(shapes: Shapes, values: Fields): Fields {
  const lists = leadingLists(shapes).filter(([path]) => path in values);
  return Object.fromEntries(
    lists.map(([path, shape]) => [path, { sent: unled(shape, values[path]) }]),
  );
}

/** The same of what is saved: what it says of relations counts, what it does not say is none. */
export function sentIn(shapes: Shapes, data: Row, documentOf: DocumentOf): Fields {
  const lists = leadingLists(shapes);
  if (lists.length === 0) return {};
  const values = savedValues(shapes, data, { row: null, documentOf });
  return Object.fromEntries(
    lists.flatMap(([path]) => (path in values ? [[path, { sent: values[path] }]] : [])),
  );
}

type List = Extract<Shape, { kind: 'list' }>;

const leadingLists = (shapes: Shapes): [path: string, list: List][] =>
  [...leavesOf(shapes)].flatMap(([path, shape]): [string, List][] =>
    shape.kind === 'list' && leads(shape) ? [[path, shape]] : [],
  );

/** Whether there are relations in a field. */
const leads = (shape: Shape): boolean => {
  if (shape.kind === 'component') return Object.values(shape.fields).some(leads);
  if (shape.kind === 'list')
    return Object.values(shape.named)
      .flatMap(Object.values<Shape>)
      .some(leads);
  return shape.kind === 'relation';
};

/** A field's value with no entry in its relations. */
function unled(shape: Shape, value: unknown): unknown {
  if (shape.kind === 'relation') return readEntryValue(shape, null);
  if (shape.kind === 'component') return value && withoutLeads(shape.fields, value as Row);
  if (shape.kind !== 'list') return value;
  return rowsOf(value).map((row) => withoutLeads(shape.named[componentOf(shape, row)] ?? {}, row));
}

const withoutLeads = (shapes: Shapes, row: Row): Row => ({
  ...row,
  ...Object.fromEntries(
    Object.entries(shapes).map(([name, shape]) => [name, unled(shape, row[name])]),
  ),
});
