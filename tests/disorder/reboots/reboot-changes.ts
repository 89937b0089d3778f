interface Input {
  article: { title: string; author: string; slug: string };
}

/** What a site's function makes of articles on their way to the plugin's own type. They are moved as text. */
export const CHANGES = {
  site: ({ article }: Input) => ({ title: `${article.title} | Site` }),
  line: ({ article }: Input) => ({
    tldr: null,
    author: `By ${article.author}`,
    description: `At /${article.slug}`,
  }),
  fails: ({ article }: Input) => {
    if (article.title === 'Service title 1') throw new Error('not this one');
    const odd = article.title === 'Service title 2' ? { wordCount: 'many' } : {};
    return { title: `${article.title}!`, ...odd };
  },
};
export type Changes = keyof typeof CHANGES;

interface Addressed {
  slug: string;
  language: string | null;
}

export const ADDRESSES = {
  plain: 'https://plain.example/{slug}',
  language: 'https://language.example/{language}/{slug}',
  function: ({ slug, language }: Addressed) =>
    language === 'en' ? `https://function.example/${slug}.html?l=${language}` : null,
};
export type Addresses = keyof typeof ADDRESSES;

/** Where a link to a slug leads, in an article of a language. */
function addressOf(addresses: Addresses | null, slug: string, language: string): string {
  if (addresses === null) return `/blog/${slug}?from=feed`;
  if (addresses === 'plain') return `https://plain.example/${slug}?from=feed`;
  if (addresses === 'language') return `https://language.example/${language}/${slug}?from=feed`;
  return language === 'en'
    ? `https://function.example/${slug}.html?l=en&amp;from=feed`
    : `/blog/${slug}?from=feed`;
}

/** A text as the service has it, with a link to another article. */
export const contentOf = (title: string, link: string): string =>
  `# ${title}\n\n<b>Raw</b> text.\n\n[Other](${link})`;

/** What the plugin's own type shows of such a text. */
export function shownContent(
  { html, addresses }: { html: 'escape' | 'allow'; addresses: Addresses | null },
  title: string,
  { slug, language }: { slug: string; language: string },
): string {
  const content = contentOf(title, addressOf(addresses, slug, language));
  return html === 'allow' ? content : content.replace('<b>', '&lt;b>').replace('</b>', '&lt;/b>');
}

/** A value of the service's as a site's function has it shown. @param title the service's. */
export function changed(
  { mapped, changes }: { mapped: object | null; changes: Changes | null },
  from: string,
  said: string | null,
  { title, slug }: { title: string | null; slug: string },
): string | null {
  if (mapped || changes === null) return said;
  if (changes === 'site') return from === 'title' ? `${said} | Site` : said;
  if (changes === 'fails')
    return from === 'title' && title !== 'Service title 1' ? `${said}!` : said;
  const line: Record<string, string | null> = {
    ...{ tldr: null, author: `By ${said}`, description: `At /${slug}` },
  };
  return from in line ? (line[from] ?? null) : said;
}
