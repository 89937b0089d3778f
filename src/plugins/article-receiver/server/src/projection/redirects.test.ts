import { formatted, redirectsOf, slugKey } from './redirects';

const article = (slug: string, previousSlugs: unknown, locale: string | null = null) => ({
  slug,
  previousSlugs,
  locale,
  language: locale,
});
const pairs = (...[articles, present = []]: [Parameters<typeof redirectsOf>[0], string[]?]) =>
  redirectsOf(articles, new Set(present)).map(({ from, to }) => `${from} > ${to}`);

describe('redirectsOf', () => {
  it('leads from each former slug straight to the present one', () => {
    expect(pairs([article('c', ['a', 'b'])])).toEqual(['a > c', 'b > c']);
  });

  it('leaves out what leads to itself, or is an article’s slug now', () => {
    expect(pairs([article('a', ['b', 'a'])], [slugKey({ locale: null }, 'b')])).toEqual([]);
  });

  it('takes the first of two articles that had a slug, and tells locales apart', () => {
    expect(pairs([article('x', ['a']), article('y', ['a'])])).toEqual(['a > x']);
    expect(pairs([article('x', ['a'], 'en'), article('y', ['a'], 'de')])).toEqual([
      'a > x',
      'a > y',
    ]);
  });

  it.each([[null], ['a'], [[1, null, '']], [{}]])('is not misled by %j', (previous) => {
    expect(pairs([article('c', previous)])).toEqual([]);
  });
});

describe('formatted', () => {
  const redirects = [{ from: '/a', to: '/b', status: 301 }];

  it('writes what hosts take', () => {
    expect(formatted(redirects, 'netlify')).toBe('/a  /b  301\n');
    expect(formatted(redirects, 'nginx')).toBe('location = "/a" { return 301 "/b"; }\n');
    expect(JSON.parse(formatted(redirects, 'vercel'))).toEqual({
      redirects: [{ source: '/a', destination: '/b', permanent: true }],
    });
  });
});
