import { isRecord, recordOf } from '../../../../shared/records';
import type { Fields } from '../../projection/merge/merge';
import { componentOf, readEntryValue, rowsOf, unlessEmpty, type Row } from './read-entry';
import type { Shape, Shapes } from '../model/mapping';

type Data = Record<string, unknown>;
type List = Extract<Shape, { kind: 'list' }>;
type Relation = Extract<Shape, { kind: 'relation' }>;

/** The documentId behind the numeric id of an entry; undefined when it is not known. */
export type DocumentOf = (target: string, id: number) => string | undefined;

/** What is needed to read a save: it names parts and relations by ids alone. */
export interface SaveContext {
  /** The entry as it is, populated with `populateOf`. */
  row: Row | null;
  documentOf: DocumentOf;
}

const NOT_SAID = Symbol('not said');

/**
 * What a save says about the fields of a mapping, by path, in the form in which the mapping
 * computes them. Left out is what it says nothing about: fields that are missing, and relations
 * that are given as changes (`connect`, `disconnect`), which leave the rest as it is.
 */
export function savedValues(
  shapes: Shapes,
  data: Data,
  { row, documentOf }: SaveContext,
  prefix = '',
): Fields {
  const values: Fields = {};
  for (const [name, shape] of Object.entries(shapes)) {
    if (!Object.hasOwn(data, name) || data[name] === undefined) continue;
    const path = prefix + name;
    if (shape.kind === 'component') {
      const [present] = rowsOf(row?.[name]);
      const part = data[name] === null ? emptyOf(shape.fields) : recordOf(data[name]);
      const context = { row: present ?? null, documentOf };
      Object.assign(values, savedValues(shape.fields, part, context, `${path}.`));
    } else {
      const value = savedValue(shape, data[name], row?.[name], documentOf);
      if (value !== NOT_SAID) values[path] = value;
    }
  }
  return values;
}

/** A component that is not there: none of its fields has a value. */
const emptyOf = (shapes: Shapes): Data =>
  Object.fromEntries(Object.keys(shapes).map((name) => [name, null]));

function savedValue(
  shape: Shape,
  value: unknown,
  present: unknown,
  documentOf: DocumentOf,
): unknown {
  switch (shape.kind) {
    case 'scalar':
      return readEntryValue(shape, shape.type === 'json' ? parsed(value) : value);
    case 'media': {
      const files = listed(value);
      return files ? readEntryValue(shape, files.map(asRow('id'))) : NOT_SAID;
    }
    case 'relation':
      return savedRelation(shape, value, documentOf);
    case 'component': {
      if (value === null) return null;
      const whole = savedWhole(shape.fields, recordOf(value), present, documentOf);
      return whole === NOT_SAID ? NOT_SAID : unlessEmpty(whole);
    }
    case 'list':
      return savedList(shape, value, rowsOf(present), documentOf);
  }
}

/** Forms give JSON that somebody typed as text. */
function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** The entries that a media field or relation is set to; null when it is given as changes. */
function listed(value: unknown): unknown[] | null {
  if (value === null) return [];
  if (typeof value !== 'object' || Array.isArray(value)) return [value].flat();
  if ('set' in value) return listed(value.set ?? null);
  return 'connect' in value || 'disconnect' in value ? null : [value];
}

const asRow =
  (key: string) =>
  (value: unknown): Row =>
    isRecord(value) ? value : { [key]: value };

function savedRelation(shape: Relation, value: unknown, documentOf: DocumentOf): unknown {
  const entries = listed(value);
  if (!entries) return NOT_SAID;
  const rows: Row[] = [];
  for (const entry of entries) {
    const row = typeof entry === 'string' ? { documentId: entry } : asRow('id')(entry);
    const documentId = row.documentId ?? documentOf(shape.target, Number(row.id));
    if (documentId === undefined) return NOT_SAID;
    rows.push({ documentId });
  }
  return readEntryValue(shape, rows);
}

function savedList(
  shape: List,
  value: unknown,
  present: readonly Row[],
  documentOf: DocumentOf,
): unknown {
  const values: Data[] = [];
  for (const row of rowsOf(value)) {
    const component = componentOf(shape, row);
    const fields = shape.named[component];
    if (!fields) continue;
    const before = present.find((other) => isSame(shape, other, row));
    const whole = savedWhole(fields, row, before, documentOf);
    if (whole === NOT_SAID) return NOT_SAID;
    values.push({ ...(shape.isZone ? { __component: component } : {}), ...whole });
  }
  return values;
}

/** A component within a list as one object; what it does not say about itself is as it was. */
function savedWhole(
  fields: Shapes,
  row: Data,
  present: unknown,
  documentOf: DocumentOf,
): Data | typeof NOT_SAID {
  const [before] = rowsOf(present);
  const whole: Data = {};
  for (const [name, shape] of Object.entries(fields)) {
    const isSaid = row[name] !== undefined && !isUntouched(row[name]);
    const value = isSaid
      ? savedValue(shape, row[name], before?.[name], documentOf)
      : readEntryValue(shape, before?.[name]);
    if (value === NOT_SAID) return NOT_SAID;
    whole[name] = value;
  }
  return whole;
}

/** Whether a relation comes as the Content Manager sends one that nobody changed. */
export function isUntouched(value: unknown): boolean {
  const { connect, disconnect } = recordOf(value);
  return [connect, disconnect].every((change) => Array.isArray(change) && change.length === 0);
}

/** Whether two rows of a list are the same component: ids are unique among those of one kind. */
export const isSame = (shape: List, a: Row, b: Row): boolean =>
  b.id !== undefined &&
  String(a.id) === String(b.id) &&
  componentOf(shape, a) === componentOf(shape, b);

/** The relations and types of which a save names entries by their numeric ids alone. */
export function numericIds(shapes: Shapes, data: Data): { target: string; id: number }[] {
  return Object.entries(shapes).flatMap(([name, shape]) => {
    const value = data[name];
    if (value === null || value === undefined) return [];
    if (shape.kind === 'component')
      return rowsOf(value).flatMap((row) => numericIds(shape.fields, row));
    if (shape.kind === 'list') {
      return rowsOf(value).flatMap((row) =>
        numericIds(shape.named[componentOf(shape, row)] ?? {}, row),
      );
    }
    if (shape.kind !== 'relation') return [];
    return (listed(value) ?? []).flatMap((entry) => {
      if (typeof entry === 'string') return [];
      const { id, documentId } = asRow('id')(entry);
      return documentId === undefined ? [{ target: shape.target, id: Number(id) }] : [];
    });
  });
}
