import { formatted, pathRedirects, redirectsOf, slugKey, slugRedirects } from './redirects';

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
    expect(pairs([article('a', ['b', 'a'])], [slugKey({ language: null }, 'b')])).toEqual([]);
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

const moved = (from: string, to: string, locale: string | null) => ({
  ...{ from, to, status: 301 as const },
  ...{ locale, language: locale },
});

describe('slugRedirects', () => {
  it('have each slug once, and none that an article has now in another locale', () => {
    const redirects = [
      moved('here', 'there', 'en'),
      moved('there', 'here', 'de'),
      moved('shared', 'german', 'de'),
      moved('shared', 'english', 'en'),
      moved('before', 'now', 'en'),
    ];
    const present = [{ slug: 'here' }, { slug: 'there' }];
    expect(slugRedirects(redirects, present)).toEqual([
      { from: 'shared', to: 'german', status: 301 },
      { from: 'before', to: 'now', status: 301 },
    ]);
  });
});

describe('pathRedirects', () => {
  const by =
    (pattern: string) =>
    ({ slug, language }: { slug: string; language: string | null }) =>
      new URL(pattern.replace('{slug}', slug).replace('{language}', language ?? ''));
  const paths = (...all: Parameters<typeof pathRedirects>) =>
    pathRedirects(...all).map(({ from, to }) => `${from} > ${to}`);

  it('have each path once, and none that an article has now in another locale', () => {
    const redirects = [moved('a', 'x', 'en'), moved('a', 'y', 'de'), moved('b', 'z', 'en')];
    const present = [{ slug: 'b', language: 'de' }];
    const apart = by('https://blog.example.org/{language}/{slug}');
    expect(paths(redirects, present, apart)).toEqual([
      '/en/a > /en/x',
      '/de/a > /de/y',
      '/en/b > /en/z',
    ]);
    expect(paths(redirects, present, by('https://blog.example.org/{slug}'))).toEqual(['/a > /x']);
  });

  it('are none where the path is the same for all articles', () => {
    const redirects = [moved('a', 'b', null)];
    expect(paths(redirects, [], by('https://blog.example.org/?p={slug}'))).toEqual([]);
    expect(paths(redirects, [], by('https://blog.example.org/{slug}?s={slug}'))).toEqual([
      '/a > /b?s={slug}',
    ]);
    expect(paths(redirects, [], () => null)).toEqual([]);
  });
});

describe('formatted', () => {
  const redirects = [{ from: '/a', to: '/b', status: 301 as const }];

  it('means the path itself, whatever characters it has', () => {
    const odd = [{ from: '/caf%C3%A9%22%5C(:a*)', to: '/$b*(:c)', status: 301 as const }];
    expect(formatted(odd, 'netlify')).toBe('/caf%C3%A9%22%5C(%3Aa%2A)  /$b%2A(%3Ac)  301\n');
    expect(formatted(odd, 'nginx')).toBe(
      'location = "/café\\"\\\\(:a*)" { return 301 "/%24b*(:c)"; }\n',
    );
    expect(JSON.parse(formatted(odd, 'vercel'))).toMatchObject({
      redirects: [
        {
          source: '/caf%C3%A9%22%5C\\(\\:a\\*\\)',
          destination: '/%24b%2A%28%3Ac%29'.replace('%24', '$'),
        },
      ],
    });
    const [cut] = [{ from: '/%ff', to: '/b', status: 301 as const }];
    expect(formatted([cut], 'nginx')).toContain('"/%ff"');
  });

  it('writes what hosts take', () => {
    expect(formatted(redirects, 'netlify')).toBe('/a  /b  301\n');
    expect(formatted(redirects, 'nginx')).toBe('location = "/a" { return 301 "/b"; }\n');
    expect(JSON.parse(formatted(redirects, 'vercel'))).toEqual({
      redirects: [{ source: '/a', destination: '/b', permanent: true }],
    });
  });
});
