import { messageOf } from '../../../shared/records';
import { atOnce } from './at-once';

/** What an article's address on the front end is made of. */
interface Addressed {
  slug: string;
  /** The feed's language, or the locale of an entry of the site's own that has one; null where there is none. */
  language: string | null;
}

/** A pattern like `https://blog.example.org/{language}/{slug}`, or a pure function of the article. */
export type ArticleUrl = string | ((article: Addressed) => string | null);

const SAMPLES: readonly Addressed[] = [
  { slug: 'pour-over-ratio', language: 'en' },
  { slug: 'pour-over-ratio', language: null },
];

const isAddress = (text: unknown): text is string =>
  typeof text === 'string' && /^https?:\/\/[^\s/{}]+(\/\S*)?$/.test(text) && URL.canParse(text);

/** What is wrong with the option; null when nothing is. */
export function faultOfArticleUrl(articleUrl: unknown): string | null {
  if (typeof articleUrl === 'function') {
    for (const sample of SAMPLES) {
      try {
        const url: unknown = atOnce((articleUrl as (article: Addressed) => unknown)({ ...sample }));
        if (url === null || isAddress(url)) continue;
        return `expected a function that gives an address or null, not ${JSON.stringify(url)}`;
      } catch (error) {
        const why = messageOf(error);
        return `the function fails on ${JSON.stringify(sample)}: ${why}`;
      }
    }
    return null;
  }
  const example = 'expected an address like https://blog.example.org/{language}/{slug}';
  if (typeof articleUrl !== 'string' || !articleUrl.includes('{slug}')) return example;
  const unknown = [...articleUrl.matchAll(/\{([^{}]*)\}/g)].find(
    ([, name = '']) => !['slug', 'language'].includes(name),
  );
  if (unknown) return `there is no {${unknown[1]}}; expected {slug} or {language}`;
  if (/[{}]/.test(articleUrl.replaceAll(/\{\w+\}/g, ''))) return example;
  return isAddress(filled(articleUrl, { slug: 'slug', language: 'en' })) ? null : example;
}

const filled = (pattern: string, { slug, language }: Addressed): string =>
  pattern
    .replaceAll('{slug}', () => encodeURIComponent(slug))
    .replaceAll('{language}', () => encodeURIComponent(language ?? ''));

/**
 * Where an article is on the front end; null where it has no place there: it has no slug, no
 * language where the pattern asks for one, or the site's function gives none.
 */
export function addressOfArticle(articleUrl: ArticleUrl, article: Addressed): string | null {
  // As parts of a path these would mean another path.
  if (/^\.{0,2}$/.test(article.slug) || /^\.{1,2}$/.test(article.language ?? '')) return null;
  const isPattern = typeof articleUrl === 'string';
  if (isPattern && articleUrl.includes('{language}') && !article.language) return null;
  try {
    const url = isPattern ? filled(articleUrl, article) : atOnce(articleUrl({ ...article }));
    // A language may be no part of a host, and a slug no characters at all.
    return isAddress(url) ? url : null;
  } catch {
    return null;
  }
}

/** The host where articles are, as far as one article says it; null where this one has no address. */
export function hostOfArticles(articleUrl: ArticleUrl): string | null {
  const sample = addressOfArticle(articleUrl, { slug: 'a', language: 'en' });
  return sample === null ? null : new URL(sample).host;
}
