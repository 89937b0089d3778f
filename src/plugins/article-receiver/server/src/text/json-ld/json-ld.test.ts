import fc from 'fast-check';
import { parseJsonLd, serializeJsonLd, withAddress } from './json-ld';

const nested = (depth: number): string => '{"a":'.repeat(depth - 1) + '{}' + '}'.repeat(depth - 1);

describe('parseJsonLd', () => {
  it.each([
    ['an object', '{"@context":"https://schema.org","@graph":[{"@type":"Article"}]}'],
    ['an array of objects', '[{"@type":"Article"},{"@type":"WebPage"}]'],
    ['30 levels', nested(30)],
  ])('reads %s', (_, content) => {
    expect(parseJsonLd(content)).toEqual({ ok: true, value: JSON.parse(content) as object });
  });

  it('reads past a byte order mark', () => {
    expect(parseJsonLd('\uFEFF{}')).toEqual({ ok: true, value: {} });
  });

  it.each([
    ['no JSON', '{"a":', 'jsonLdNoJson'],
    ['nothing', '', 'jsonLdNoJson'],
    ['null', 'null', 'jsonLdNoObject'],
    ['a string', '"{}"', 'jsonLdNoObject'],
    ['an array of strings', '["a"]', 'jsonLdMixed'],
    ['an array of arrays', '[[]]', 'jsonLdMixed'],
    ['31 levels', nested(31), 'jsonLdTooDeep'],
    ['9,000 levels', nested(9_000), 'jsonLdTooDeep'],
  ])('refuses %s', (_, content, code) => {
    const values = code === 'jsonLdTooDeep' ? { max: 30 } : {};
    expect(parseJsonLd(content)).toEqual({ ok: false, code, values });
  });

  it.each([
    ['a million levels', nested(1_000_000)],
    ['a long text', JSON.stringify({ text: 'a'.repeat(400_000) })],
    ['white space', `{}${' '.repeat(400_000)}`],
    ['byte order marks', '\uFEFF'.repeat(400_001)],
  ])('takes %s for too long before it is parsed', (_, content) => {
    const parse = jest.spyOn(JSON, 'parse');
    const parsed = parseJsonLd(content);
    const calls = parse.mock.calls.length;
    parse.mockRestore();
    expect(parsed).toEqual({ ok: false, code: 'jsonLdTooLong', values: { max: 400_000 } });
    expect(calls).toBe(0);
  });

  it.each([
    ['numbers', (all: string) => `{"a":[${all}]}`, '1'],
    ['texts', (all: string) => `{"a":[${all}]}`, '""'],
    ['nodes', (all: string) => `[${all}]`, '{}'],
    ['nodes of a graph', (all: string) => `{"@graph":[${all}]}`, '{"@type":"Article"}'],
    ['nests', (all: string) => `{"a":[${all}]}`, '[[[[[[]]]]]]'],
    ['types', (all: string) => `{"@type":[${all}]}`, '"Article"'],
    ['keys', (all: string) => `{${all}}`, '"a":1'],
    ['prototypes', (all: string) => `[${all}]`, '{"__proto__":1}'],
  ])('makes nothing of more %s than any page has', (_, document, value) => {
    const content = document(Array(10_001).fill(value).join(','));
    const parse = jest.spyOn(JSON, 'parse');
    const parsed = parseJsonLd(content);
    const calls = parse.mock.calls.length;
    parse.mockRestore();
    expect(parsed).toEqual({ ok: false, code: 'jsonLdTooManyValues', values: { max: 10_000 } });
    expect(calls).toBe(0);
  });

  it('counts no comma and no bracket within a text', () => {
    const content = JSON.stringify({ text: ',[{\\"'.repeat(20_000) });
    expect(parseJsonLd(content)).toEqual({ ok: true, value: JSON.parse(content) as object });
  });

  it('drops __proto__ keys at every level', () => {
    const parsed = parseJsonLd('{"__proto__":{"x":1},"a":[{"__proto__":1,"b":2}]}');
    expect(parsed.ok && JSON.stringify(parsed.value)).toBe('{"a":[{"b":2}]}');
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => void parseJsonLd(text)));
  });
});

