import { isRecord, recordOf } from '../../../shared/records';

/** An object of options by name, groups within groups. */
export type Tree = Record<string, unknown>;

/** One tree over another, group by group. Lists are values like any other. */
export function laidOver(below: Tree, above: Tree): Tree {
  const names = [...new Set([...Object.keys(below), ...Object.keys(above)])];
  return Object.fromEntries(
    names.map((name) => {
      const [low, high] = [valueOf(below, name), valueOf(above, name)];
      if (isRecord(low) && isRecord(high)) return [name, laidOver(low, high)];
      return [name, high === undefined ? low : high];
    }),
  );
}

/** A tree after a JSON Merge Patch (RFC 7396): null takes a value away. */
export function patched(tree: Tree, patch: Tree): Tree {
  const entries = new Map(Object.entries(tree));
  for (const [name, change] of Object.entries(patch)) {
    if (change === undefined) continue;
    if (change === null) entries.delete(name);
    else if (isRecord(change)) {
      const inner = patched(recordOf(entries.get(name)), change);
      if (Object.keys(inner).length > 0) entries.set(name, inner);
      else entries.delete(name);
    } else entries.set(name, change);
  }
  return Object.fromEntries(entries);
}

/** The value at a dotted path; undefined where there is none, also of what is no tree. */
export const valueAt = (tree: unknown, path: string): unknown =>
  path.split('.').reduce(valueOf, tree);

const valueOf = (tree: unknown, name: string): unknown =>
  isRecord(tree) && Object.hasOwn(tree, name) ? tree[name] : undefined;

/** A tree without what has this name, which may have a dot in it. */
export const withoutName = (tree: Tree, name: string): Tree =>
  Object.fromEntries(Object.entries(tree).filter(([own]) => own !== name));

/** A tree without the value at a dotted path. */
export function without(tree: Tree, path: string): Tree {
  const [name = '', ...rest] = path.split('.');
  const value = tree[name];
  if (rest.length === 0 || !isRecord(value)) return withoutName(tree, name);
  return { ...tree, [name]: without(value, rest.join('.')) };
}
