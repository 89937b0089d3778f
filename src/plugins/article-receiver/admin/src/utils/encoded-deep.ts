/**
 * A query whose texts are encoded for an address, however deep they lie: Strapi's own query
 * strings are put together without encoding. Strapi's admin has this too, but only since 5.29.
 */
export function encodedDeep<Value>(value: Value): Value {
  return encoded(value) as Value;
}

function encoded(value: unknown): unknown {
  if (typeof value === 'string') return encodeURIComponent(value);
  if (Array.isArray(value)) return value.map(encoded);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, encoded(entry)]));
}
