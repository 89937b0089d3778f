import type { Fields } from '../../projection/merge/merge';
import { isBlank } from '../model/texts';
import type { MappedFields, Match, Scope, Shape, Shapes, Mapping } from '../model/mapping';

/** What a mapping's fields are to have on behalf of a delivery. */
export interface Computed {
  /** By path. */
  values: Fields;
  /**
   * Paths of fields that have no value of the delivery's: required ones with the schema's default, and relations to
   * entries that it names and that are not there.
   */
  unsaid: ReadonlySet<string>;
}

/**
 * The values that a mapping's fields are to have, by path: those of a component that is there once
 * each on their own (`seo.metaTitle`), lists of components as a whole. So an editor's change of one
 * part leaves the others to the feed.
 * @param except paths that are left out.
 */
export function computeValues(
  { fields, slug, previousSlugs }: Mapping,
  scope: Scope,
  except: ReadonlySet<string> = new Set(),
): Computed {
  const values: Fields = {};
  const unsaid = new Set<string>();
  collect(fields ?? {}, '');
  return { values, unsaid };

  function collect(level: MappedFields, prefix: string): void {
    const silent: [path: string, usual: unknown][] = [];
    let isSaid = prefix === '';
    for (const [name, field] of Object.entries(level)) {
      const path = prefix + name;
      // Both depend on other entries, too.
      if (path === slug || path === previousSlugs) continue;
      if (field.fields) collect(field.fields, `${path}.`);
      else if (!except.has(path)) {
        let isNamed = false;
        const relation = (match: Match) => {
          isNamed = true;
          return scope.relation(match);
        };
        const value = field.compute({ ...scope, relation });
        values[path] = value;
        if (isNamed && isBlank(value)) unsaid.add(path);
        if (!isBlank(value)) isSaid ||= !field.isConstant;
        else if (field.usual !== undefined) silent.push([path, field.usual]);
      }
    }
    // A component of which the delivery says nothing is not made for what it has in any case.
    if (!isSaid) return;
    for (const [path, usual] of silent) {
      values[path] = usual;
      unsaid.add(path);
    }
  }
}

type Leaf = Exclude<Shape, { kind: 'component' }>;

/** By mapping, as they are needed several times for each article and never change. */
const known = new WeakMap<Shapes, ReadonlyMap<string, Leaf>>();

/** The shapes of a mapping's fields by path, as `computeValues` names them. */
export function leavesOf(shapes: Shapes): ReadonlyMap<string, Leaf> {
  const leaves = known.get(shapes) ?? new Map(leavesIn(shapes, ''));
  known.set(shapes, leaves);
  return leaves;
}

const leavesIn = (shapes: Shapes, prefix: string): [path: string, leaf: Leaf][] =>
  Object.entries(shapes).flatMap(([name, shape]) =>
    shape.kind === 'component'
      ? leavesIn(shape.fields, `${prefix}${name}.`)
      : [[`${prefix}${name}`, shape] as [string, Leaf]],
  );