describe('serializeJsonLd', () => {
  it('cannot leave a script element', () => {
    const text = serializeJsonLd({
      headline: '</script><script>alert(1)</script><!-- & \u2028\u2029',
    });
    expect(text).toBe(
      '{"headline":"\\u003c/script\\u003e\\u003cscript\\u003ealert(1)\\u003c/script\\u003e' +
        '\\u003c!-- \\u0026 \\u2028\\u2029"}',
    );
  });

  it('means the same and holds no dangerous character, for any document', () => {
    const risky = fc.string({ unit: fc.constantFrom(...'<>&/!-\u2028\u2029"\\a'), maxLength: 20 });
    const document = fc.dictionary(risky, fc.oneof(risky, fc.jsonValue()));
    fc.assert(
      fc.property(document, (value) => {
        const text = serializeJsonLd(value);
        expect(text).not.toMatch(/[<>&\u2028\u2029]/);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});

describe('withAddress', () => {
  const url = 'https://blog.example.org/brewing';
  const address = { url, mainEntityOfPage: url };
  const article = { '@type': 'BlogPosting', headline: 'Brewing' };
  const crumbs = { '@type': 'BreadcrumbList' };

  it.each([
    ['one thing', article, { ...article, ...address }],
    ['one thing without a type', { name: 'x' }, { name: 'x', ...address }],
    ['a list', [crumbs, article], [crumbs, { ...article, ...address }]],
    ['a list of one', [{ name: 'x' }], [{ name: 'x', ...address }]],
    [
      'a graph',
      { '@context': 'https://schema.org', '@graph': [crumbs, article] },
      { '@context': 'https://schema.org', '@graph': [crumbs, { ...article, ...address }] },
    ],
    ['a graph of one', { '@graph': article }, { '@graph': { ...article, ...address } }],
    [
      'the place of empty ones',
      { ...article, url: '', mainEntityOfPage: ' ' },
      { ...article, ...address },
    ],
    [
      'the place of what is no address',
      { ...article, mainEntityOfPage: true },
      { ...article, ...address },
    ],
    [
      'a page of which nobody says where it is',
      { ...article, '@id': null, mainEntityOfPage: { '@type': 'WebPage', '@id': '' } },
      { ...article, '@id': null, url, mainEntityOfPage: { '@type': 'WebPage', '@id': url } },
    ],
  ])('is named in %s', (_, document, expected) => {
    expect(withAddress(document, url)).toEqual(expected);
  });

  it.each([
    ['a part of itself', { '@id': '#article', mainEntityOfPage: { '@id': '#page' } }, { url }],
    [
      'a page that is nowhere',
      { mainEntityOfPage: { '@type': 'WebPage' } },
      { url, mainEntityOfPage: { '@type': 'WebPage', '@id': url } },
    ],
    ['a node without a name', { '@id': '_:b0' }, address],
    ['nothing', { '@id': '', url: null }, address],
  ])('is named where the document names %s', (_, names, added) => {
    expect(withAddress({ ...article, ...names }, url)).toEqual({ ...article, ...names, ...added });
  });

  it.each([
    ['url', { ...article, url: 'https://x.example' }],
    ['mainEntityOfPage', { ...article, mainEntityOfPage: { '@id': 'https://x.example' } }],
    ['mainEntityOfPage, with its url', { ...article, mainEntityOfPage: [{ url: '/x' }] }],
    ['@id', { ...article, '@id': 'https://x.example#article' }],
    ['nothing that is an article', [crumbs, { '@type': 'Organization' }]],
    ['nothing at all', null],
  ])('is not, where it has %s', (_, document) => {
    expect(withAddress(document, url)).toEqual(document);
  });
});
