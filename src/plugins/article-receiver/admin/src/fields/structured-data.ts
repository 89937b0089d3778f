/** Terms of JSON-LD that say nothing about the page. */
const GRAMMAR = new Set(['@context', '@id']);

/**
 * JSON-LD as names and values, in its own order; where it describes several things, each with its
 * type. A thing within another is shown by its name or address alone.
 */
export function describeStructuredData(value: unknown): [name: string, value: string][] {
  return thingsOf(read(value)).flatMap((thing) =>
    Object.entries(thing)
      .filter(([name]) => !GRAMMAR.has(name))
      .map(([name, inner]): [string, string] => [name.replace(/^@/, ''), inWords(inner)])
      .filter(([, words]) => words !== ''),
  );
}

function read(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return null;
  }
}

const isThing = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function thingsOf(value: unknown): Record<string, unknown>[] {
  if (Array.isArray(value)) return value.filter(isThing);
  if (!isThing(value)) return [];
  return Array.isArray(value['@graph']) ? value['@graph'].filter(isThing) : [value];
}

function inWords(value: unknown): string {
  if (Array.isArray(value)) return value.map(inWords).filter(Boolean).join(', ');
  if (!isThing(value)) return value === null || value === undefined ? '' : String(value);
  const named = value.name ?? value.headline ?? value.url ?? value['@id'] ?? value['@type'];
  return typeof named === 'string' ? named : JSON.stringify(value);
}
