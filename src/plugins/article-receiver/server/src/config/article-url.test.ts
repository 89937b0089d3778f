import { addressOfArticle, faultOfArticleUrl, type ArticleUrl } from './article-url';

/** A function of a site's own that gives what none may. */
const giving = (value: () => unknown): ArticleUrl => value as () => string;

describe('the address of an article', () => {
  it.each([
    [
      'https://blog.example.org/{language}/{slug}',
      'de',
      'a b?c',
      'https://blog.example.org/de/a%20b%3Fc',
    ],
    ['https://{language}.blog.example.org/{slug}', 'de', 'a', 'https://de.blog.example.org/a'],
    ['https://{language}.blog.example.org/{slug}', 'de at', 'a', null],
    ['https://blog.example.org/{language}/{slug}', '', 'a', null],
    ['https://blog.example.org/{slug}', null, 'a', 'https://blog.example.org/a'],
    ['https://blog.example.org/{slug}', null, '', null],
    ['https://blog.example.org/{slug}', null, '..', null],
    ['https://blog.example.org/{language}/{slug}', '.', 'a', null],
    ['https://blog.example.org/{slug}', null, '\ud800', null],
  ])('by %s, of %s and %j', (pattern, language, slug, expected) => {
    expect(addressOfArticle(pattern, { slug, language })).toBe(expected);
  });

  it.each(['https://blog.example.org/{{slug}}', 'https://blog.example.org/{slug}}'])(
    'is no pattern with braces that are left, which would stay in every address: %s',
    (pattern) => {
      expect(faultOfArticleUrl(pattern)).toMatch('expected an address like');
    },
  );

  it('is none where the function of the site gives none, or fails', () => {
    const article = { slug: 'a', language: 'en' };
    expect(addressOfArticle(() => 'javascript:alert(1)', article)).toBeNull();
    expect(
      addressOfArticle(() => {
        throw new Error('no');
      }, article),
    ).toBeNull();
  });

  it('is none where the function gives a promise, which may fail without an end of the process', () => {
    const failing = giving(() => Promise.reject(new Error('nobody waits for it')));
    expect(addressOfArticle(failing, { slug: 'a', language: 'en' })).toBeNull();
    expect(faultOfArticleUrl(failing)).toMatch('expected a value at once, and no promise');
  });
});
