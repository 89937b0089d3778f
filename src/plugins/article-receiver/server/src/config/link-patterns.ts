import { addressOfArticle, type ArticleUrl } from './article-url';

/** What an address of the service says of the article that it leads to, as it is written there. */
interface LinkedArticle {
  slug: string;
  /** Null where the pattern has none. */
  language: string | null;
}

/** Reads an address without its query and fragment; null for one that leads to no article. */
export type MatchLink = (address: string) => LinkedArticle | null;

const PATTERN = /^(?:https?:\/\/[a-z0-9.-]+(?::\d{1,5})?)?\/[\w\-.~%/{}]*$/i;
const EXAMPLE =
  'expected an address like /blog/{slug} or https://service.example/{language}/{slug}';

/** Longer addresses lead to no article. */
const MAX_LENGTH = 2_000;

/** A part of a path. One with a dot is the name of a file, and no slug. */
const PART = String.raw`[\p{L}\p{M}\p{N}_~%-]+`;

/** The same, once its percent signs are undone. */
const PLAIN = /^[\p{L}\p{M}\p{N}_~ -]+$/u;

/** What is wrong with a pattern; null when nothing is. */
export function faultOfLinkPattern(pattern: string): string | null {
  const names = [...pattern.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
  const unknown = names.find((name) => !['slug', 'language'].includes(name));
  if (unknown !== undefined) return `there is no {${unknown}}; expected {slug} or {language}`;
  const isOnce = names.includes('slug') && new Set(names).size === names.length;
  const isPlain = !/[{}]/.test(pattern.replaceAll(/\{\w+\}/g, ''));
  return isOnce && isPlain && PATTERN.test(pattern) && !pattern.startsWith('//') ? null : EXAMPLE;
}

/** Reads the service's addresses by the patterns of `links.from`, the first that fits. */
export function linkMatcher(from: readonly string[]): MatchLink {
  const patterns = from.map(regexOf);
  return (address) => {
    if (address.length > MAX_LENGTH) return null;
    // Case matters in a path alone.
    const head = address.replace(/^(?:https?:)?\/\/[^/]*/i, (origin) => origin.toLowerCase());
    for (const pattern of patterns) {
      const { slug, language } = pattern.exec(head)?.groups ?? {};
      const read = { slug: decoded(slug), language: decoded(language) };
      if (read.slug !== null) return { slug: read.slug, language: read.language };
    }
    return null;
  };
}

function regexOf(pattern: string): RegExp {
  const [, host = '', path = ''] = /^(?:https?:\/\/([^/]*))?(.*)$/i.exec(pattern) ?? [];
  const origin = host === '' ? '' : `(?:https?:)?//${escaped(host.toLowerCase())}`;
  const parts = path.split(/\{(slug|language)\}/);
  const source = parts.map((part, at) => (at % 2 === 0 ? escaped(part) : `(?<${part}>${PART})`));
  return new RegExp(`^${origin}${source.join('').replace(/\/$/, '')}/?$`, 'u');
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

function decoded(part: string | undefined): string | null {
  if (part === undefined) return null;
  try {
    const text = decodeURIComponent(part);
    return PLAIN.test(text) ? text : null;
  } catch {
    return null;
  }
}

interface LinkOptions {
  links: { from: readonly string[] };
  articleUrl?: ArticleUrl | undefined;
  llmsTxt: { articleUrl?: ArticleUrl | undefined };
}

/** What keeps the patterns from going together with the other options; null when nothing does. */
export function faultOfLinks({ links: { from }, ...options }: LinkOptions): string | null {
  if (from.length === 0 || from.some((pattern) => faultOfLinkPattern(pattern) !== null))
    return null;
  const articleUrl = options.articleUrl ?? options.llmsTxt.articleUrl;
  if (articleUrl === undefined) {
    return 'expected "articleUrl" beside it: where articles are on your front end';
  }
  const language = 'en';
  const own = addressOfArticle(articleUrl, { slug: 'pour-over-ratio', language });
  const read = own === null ? null : linkMatcher(from)(headOf(own));
  if (own === null || read === null) return null;
  const again = addressOfArticle(articleUrl, { language, ...withoutNull(read) });
  return again === own
    ? null
    : `${own} is an address of "articleUrl", and would be taken for one of the service's`;
}

const withoutNull = ({ slug, language }: LinkedArticle) =>
  language === null ? { slug } : { slug, language };

/** An address without its query and fragment. */
export const headOf = (address: string): string => address.replace(/[?#].*$/s, '');
