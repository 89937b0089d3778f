/** Names that every object has, so that Strapi takes them for attributes. */
export const isInherited = (name: string): boolean => name in Object.prototype;

/** What is wrong with the first entry of which something is; null where nothing is. */
export function firstFault<Entry>(
  entries: readonly Entry[],
  faultOf: (entry: Entry, index: number) => string | null,
): string | null {
  for (const [index, entry] of entries.entries()) {
    const fault = faultOf(entry, index);
    if (fault) return fault;
  }
  return null;
}
