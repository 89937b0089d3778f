import type { Fields as Values } from '../../projection/merge/merge';
import type { Fields, Scope, Shape, Shapes, Target } from '../target/target';

/**
 * The values that a target's fields are to have, by path: those of a component that is there once
 * each on their own (`seo.metaTitle`), lists of components as a whole. So an editor's change of one
 * part leaves the others to the feed.
 * @param except paths that are left out.
 */
export function computeValues(
  { fields, slug, previousSlugs }: Target,
  scope: Scope,
  except: ReadonlySet<string> = new Set(),
): Values {
  const values: Values = {};
  collect(fields ?? {}, '');
  return values;

  function collect(level: Fields, prefix: string): void {
    for (const [name, field] of Object.entries(level)) {
      const path = prefix + name;
      // Both depend on other entries, too.
      if (path === slug || path === previousSlugs) continue;
      if (field.fields) collect(field.fields, `${path}.`);
      else if (!except.has(path)) values[path] = field.compute(scope);
    }
  }
}

/** The shapes of a target's fields by path, as `computeValues` names them. */
export function leavesOf(
  shapes: Shapes,
  prefix = '',
): Map<string, Exclude<Shape, { kind: 'component' }>> {
  return new Map(
    Object.entries(shapes).flatMap(([name, shape]) =>
      shape.kind === 'component'
        ? [...leavesOf(shape.fields, `${prefix}${name}.`)]
        : [[`${prefix}${name}`, shape] as const],
    ),
  );
}
