/** A slug that an article had, and the one that it has. */
interface Redirect {
  from: string;
  to: string;
  status: 301;
}

/** A published article and the slugs that it had before. */
export interface Moved {
  slug: string;
  previousSlugs: unknown;
  /** The place within which slugs are told apart: a locale, or null. */
  locale: string | null;
  language: string | null;
}

/** A redirect with what its addresses are made of. */
export interface PlacedRedirect extends Redirect {
  locale: string | null;
  language: string | null;
}

/** What a slug is called within its locale. */
export const slugKey = ({ locale }: Pick<Moved, 'locale'>, slug: string): string =>
  `${locale ?? ''} ${slug}`;

/**
 * Redirects from former slugs to present ones. Each leads straight to an article, so there are no
 * chains; a slug that an article has now leads there and nowhere else, so there are no loops. Of two
 * articles that had a slug, the first of the list counts.
 * @param present the slugs, by `slugKey`, that articles have now.
 */
export function redirectsOf(
  articles: readonly Moved[],
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

/** What an article's field says, which an editor may have written. */
export const formerSlugs = ({ previousSlugs }: Pick<Moved, 'previousSlugs'>): string[] =>
  Array.isArray(previousSlugs)
    ? previousSlugs.filter((slug): slug is string => typeof slug === 'string' && slug !== '')
    : [];

export const REDIRECT_FORMATS = ['netlify', 'vercel', 'nginx'] as const;

type RedirectFormat = (typeof REDIRECT_FORMATS)[number];

/** Redirects in the form that a host takes, from path to path. */
export function formatted(
  redirects: readonly { from: string; to: string; status: number }[],
  format: RedirectFormat,
): string {
  if (format === 'vercel') {
    const list = redirects.map(({ from, to }) => ({
      source: from,
      destination: to,
      permanent: true,
    }));
    return `${JSON.stringify({ redirects: list }, null, 2)}\n`;
  }
  const lines = redirects.map(({ from, to, status }) =>
    format === 'netlify'
      ? `${from}  ${to}  ${status}`
      : `location = "${from}" { return ${status} "${to}"; }`,
  );
  return lines.map((line) => `${line}\n`).join('');
}
