/** A value of the form, as deep as a path of attributes leads. */
export function valueAt(values: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), values);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Whether two values of a form are the same: empty is empty, whichever way it is said. */
const isSameValue = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** Relations are in a form as what is to change about them. */
export const isRelation = (value: unknown): boolean =>
  isObject(value) && Array.isArray(value.connect) && Array.isArray(value.disconnect);

/** A form that is open, and the entry as it is now in the same form. */
export interface FormState {
  values: unknown;
  initial: unknown;
  now: unknown;
  /** What was taken into the form since it was opened, by path. */
  taken: ReadonlyMap<string, unknown>;
}

/** What the service changed in an open form. */
export interface News {
  /** Fields that nobody touched in the form. */
  untouched: string[];
  /** Fields that were changed in the form as well. */
  both: string[];
}

/** Sorts what the service changed by whether it was changed in the form, too. */
export function newsOf(
  changed: readonly string[],
  { values, initial, now, taken }: FormState,
): News {
  const news: News = { untouched: [], both: [] };
  for (const path of changed) {
    const mine = valueAt(values, path);
    const theirs = valueAt(now, path);
    const base = taken.has(path) ? taken.get(path) : valueAt(initial, path);
    const isTouched = !isSameValue(mine, base);
    // A form has no values of relations, so only the server's word counts for them.
    if (!isRelation(theirs) && isSameValue(mine, theirs)) continue;
    news[isTouched ? 'both' : 'untouched'].push(path);
  }
  return news;
}

/**
 * Where in the form a field is taken in, and what: a component that one side does not have is taken
 * whole.
 */
export function taking(path: string, { values, now }: FormState): { path: string; value: unknown } {
  const names = path.split('.');
  for (let depth = 1; depth < names.length; depth += 1) {
    const part = names.slice(0, depth).join('.');
    if (!isObject(valueAt(values, part)) || !isObject(valueAt(now, part))) {
      return { path: part, value: valueAt(now, part) };
    }
  }
  return { path, value: valueAt(now, path) };
}
