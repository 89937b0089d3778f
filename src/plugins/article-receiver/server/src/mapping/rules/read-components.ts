import { issueOf } from '../../../../shared/deliveries/issues';
import type { EntryRule } from '../../../../shared/articles/mapping';
import { isFilled, leastOf, mostOf } from '../model/limits';
import { didYouMean } from '../../../../shared/nearest';
import { isRecord } from '../../../../shared/records';
import {
  fault,
  hasOnly,
  readSources,
  reportUnfilled,
  type FieldPlace,
  type OptionReading,
  type ReadRule,
} from './reading';
import { firstValue } from './read-value';
import { itemKind, pathOf, type Source } from '../model/sources';
import type { Field, MappedFields, Scope, Shapes } from '../model/mapping';
import { isBlank } from '../model/texts';

/** An entry of a list, ready to be computed. */
interface Entry {
  component: string;
  each: Source | null;
  fields: MappedFields;
  /** Whether Strapi takes an entry with these values. */
  isWhole(values: Record<string, unknown>): boolean;
}

/** The field that the entries are in. */
interface ListOf {
  field: string;
  named: Readonly<Record<string, Shapes>>;
  isZone: boolean;
}

/** Reads `{ fields }` for a component that is there once. */
export const readComponent: ReadRule = (reading, written, place) => {
  const { option, attribute } = place;
  const owner = reading.schemas.components[attribute.component ?? ''];
  if (!owner) return fault(reading, option, `there is no component ${attribute.component}`);
  if (!isRecord(written) || !isRecord(written.fields)) {
    return fault(reading, option, 'a component takes { fields: { … } }');
  }
  if (!hasOnly(reading, written, ['fields'], option)) return null;
  const at = { option: `${option}.fields`, owner, item: place.item };
  const fields = reading.fields(reading, written.fields, at);
  reportUnfilled(reading, at, Object.keys(written.fields));
  return {
    shape: { kind: 'component', fields: shapesOf(fields) },
    fields,
    compute: (scope) => computedEntry(fields, scope),
    isConstant: Object.values(fields).every(({ isConstant }) => isConstant),
  };
};

/** Reads the entries of a repeatable component or a dynamic zone. */
export const readList: ReadRule = (reading, written, place) => {
  const { attribute } = place;
  const isZone = attribute.type === 'dynamiczone';
  const allowed = isZone ? (attribute.components ?? []) : [attribute.component ?? ''];
  const rules = [written].flat();
  if (rules.length === 0) return fault(reading, place.option, `expected ${listForm(isZone)}`);
  const entries = rules.flatMap((rule, index) => {
    const option = Array.isArray(written) ? `${place.option}.${index}` : place.option;
    return readEntry(reading, rule, { ...place, option }, allowed, isZone) ?? [];
  });
  if (entries.length === 0) return null;
  const most = mostOf(attribute);
  const named: Record<string, Shapes> = {};
  for (const { component, fields } of entries) {
    named[component] = { ...named[component], ...shapesOf(fields) };
  }
  // Where editors can add sections of their own, only Strapi can count.
  const isWhole = allowed.every((component) => named[component] !== undefined);
  const least = isWhole && !reading.draftAndPublish ? leastOf(attribute) : 0;
  const list = { field: place.name, named, isZone };
  return {
    shape: { kind: 'list', isZone, named, allowed },
    compute: (scope) => {
      const all = entries.flatMap((entry) => computedEntries(entry, list, scope));
      const path = pathOf(entries.at(-1)?.each ?? undefined, place.name);
      if (all.length > most)
        scope.issues.push(issueOf(path, 'entriesCut', { field: place.name, max: most }));
      if (all.length === 0 || all.length >= least) return all.slice(0, most);
      scope.issues.push(issueOf(path, 'belowLeast', { field: place.name, min: least }));
      return [];
    },
    isConstant: false,
  };
};

/** How the rule for a list is written. */
const listForm = (isZone: boolean): string =>
  isZone
    ? '{ component: "…", fields: { … } }, or a list of these'
    : '{ each: "…", fields: { … } }, or a list of { fields }';

function readEntry(
  reading: OptionReading,
  rule: unknown,
  place: FieldPlace,
  allowed: readonly string[],
  isZone: boolean,
): Entry | null {
  const { option, item } = place;
  if (!isRecord(rule) || !isRecord(rule.fields))
    return fault(reading, option, `expected ${listForm(isZone)}`);
  const { component = isZone ? '' : allowed[0], each } = rule as unknown as EntryRule;
  if (!hasOnly(reading, rule, ['component', 'each', 'fields'], option)) return null;
  const owner = reading.schemas.components[component ?? ''];
  if (!owner || !component || !allowed.includes(component)) {
    const hint = didYouMean(component ?? '', allowed);
    return fault(reading, `${option}.component`, `"${component}" is not allowed here${hint}`);
  }
  const [list] = each === undefined ? [] : (readSources(reading, each, place) ?? []);
  const of = list ? itemKind(list.kind) : item;
  if (each !== undefined && !list) return null;
  if (list && of === null) return fault(reading, `${option}.each`, `"${list.name}" is no list`);
  const at = { option: `${option}.fields`, owner, item: of };
  const fields = reading.fields(reading, rule.fields, at);
  reportUnfilled(reading, at, Object.keys(rule.fields));
  const isWhole = (values: Record<string, unknown>) =>
    reading.draftAndPublish ||
    Object.keys(values).every((name) => {
      const attribute = owner.attributes[name];
      return !attribute || isFilled(attribute, values, name);
    });
  return { component, each: list ?? null, fields, isWhole };
}

const shapesOf = (fields: MappedFields): Shapes =>
  Object.fromEntries(Object.entries(fields).map(([name, { shape }]) => [name, shape]));

/** A component's values; null when the delivery has nothing for it. */
function computedEntry(fields: MappedFields, scope: Scope): Record<string, unknown> | null {
  const computed = Object.entries(fields).map(([name, field]): [string, unknown, Field] => [
    name,
    field.compute(scope),
    field,
  ]);
  const delivered = computed.filter(([, , { isConstant }]) => !isConstant);
  if (delivered.length > 0 && delivered.every(([, value]) => isBlank(value))) return null;
  return Object.fromEntries(
    computed.map(([name, value, { usual }]) => [name, isBlank(value) ? (usual ?? value) : value]),
  );
}

function computedEntries(
  { component, each, fields, isWhole }: Entry,
  { field, named, isZone }: ListOf,
  scope: Scope,
): Record<string, unknown>[] {
  const found = each && firstValue([each], null, scope)?.value;
  const items: unknown[] = each ? (Array.isArray(found) ? found : []) : [scope.item];
  return items.flatMap((item) => {
    const values = computedEntry(fields, { ...scope, item });
    if (!values) return [];
    if (!isWhole(values)) {
      scope.issues.push(issueOf(pathOf(each ?? undefined, field), 'entryIncomplete', { field }));
      return [];
    }
    // Several entries may name different fields of one component: all of them are compared.
    const empty = Object.fromEntries(
      Object.entries(named[component] ?? {}).map(([name, shape]) => [
        name,
        shape.kind === 'list' ||
        (shape.kind === 'relation' && shape.many) ||
        (shape.kind === 'media' && shape.multiple)
          ? []
          : null,
      ]),
    );
    return [{ ...(isZone ? { __component: component } : {}), ...empty, ...values }];
  });
}
