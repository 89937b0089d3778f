import type { IssueCode } from '../../../../shared/deliveries/issues';
import type { Placeholders } from '../../../../shared/wording';
import { scanJson } from '../../read-delivery/scan';

/** Deeper documents are refused: MariaDB takes JSON of 31 levels, an object's last one not counted. */
const MAX_DEPTH = 30;

/** Longest document, in characters; one with all of a long article in it has a tenth of that. */
const MAX_LENGTH = 400_000;

/** Most values (of objects and arrays, nested ones too); a page has some dozens. */
const MAX_VALUES = 10_000;

export type ParsedJsonLd =
  { ok: true; value: object } | { ok: false; code: IssueCode; values: Placeholders };

const refused = (code: IssueCode, values: Placeholders = {}): ParsedJsonLd => ({
  ok: false,
  code,
  values,
});

/**
 * Reads a JSON-LD document delivered as a string.
 *
 * Accepted is an object or an array of objects, at most 30 levels deep. Since it is a string, what
 * bounds a body does not count what is in it: how long it is and how many values it has is looked at
 * here, before anything is made of it. `__proto__` keys are
 * dropped at every level: they mean nothing in JSON-LD and switch prototypes when copied.
 * Never throws; the code says what is wrong, without quoting the content.
 */
export function parseJsonLd(content: string): ParsedJsonLd {
  if (content.length > MAX_LENGTH) return refused('jsonLdTooLong', { max: MAX_LENGTH });
  if (hasTooManyValues(content)) return refused('jsonLdTooManyValues', { max: MAX_VALUES });
  let value: unknown;
  try {
    value = JSON.parse(content.replace(/^\uFEFF/, ''));
  } catch {
    return refused('jsonLdNoJson');
  }
  if (!isContainer(value)) return refused('jsonLdNoObject');
  if (Array.isArray(value) && !value.every((item) => isContainer(item) && !Array.isArray(item))) {
    return refused('jsonLdMixed');
  }
  if (!dropProtoKeys(value)) {
    return refused('jsonLdTooDeep', { max: MAX_DEPTH });
  }
  return { ok: true, value };
}

function hasTooManyValues(content: string): boolean {
  const { tooMany } = scanJson(Buffer.from(content), {
    maxDepth: 0,
    minLiftLength: Infinity,
    maxValues: MAX_VALUES,
  });
  return tooMany;
}

/**
 * A JSON value as text that stays data inside a `<script>` element: no `<`, `>` or `&` (so no
 * `</script>` and no `<!--`), and no line separators that older JavaScript takes for line ends.
 * `JSON.parse` of the result gives the same value.
 *
 * @throws TypeError for what JSON cannot hold (cycles, BigInt)
 */
export function serializeJsonLd(value: unknown): string {
  // One after the other: to call a function for each of many characters would take much longer.
  return (JSON.stringify(value) ?? 'null')
    .replace(/</g, '\\u003c')
    .replace(/>/g, '\\u003e')
    .replace(/&/g, '\\u0026')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029');
}

/** By what a document says where its article is. */
const PLACES = ['url', 'mainEntityOfPage', '@id'] as const;
const ARTICLE_TYPE = /(Article|BlogPosting|Report|HowTo|Recipe)$/;

type Node = Record<string, unknown>;

const isNode = (value: unknown): value is Node => isContainer(value) && !Array.isArray(value);

const isArticle = (node: Node): boolean =>
  [node['@type']].flat().some((type) => typeof type === 'string' && ARTICLE_TYPE.test(type));

/**
 * A JSON-LD document whose article names its address, where the delivered one names none. Of several
 * things in it that is the first that is an article; a document of one thing is about the article.
 */
export function withAddress(document: unknown, address: string): unknown {
  if (Array.isArray(document)) return inList(document, address);
  if (!isNode(document)) return document;
  const graph = document['@graph'];
  if (Array.isArray(graph)) return { ...document, '@graph': inList(graph, address) };
  if (isNode(graph)) return { ...document, '@graph': placed(graph, address) };
  return placed(document, address);
}

function inList(nodes: readonly unknown[], address: string): unknown[] {
  const only = nodes.length === 1 ? 0 : -1;
  const found = nodes.findIndex((node) => isNode(node) && isArticle(node));
  const place = found === -1 ? only : found;
  return nodes.map((node, index) =>
    index === place && isNode(node) ? placed(node, address) : node,
  );
}

function placed(node: Node, address: string): Node {
  if (PLACES.some((place) => Object.hasOwn(node, place) && saysWhere(node[place]))) return node;
  return { ...node, url: address, mainEntityOfPage: pageAt(address, node.mainEntityOfPage) };
}

/** What else is said of the page stays, and so does what refers to another part of the document. */
function pageAt(address: string, page: unknown): unknown {
  if (!isNode(page)) return address;
  const name = page['@id'];
  return typeof name === 'string' && name.trim() !== '' ? page : { ...page, '@id': address };
}

/** What says of itself that it is nowhere: a part of the same document, a node without a name, nothing. */
const NOWHERE = /^\s*(?:#|_:|$)/;

/** An empty address is what whoever does not know it writes. */
function saysWhere(value: unknown): boolean {
  if (typeof value === 'string') return !NOWHERE.test(value);
  if (Array.isArray(value)) return value.some(saysWhere);
  return isNode(value) && (saysWhere(value['@id']) || saysWhere(value.url));
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
