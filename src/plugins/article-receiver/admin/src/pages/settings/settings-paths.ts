import type { Settings, SettingsPatch } from '../../../../shared/settings/settings';

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value at a dotted path; undefined where there is none. */
export function valueAt(settings: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, key) => (isFields(value) ? value[key] : undefined), settings);
}

/** The same settings with another value at a path of option names. */
export function withValueAt<T>(settings: T, path: string, value: unknown): T {
  const [key = '', ...rest] = path.split('.');
  const fields: Fields = isFields(settings) ? settings : {};
  const inner = rest.length > 0 ? withValueAt(fields[key], rest.join('.'), value) : value;
  return { ...fields, [key]: inner } as T;
}

/** What turns the settings before into those after, as a merge patch; lists without what was typed around their items. */
export function patchOf(before: Settings, after: Settings): SettingsPatch {
  return (difference(before, after) ?? {}) as SettingsPatch;
}

function difference(before: unknown, after: unknown): unknown {
  if (!isFields(before) || !isFields(after)) {
    const tidy = Array.isArray(after) ? itemsOf(after) : after;
    return JSON.stringify(before) === JSON.stringify(tidy) ? undefined : tidy;
  }
  const patch: Fields = {};
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const change = key in after ? difference(before[key], after[key]) : null;
    if (change !== undefined) patch[key] = change;
  }
  return Object.keys(patch).length > 0 ? patch : undefined;
}

/** The items of a list that is typed one a line: the last line may have its end, and a pasted one blanks. */
const itemsOf = (lines: readonly unknown[]): unknown[] =>
  lines
    .map((line) => (typeof line === 'string' ? line.trim() : line))
    .filter((line) => line !== '');

/** Whether the site's configuration sets the option, a part of it, or what it is part of. */
export function isFixed(fixed: readonly string[], path: string): boolean {
  return fixed.some(
    (one) => one === path || path.startsWith(`${one}.`) || one.startsWith(`${path}.`),
  );
}
