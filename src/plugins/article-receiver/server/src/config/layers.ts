/** An object of options by name, groups within groups. */
export type Tree = Record<string, unknown>;

export const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** One tree over another, group by group. Lists are values like any other. */
export function laidOver(below: Tree, above: Tree): Tree {
  const names = [...new Set([...Object.keys(below), ...Object.keys(above)])];
  return Object.fromEntries(
    names.map((name) => {
      const [low, high] = [below[name], above[name]];
      if (isTree(low) && isTree(high)) return [name, laidOver(low, high)];
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
    else if (isTree(change)) {
      const before = entries.get(name);
      const inner = patched(isTree(before) ? before : {}, change);
      if (Object.keys(inner).length > 0) entries.set(name, inner);
      else entries.delete(name);
    } else entries.set(name, change);
  }
  return Object.fromEntries(entries);
}

/** The value at a dotted path; undefined where there is none. */
export function valueAt(tree: Tree, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, name) => (isTree(value) && Object.hasOwn(value, name) ? value[name] : undefined),
      tree,
    );
}

/** A tree without the value at a dotted path. */
export function without(tree: Tree, path: string): Tree {
  const [name = '', ...rest] = path.split('.');
  const value = tree[name];
  if (rest.length > 0 && isTree(value)) return { ...tree, [name]: without(value, rest.join('.')) };
  return Object.fromEntries(Object.entries(tree).filter(([own]) => own !== name));
}
