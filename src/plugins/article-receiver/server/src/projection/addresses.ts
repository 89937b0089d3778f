import { endsAddress, startsAddress } from './address-edges';

/** Longer addresses are not looked for. */
const MAX_ADDRESS_LENGTH = 4_096;

/** How an ampersand may stand in an address inside HTML or Markdown. */
const AMPERSANDS = ['&', '&amp;', '&#38;', '&#x26;'];

/** Addresses to look for, by their first characters; within a group the longest first. */
interface AddressIndex {
  replacements: Map<string, string>;
  lengthsByHead: Map<string, number[]>;
}

const HEAD_LENGTH = 2;

/**
 * Replaces every delivered image address in a text (Markdown, HTML, plain) by its new one.
 *
 * Only whole addresses are replaced: `hero.jpg` is left alone inside `hero.jpg?w=2`,
 * `hero.jpg.webp`, `hero.jpg/x` and inside another address (`https://proxy/?u=https://…/hero.jpg`).
 * Where one delivered address begins another, the longest wins. An address written with `&amp;`
 * is found too and replaced in the same writing.
 *
 * One pass over the text; a replaced address is never looked at again. Never throws.
 *
 * @param map - delivered address → new address; empty addresses and those over 4096 characters
 *   are not looked for
 */
export function replaceAddresses(text: string, map: ReadonlyMap<string, string>): string {
  return replaceIndexed(text, indexOf(map));
}

/**
 * The same in every string value of a JSON document, at any depth. A string that is an address, or
 * holds one, is replaced; keys and everything else stay. Returns a copy; the value is not changed.
 * Own `__proto__` keys stay ordinary keys.
 */
export function replaceInJson(value: unknown, map: ReadonlyMap<string, string>): unknown {
  const index = indexOf(map);
  const root: unknown[] = [];
  const open: { from: object; to: object }[] = [];
  copy(root, '0', value);
  // Not recursive: a document may nest deeper than the stack.
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const [key, child] of Object.entries(next.from)) copy(next.to, key, child);
  }
  return root[0];

  function copy(to: object, key: string, child: unknown): void {
    let copied: unknown = child;
    if (typeof child === 'string') {
      copied = replaceIndexed(child, index);
    } else if (typeof child === 'object' && child !== null) {
      copied = Array.isArray(child) ? [] : {};
      open.push({ from: child, to: copied as object });
    }
    // Not an assignment: `to['__proto__'] = …` would switch the prototype.
    Object.defineProperty(to, key, {
      value: copied,
      configurable: true,
      enumerable: true,
      writable: true,
    });
  }
}

function indexOf(map: ReadonlyMap<string, string>): AddressIndex {
  const replacements = new Map<string, string>();
  for (const ampersand of AMPERSANDS) {
    for (const [from, to] of map) {
      if (from.length < HEAD_LENGTH || from.length > MAX_ADDRESS_LENGTH) continue;
      const written = from.replaceAll('&', ampersand);
      if (!replacements.has(written)) replacements.set(written, writtenLike(to, from, ampersand));
    }
  }
  const lengths = new Map<string, Set<number>>();
  for (const address of replacements.keys()) {
    const head = address.slice(0, HEAD_LENGTH);
    lengths.set(head, (lengths.get(head) ?? new Set()).add(address.length));
  }
  const lengthsByHead = new Map(
    [...lengths].map(([head, set]) => [head, [...set].sort((a, b) => b - a)] as const),
  );
  return { replacements, lengthsByHead };
}

/** The new address with its ampersands as the old one had them; as it is where it had none. */
function writtenLike(to: string, from: string, ampersand: string): string {
  return from.includes('&') ? to.replaceAll('&', ampersand) : to;
}

function replaceIndexed(text: string, { replacements, lengthsByHead }: AddressIndex): string {
  if (replacements.size === 0) return text;
  const parts: string[] = [];
  let done = 0;
  for (let at = 0; at < text.length; at += 1) {
    const lengths = lengthsByHead.get(text.slice(at, at + HEAD_LENGTH));
    if (lengths === undefined || !startsAddress(text, at)) continue;
    for (const length of lengths) {
      if (at + length > text.length || !endsAddress(text, at + length)) continue;
      const replacement = replacements.get(text.slice(at, at + length));
      if (replacement === undefined) continue;
      parts.push(text.slice(done, at), replacement);
      done = at + length;
      at = done - 1;
      break;
    }
  }
  if (done === 0) return text;
  parts.push(text.slice(done));
  return parts.join('');
}
