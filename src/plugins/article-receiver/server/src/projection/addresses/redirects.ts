/** A slug that an article had, and the one that it has. */
interface Redirect {
  from: string;
  to: string;
  status: 301;
}

/** A published article and the slugs that it had before. */
export interface MovedArticle {
  slug: string;
  previousSlugs: unknown;
  /** By which a part of the redirects may be asked for: a locale, or null. */
  locale: string | null;
  /** Of its address, which may be told from another's by that alone: the locale, or what the feed says. */
  language: string | null;
}

/** A redirect with what its addresses are made of. */
export interface PlacedRedirect extends Redirect {
  locale: string | null;
  language: string | null;
}

/** What a slug is called within its language. */
export const slugKey = ({ language }: Pick<MovedArticle, 'language'>, slug: string): string =>
  `${language ?? ''} ${slug}`;

/**
 * Redirects from former slugs to present ones. Each leads straight to an article, so there are no
 * chains; a slug that an article has now leads there and nowhere else, so there are no loops. Of two
 * articles that had a slug, the first of the list counts. All this within a language.
 * @param present the slugs, by `slugKey`, that articles have now.
 */
export function redirectsOf(
  articles: readonly MovedArticle[],
  present: ReadonlySet<string>,
): PlacedRedirect[] {
  const found = new Map<string, PlacedRedirect>();
  for (const article of articles) {
    const { slug, locale, language } = article;
    for (const from of formerSlugs(article)) {
      const key = slugKey(article, from);
      if (slug === '' || from === slug || present.has(key) || found.has(key)) continue;
      found.set(key, { from, to: slug, status: 301, locale, language });
    }
  }
  return [...found.values()];
}

/**
 * Redirects from slug to slug where nobody says which language is meant, each slug once: the first of the
 * list counts. What is the slug of an article now leads nowhere else, in whatever language that article
 * is. So there are no loops between languages, and no slug leads to two places.
 */
export function slugRedirects(
  redirects: readonly PlacedRedirect[],
  present: readonly { slug: string }[],
): Redirect[] {
  const taken = new Set(present.map(({ slug }) => slug));
  const found = new Map<string, Redirect>();
  for (const { from, to, status } of redirects) {
    if (!taken.has(from) && !found.has(from)) found.set(from, { from, to, status });
  }
  return [...found.values()];
}

/** What an article's field says, which an editor may have written. */
export const formerSlugs = ({ previousSlugs }: Pick<MovedArticle, 'previousSlugs'>): string[] =>
  Array.isArray(previousSlugs)
    ? previousSlugs.filter((slug): slug is string => typeof slug === 'string' && slug !== '')
    : [];

/** A redirect between paths of a front end. */
interface PathRedirect {
  from: string;
  to: string;
  status: 301;
}

/** Where an article is on the front end; null for one that is nowhere. */
type Place = (article: { slug: string; language: string | null }) => URL | null;

/**
 * Redirects from path to path, each path once. What is the path of an article now leads nowhere else,
 * in whatever language that article is; nor is anything to be redirected where the path does not say
 * which article it is.
 * @param present articles with slugs that others had before.
 */
export function pathRedirects(
  redirects: readonly PlacedRedirect[],
  present: readonly { slug: string; language: string | null }[],
  at: Place,
): PathRedirect[] {
  const taken = new Set(present.map((article) => at(article)?.pathname));
  const found = new Map<string, PathRedirect>();
  for (const { from, to, status, language } of redirects) {
    const [before, now] = [at({ slug: from, language }), at({ slug: to, language })];
    if (!before || !now || before.pathname === now.pathname) continue;
    if (taken.has(before.pathname) || found.has(before.pathname)) continue;
    const path = before.pathname;
    found.set(path, { from: path, to: now.pathname + now.search + now.hash, status });
  }
  return [...found.values()];
}

export const REDIRECT_FORMATS = ['netlify', 'vercel', 'nginx'] as const;

type RedirectFormat = (typeof REDIRECT_FORMATS)[number];

/** Redirects in the form that a host takes, with what means something there written so that it does not. */
export function formatted(redirects: readonly PathRedirect[], format: RedirectFormat): string {
  if (format === 'vercel') {
    const list = redirects.map(({ from, to }) => ({
      source: from.replace(/[()*+?:{}\\]/g, '\\$&'),
      destination: to.replace(/[()*+:{}\\]/g, encoded),
      permanent: true,
    }));
    return `${JSON.stringify({ redirects: list }, null, 2)}\n`;
  }
  const lines = redirects.map(({ from, to, status }) =>
    format === 'netlify'
      ? `${from.replace(/[*:]/g, encoded)}  ${to.replace(/[*:]/g, encoded)}  ${status}`
      : `location = "${nginxPath(from)}" { return ${status} "${to.replace(/["$\\]/g, encoded)}"; }`,
  );
  return lines.map((line) => `${line}\n`).join('');
}

const encoded = (char: string): string =>
  `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;

/** nginx compares a location with the path as it is once it is decoded. */
function nginxPath(path: string): string {
  try {
    return decodeURIComponent(path).replace(/["\\]/g, '\\$&');
  } catch {
    return path.replace(/["\\]/g, '\\$&');
  }
}
