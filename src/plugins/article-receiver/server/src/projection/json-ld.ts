/** Deeper documents are refused: MariaDB takes JSON of 31 levels, an object's last one not counted. */
const MAX_DEPTH = 30;

export type ParsedJsonLd = { ok: true; value: object } | { ok: false; message: string };

/**
 * Reads a JSON-LD document delivered as a string.
 *
 * Accepted is an object or an array of objects, at most 30 levels deep. `__proto__` keys are
 * dropped at every level: they mean nothing in JSON-LD and switch prototypes when copied.
 * Never throws; the message says what is wrong, without quoting the content.
 */
export function parseJsonLd(content: string): ParsedJsonLd {
  let value: unknown;
  try {
    value = JSON.parse(content.replace(/^\uFEFF/, ''));
  } catch {
    return { ok: false, message: 'is not valid JSON' };
  }
  if (!isContainer(value)) return { ok: false, message: 'is not a JSON object or array' };
  if (Array.isArray(value) && !value.every((item) => isContainer(item) && !Array.isArray(item))) {
    return { ok: false, message: 'is an array with something else than objects in it' };
  }
  if (!dropProtoKeys(value)) {
    return { ok: false, message: `nests deeper than ${MAX_DEPTH} levels` };
  }
  return { ok: true, value };
}

/**
 * A JSON value as text that stays data inside a `<script>` element: no `<`, `>` or `&` (so no
 * `</script>` and no `<!--`), and no line separators that older JavaScript takes for line ends.
 * `JSON.parse` of the result gives the same value.
 *
 * @throws TypeError for what JSON cannot hold (cycles, BigInt)
 */
export function serializeJsonLd(value: unknown): string {
  const text = JSON.stringify(value) ?? 'null';
  return text.replace(
    /[<>&\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Removes own `__proto__` keys everywhere, level by level; false when there are too many levels. */
function dropProtoKeys(root: object): boolean {
  let level: object[] = [root];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return false;
    const next: object[] = [];
    for (const container of level) {
      if (Object.hasOwn(container, '__proto__')) Reflect.deleteProperty(container, '__proto__');
      for (const child of Object.values(container)) {
        if (isContainer(child)) next.push(child);
      }
    }
    level = next;
  }
  return true;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
