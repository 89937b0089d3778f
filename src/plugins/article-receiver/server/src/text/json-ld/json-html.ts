/** A `<` that could open a tag or a comment, or close the `<script>` that the JSON is put into. */
const RISKY_ANGLE = /<(?=[a-z/!?])/gi;

/**
 * Escapes raw HTML in the strings and keys of a JSON value. JSON-LD ends up inside a `<script>`
 * element, and `JSON.stringify` alone lets a `</script>` through.
 *
 * @param value a JSON value of bounded depth
 * @returns a copy, and how many pieces were escaped
 */
export function escapeHtmlInJson(value: unknown): { value: unknown; count: number } {
  let count = 0;
  const escape = (text: string): string =>
    text.replace(RISKY_ANGLE, () => {
      count += 1;
      return '&lt;';
    });
  const copy = (part: unknown): unknown => {
    if (typeof part === 'string') return escape(part);
    if (typeof part !== 'object' || part === null) return part;
    if (Array.isArray(part)) return part.map(copy);
    return Object.fromEntries(
      Object.entries(part).map(([key, entry]) => [escape(key), copy(entry)]),
    );
  };
  return { value: copy(value), count };
}
