import { addressOfArticle, type ArticleUrl } from '../../config/article-url';
import { headOf, linkMatcher } from '../../config/link-patterns';
import { isValidSlug, MAX_SLUG_LENGTH, slugOf, slugWithin } from './slug';

/** A link to another article, as it is on this site. */
export interface ArticleLink {
  /** The slug that the article has by its address in the service. */
  slug: string;
  /** Where the link leads, without query and fragment. */
  url: string;
}

/** Where a link of the service leads on this site; null for a link to anything else. */
export type Relink = (head: string) => ArticleLink | null;

interface LinkOptions {
  links: { from: readonly string[] };
  articleUrl?: ArticleUrl | undefined;
  llmsTxt: { articleUrl?: ArticleUrl | undefined };
}

/** What the articles to which links lead are like on this site. */
interface LinkTarget {
  ownLanguage?: (named: string) => string;
  longestSlug?: number;
}

/**
 * How links of the service become links of the site: by their form alone, so that it does not
 * matter which articles are there yet. A slug is written as one that is delivered is.
 * @param language the article's with the links, as the site has it; for addresses that name none.
 * @param target.ownLanguage what the site has for a language that an address names.
 * @param target.longestSlug how many characters of a slug the site's articles take.
 * @returns null where the site lists no addresses of the service.
 */
export function relinking(
  { links: { from }, articleUrl: ownUrl, llmsTxt }: LinkOptions,
  language: string | null,
  { ownLanguage = (named) => named, longestSlug = MAX_SLUG_LENGTH }: LinkTarget = {},
): Relink | null {
  const articleUrl = ownUrl ?? llmsTxt.articleUrl;
  if (from.length === 0 || articleUrl === undefined) return null;
  const match = linkMatcher(from);
  const once: Relink = (head) => {
    const found = match(head);
    if (!found) return null;
    const whole = isValidSlug(found.slug) ? found.slug : slugOf(found.slug);
    const slug = slugWithin(whole, longestSlug);
    const own = found.language === null ? language : ownLanguage(found.language);
    const url = addressOfArticle(articleUrl, { slug, language: own });
    return url === null ? null : { slug, url: plainAddress(url) };
  };
  return (head) => {
    const link = once(head);
    if (!link) return null;
    // What is the site's already, and only looks like the service's, is not changed again.
    const again = once(headOf(link.url));
    return again === null || again.url === link.url ? link : null;
  };
}

/** An address with nothing in it that means something in Markdown or HTML, but for `&`. */
export const plainAddress = (url: string): string =>
  url.replace(/[\p{Cc}\s()<>"'`\\[\]|^]/gu, (char) =>
    [...new TextEncoder().encode(char)]
      .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
      .join(''),
  );
