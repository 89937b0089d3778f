import type { Core } from '@strapi/types';
import type { Shape, Shapes } from '../../mapping/model/mapping';
import { leavesOf } from '../../mapping/values/compute';
import { withReferences } from '../../mapping/values/list-references';
import { idsIn } from '../../projection/article/references';
import { isEmptyValue } from '../../projection/merge/is-nothing';
import type { Fields } from '../../projection/merge/merge';
import { stillThere } from '../still-there';

type Relation = Extract<Shape, { kind: 'relation' }>;

/**
 * The values that an entry has once it was moved to a locale (`move-links.ts`): of the entries of localized types to
 * which it leads, it keeps those that are in that one, too.
 */
export async function valuesThere(
  strapi: Core.Strapi,
  shapes: Shapes,
  values: Fields,
  locale: string | null,
): Promise<Fields> {
  const led = new Map<string, { relation: Relation; ids: Set<unknown> }>();
  withRelations(shapes, values, (relation, value) => {
    const { ids } = led.get(relation.target) ?? { ids: new Set() };
    led.set(relation.target, { relation, ids: new Set([...ids, ...idsIn(value)]) });
    return value;
  });
  const there = new Map<string, ReadonlySet<unknown>>();
  for (const [target, { relation, ids }] of led)
    there.set(target, await stillThere(strapi, relation, [...ids].map(String), locale));
  return withRelations(shapes, values, ({ target, many }, value) => {
    const left = idsIn(value).filter((id) => there.get(target)?.has(id));
    return many ? left : (left[0] ?? null);
  });
}

/** An entry's values with other entries of localized types in them. */
const withRelations = (
  shapes: Shapes,
  values: Fields,
  change: (relation: Relation, value: unknown) => unknown,
): Fields => ({
  ...values,
  ...Object.fromEntries(
    [...leavesOf(shapes)].map(([path, shape]) => [
      path,
      withReferences(shape, values[path], path, (_, part, value) =>
        part.kind === 'relation' && part.targetLocalized ? change(part, value) : value,
      ),
    ]),
  ),
});

/** The relations that lead nowhere in the locale to which an entry was moved. */
export const leftBehind = (shapes: Shapes, before: Fields, there: Fields): string[] =>
  [...leavesOf(shapes)]
    .filter(([path, { kind }]) => kind === 'relation' && !isEmptyValue(before[path]))
    .flatMap(([path]) => (isEmptyValue(there[path]) ? [path] : []));
