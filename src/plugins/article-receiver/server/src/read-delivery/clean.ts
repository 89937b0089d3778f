/**
 * Characters that some database refuses: PostgreSQL takes no NUL in text and no lone surrogate in
 * jsonb, MariaDB no lone surrogate in JSON. The log keeps them; content must not depend on them.
 */
export function cleanText(text: string): string {
  return text.toWellFormed().replaceAll('\u0000', '');
}

/** Keys that would reach into an object's prototype when somebody copies them carelessly. */
const PROTOTYPE_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

export const isPrototypeKey = (key: string): boolean => PROTOTYPE_KEYS.has(key);

/**
 * A copy of a parsed JSON value that every supported database can store and read back unchanged:
 * clean strings and keys, no prototype keys, no numbers beyond a double (JSON `1e400` is Infinity).
 * The depth is bounded by the reader (`cutBelow`).
 */
export function cleanJson(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  // Plus zero: JSON knows -0, but writes it as 0.
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : null;
  if (Array.isArray(value)) return value.map(cleanJson);
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([key, entry]) => [cleanText(key), entry] as const);
    const harmless = entries.filter(([key]) => !isPrototypeKey(key));
    return Object.fromEntries(harmless.map(([key, entry]) => [key, cleanJson(entry)]));
  }
  return value;
}

/**
 * A copy of a parsed JSON value without the objects and arrays that lie deeper than `levels`: they
 * become null. Whatever walks the copy needs no more stack than that.
 */
export function cutBelow(value: unknown, levels: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) return null;
  if (Array.isArray(value)) return value.map((entry) => cutBelow(entry, levels - 1));
  const entries = Object.entries(value).map(([key, entry]) => [key, cutBelow(entry, levels - 1)]);
  return Object.fromEntries(entries);
}
