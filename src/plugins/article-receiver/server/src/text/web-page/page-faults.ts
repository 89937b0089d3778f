import { recordOf } from '../../../../shared/records';
import { issueOf, type Issue, type IssueCode } from '../../../../shared/deliveries/issues';
import type { PagePart } from '../../../../shared/articles/pages';
import type { ReadPage } from './read-page';

/** What the page of an article is to show. */
export interface ExpectedPage {
  /** Its address. */
  url: string;
  title: string | null;
  /** Null where the article has no hero image. */
  hero: {
    /** What an address of one of its files has in it: front ends make other sizes and names of them. */
    names: readonly string[];
    alternative: string | null;
  } | null;
  /** What the article has delivered; null where it has none. */
  jsonLd: unknown;
}

/**
 * What is wrong with a page that answered.
 * @param url where it was, after all redirects.
 */
export function pageFaults(
  page: ReadPage,
  url: string,
  expected: ExpectedPage,
  parts: readonly PagePart[],
): Issue[] {
  const faults: Record<PagePart, Issue[]> = {
    title: titleFaults(page, expected),
    hero: heroFaults(page, expected),
    jsonLd: jsonLdFaults(page, expected),
    canonical: canonicalFaults(page, url, expected),
  };
  return parts.flatMap((part) => faults[part]);
}

/** The part of a page that each of its faults is in. */
const PART_OF: Partial<Record<IssueCode, PagePart>> = {
  pageNoTitle: 'title',
  pageNoHero: 'hero',
  pageNoJsonLd: 'jsonLd',
  pageBadJsonLd: 'jsonLd',
  pageNoCanonical: 'canonical',
  pageOtherCanonical: 'canonical',
};

/** Whether something is wrong with a part of a page that is not one of these. */
export function isInAnotherPart({ code }: Issue, parts: readonly PagePart[]): boolean {
  const part = code && PART_OF[code];
  return part !== undefined && !parts.includes(part);
}

/** Letters and digits alone: front ends make other quotes, dashes and spaces of those that there are. */
const bare = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '');

function titleFaults({ text }: ReadPage, { title }: ExpectedPage): Issue[] {
  const isShown = title === null || bare(text).includes(bare(title));
  return isShown ? [] : [issueOf('article.title', 'pageNoTitle')];
}

function heroFaults({ images, alternatives }: ReadPage, { hero }: ExpectedPage): Issue[] {
  if (hero === null) return [];
  const has = (address: string) =>
    [address, decoded(address)].some((text) => hero.names.some((name) => text.includes(name)));
  const named = bare(hero.alternative ?? '');
  const isShown =
    images.some(has) || (named !== '' && alternatives.some((text) => bare(text) === named));
  return isShown ? [] : [issueOf('article.heroImage', 'pageNoHero')];
}

/** As an address within another one is written. */
function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

function jsonLdFaults({ jsonLd }: ReadPage, expected: ExpectedPage): Issue[] {
  if (expected.jsonLd === null || expected.jsonLd === undefined) return [];
  const path = 'article.files.jsonLd';
  const wanted = typesIn(expected.jsonLd);
  const found = typesIn(jsonLd);
  const isThere =
    wanted.size > 0
      ? [...wanted].some((type) => found.has(type))
      : jsonLd.some((document) => document !== undefined);
  if (isThere) return [];
  const isBroken = jsonLd.includes(undefined);
  return [issueOf(path, isBroken ? 'pageBadJsonLd' : 'pageNoJsonLd')];
}

/** The types of things that JSON-LD is about, but not of what is within these. */
function typesIn(value: unknown): Set<string> {
  const types = new Set<string>();
  for (const thing of [value].flat(2)) {
    const { '@type': type, '@graph': graph } = recordOf(thing);
    for (const name of [type].flat()) if (typeof name === 'string') types.add(name);
    if (Array.isArray(graph)) for (const name of typesIn(graph)) types.add(name);
  }
  return types;
}

function canonicalFaults({ canonicals }: ReadPage, url: string, expected: ExpectedPage): Issue[] {
  if (canonicals.length === 0) return [issueOf('', 'pageNoCanonical')];
  const own = new Set([plain(expected.url), plain(url)]);
  const other = canonicals
    .map((href) => (URL.canParse(href, url) ? new URL(href, url).href : href))
    .find((href) => !own.has(plain(href)));
  return other === undefined
    ? []
    : [issueOf('', 'pageOtherCanonical', { url: other.slice(0, MAX_SHOWN) })];
}

const MAX_SHOWN = 500;

/** The same for a page with and without a slash behind it. */
const plain = (url: string): string =>
  URL.canParse(url) ? new URL(url).href.replace(/#.*$/s, '').replace(/\/$/, '') : url;
