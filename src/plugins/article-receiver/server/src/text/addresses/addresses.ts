import { endsAddress, startsAddress } from './address-edges';
import { addressesAt, inOrder } from './sorted-addresses';

/** Longer addresses are not looked for. */
const MAX_ADDRESS_LENGTH = 4_096;

/** How an ampersand may stand in an address inside HTML or Markdown. */
const AMPERSANDS = ['&', '&amp;', '&#38;', '&#x26;'];

/**
 * Characters of all addresses that are looked for together, in all their writings; a thousand long ones
 * have a tenth of that. What goes beyond is not looked for.
 */
const MAX_INDEXED = 2_000_000;

/**
 * Steps that comparing one text with addresses may take, some 10 ns each. What people write stays far
 * below; a text made to be slow to search keeps its last addresses as they are.
 */
const MAX_STEPS = 20_000_000;

/** What it takes to see whether an address begins or ends where one was found, in such steps. */
const EDGE_STEPS = 20;

/**
 * Characters by which addresses make one text longer. Of one that has the same short address
 * hundreds of thousands of times they would make hundreds of megabytes; its last ones stay as they are.
 */
const MAX_GROWTH = 2_000_000;

/** What replacing has come to, in one text or in all of a document. */
interface Spent {
  steps: number;
  grown: number;
}

interface AddressIndex {
  replacements: Map<string, string>;
  /** The addresses to look for, in order of their characters. */
  sorted: string[];
  /** How they begin: their first two characters, as one number. */
  heads: Set<number>;
  /** 1 for each ASCII character with which one of them begins. */
  firsts: Uint8Array;
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
 *   are not looked for, nor those beyond two million characters together
 */
export function replaceAddresses(text: string, map: ReadonlyMap<string, string>): string {
  return replaceIndexed(text, indexOf(map), { steps: 0, grown: 0 });
}

/**
 * The same in every string value of a JSON document, at any depth. A string that is an address, or
 * holds one, is replaced; keys and everything else stay. Returns a copy; the value is not changed.
 * Own `__proto__` keys stay ordinary keys.
 */
export function replaceInJson(value: unknown, map: ReadonlyMap<string, string>): unknown {
  const index = indexOf(map);
  const spent: Spent = { steps: 0, grown: 0 };
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
      copied = replaceIndexed(child, index, spent);
    } else if (typeof child === 'object' && child !== null) {
      const inner: object = Array.isArray(child) ? [] : {};
      copied = inner;
      open.push({ from: child, to: inner });
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
  let indexed = 0;
  for (const ampersand of AMPERSANDS) {
    for (const [from, to] of map) {
      if (from.length < HEAD_LENGTH || from.length > MAX_ADDRESS_LENGTH) continue;
      const written = from.replaceAll('&', ampersand);
      if (replacements.has(written) || indexed + written.length > MAX_INDEXED) continue;
      replacements.set(written, writtenLike(to, from, ampersand));
      indexed += written.length;
    }
  }
  const sorted = inOrder(replacements.keys());
  const firsts = new Uint8Array(ASCII);
  // Whatever is no ASCII has no place in it, and is not told from another by it.
  for (const from of sorted) firsts[from.charCodeAt(0)] = 1;
  return { replacements, sorted, heads: new Set(sorted.map((from) => headAt(from, 0))), firsts };
}

const ASCII = 128;

/** Asked at many places of a text, where cutting two characters out would cost more. */
const headAt = (text: string, at: number): number =>
  text.charCodeAt(at) * 0x10000 + text.charCodeAt(at + 1);

/** The new address with its ampersands as the old one had them; as it is where it had none. */
function writtenLike(to: string, from: string, ampersand: string): string {
  return from.includes('&') ? to.replaceAll('&', ampersand) : to;
}

function replaceIndexed(text: string, index: AddressIndex, spent: Spent): string {
  const { replacements, sorted, heads, firsts } = index;
  if (sorted.length === 0) return text;
  const parts: string[] = [];
  let done = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (spent.steps >= MAX_STEPS || spent.grown >= MAX_GROWTH) break;
    // Most places are passed by here.
    if (firsts[text.charCodeAt(at)] === 0 || !heads.has(headAt(text, at))) continue;
    const { lengths, steps } = addressesAt(text, at, sorted);
    spent.steps += steps + EDGE_STEPS * lengths.length;
    if (lengths.length === 0 || !startsAddress(text, at)) continue;
    const length = lengths.reverse().find((candidate) => endsAddress(text, at + candidate));
    if (length === undefined) continue;
    const replacement = replacements.get(text.slice(at, at + length)) ?? '';
    parts.push(text.slice(done, at), replacement);
    spent.grown += Math.max(0, replacement.length - length);
    done = at + length;
    at = done - 1;
  }
  if (done === 0) return text;
  parts.push(text.slice(done));
  return parts.join('');
}

/** What a plain address goes on with, in a text. */
const GOES_ON = /[\w\-~%/]/;

/**
 * Those of some addresses that a text has, whole: not where one is only the beginning of another. One pass
 * over the text, however many are looked for. Of a text made to be slow to search only the beginning is.
 */
export function addressesIn(text: string, addresses: Iterable<string>): Set<string> {
  const sorted = inOrder(addresses).filter((one) => one !== '');
  const firsts = new Set(sorted.map((one) => one.charCodeAt(0)));
  const found = new Set<string>();
  let spent = 0;
  for (let at = 0; at < text.length && found.size < sorted.length; at += 1) {
    if (spent >= MAX_STEPS) break;
    if (!firsts.has(text.charCodeAt(at))) continue;
    const { lengths, steps } = addressesAt(text, at, sorted);
    spent += steps + EDGE_STEPS * lengths.length;
    for (const length of lengths) {
      if (!GOES_ON.test(text[at + length] ?? '')) found.add(text.slice(at, at + length));
    }
  }
  return found;
}
