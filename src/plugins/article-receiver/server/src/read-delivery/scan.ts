import { stringEnd } from './string-end';

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** How many paths each list names at most; the caller only needs examples. */
const MAX_REPORTED = 20;
/** Duplicate keys are looked for among this many keys of a document, to bound memory. */
const MAX_TRACKED_KEYS = 100_000;
/** Longer keys (in bytes) are not compared; no known field comes near. */
const MAX_KEY_BYTES = 512;
/** A path with a long key in it is cut to this many characters a key. */
const MAX_KEY_SHOWN = 60;

export interface ScanOptions {
  /** Deepest nesting of objects and arrays that is looked into; what is deeper is only counted. */
  maxDepth: number;
  /** Shortest string value to report, in bytes of its JSON text between the quotes. */
  minLiftLength: number;
  /** Most values (of objects and arrays, nested ones too) that are still scanned; any by default. */
  maxValues?: number;
}

/** Where a string value stands in the bytes: between its quotes, escapes not resolved. */
export interface StringRange {
  start: number;
  end: number;
  /** Where it stands in the document: `article.images.0.base64`. */
  path: string;
}

export interface JsonScan {
  /** The document nests deeper than allowed. Strings and keys down there are not reported. */
  tooDeep: boolean;
  /** The document has more values than allowed. The scan stopped there. */
  tooMany: boolean;
  /** Dotted paths of keys that stand twice in one object, each once, at most 20. */
  duplicateKeys: string[];
  /** Dotted paths of keys named `__proto__`, at most 20. */
  protoKeys: string[];
  /** String values (never keys) of at least `minLiftLength` bytes, in order. */
  strings: StringRange[];
}

/** An object or array that is open at the current position. */
interface Container {
  isObject: boolean;
  /** In an object: the next string is a key. */
  expectsKey: boolean;
  /** The last key, or the position within an array. */
  key: string | number;
  /** The keys so far, and whether each was already reported as standing twice. */
  keys: Map<string, boolean> | null;
}

/**
 * Looks once over the raw bytes of a JSON document, before `JSON.parse` builds anything from it.
 *
 * It says what a parser hides (how deep the document nests, which keys stand twice, `__proto__`)
 * and where the long strings are that may be cut out. `JSON.parse` takes a depth of millions, but
 * `JSON.stringify` of the result overflows the stack from about 10 000 on, in whatever logs or
 * stores it later; hence the depth is judged here.
 *
 * It does not validate: on malformed input the answer is arbitrary, but it always ends, never
 * throws, and takes linear time. Strings are jumped over, not walked.
 */
export function scanJson(bytes: Buffer, options: ScanOptions): JsonScan {
  const scan: JsonScan = {
    tooDeep: false,
    tooMany: false,
    duplicateKeys: [],
    protoKeys: [],
    strings: [],
  };
  const open: Container[] = [];
  let current: Container | undefined;
  let trackedKeys = 0;
  let values = 0;
  /** Containers that are open below the deepest that is looked into. */
  let below = 0;
  const maxValues = options.maxValues ?? Infinity;

  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      const start = at + 1;
      const end = stringEnd(bytes, start);
      if (end === -1) break;
      if (below > 0) {
        // Neither a key to compare nor a string to cut out.
      } else if (current?.isObject && current.expectsKey) {
        noteKey(start, end);
        current.expectsKey = false;
      } else if (end - start >= options.minLiftLength) {
        scan.strings.push({ start, end, path: currentPath() });
      }
      at = end;
    } else if (byte === COMMA) {
      values += 1;
      if (below > 0) {
        // Counted, and nothing else.
      } else if (current?.isObject) current.expectsKey = true;
      else if (typeof current?.key === 'number') current.key += 1;
    } else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
      values += 1;
      if (open.length >= options.maxDepth) {
        below += 1;
        scan.tooDeep = true;
      } else {
        const isObject = byte === OPEN_OBJECT;
        current = { isObject, expectsKey: isObject, key: isObject ? '' : 0, keys: null };
        open.push(current);
      }
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
      if (below > 0) {
        below -= 1;
      } else {
        open.pop();
        current = open[open.length - 1];
      }
    }
    if (values > maxValues) {
      scan.tooMany = true;
      break;
    }
  }
  return scan;

  function currentPath(): string {
    return open.map(({ key }) => String(key).slice(0, MAX_KEY_SHOWN)).join('.');
  }

  function noteKey(start: number, end: number): void {
    const container = current;
    if (!container) return;
    const key = keyText(bytes, start, end);
    container.key = key;
    if (key === '__proto__') report(scan.protoKeys);
    if (end - start > MAX_KEY_BYTES || trackedKeys >= MAX_TRACKED_KEYS) return;
    container.keys ??= new Map();
    const isReported = container.keys.get(key);
    container.keys.set(key, isReported !== undefined);
    if (isReported === undefined) trackedKeys += 1;
    else if (!isReported) report(scan.duplicateKeys);
  }

  function report(paths: string[]): void {
    if (paths.length >= MAX_REPORTED) return;
    const path = currentPath();
    if (!paths.includes(path)) paths.push(path);
  }
}

/** A key as `JSON.parse` would read it; as written when it is no valid JSON string. */
function keyText(bytes: Buffer, start: number, end: number): string {
  const written = bytes.toString('utf8', start, Math.min(end, start + MAX_KEY_BYTES));
  if (end - start > MAX_KEY_BYTES || !written.includes('\\')) return written;
  try {
    return String(JSON.parse(`"${written}"`));
  } catch {
    return written;
  }
}
