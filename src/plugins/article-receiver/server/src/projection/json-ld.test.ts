import fc from 'fast-check';
import { parseJsonLd, serializeJsonLd } from './json-ld';

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
    ['no JSON', '{"a":', 'is not valid JSON'],
    ['nothing', '', 'is not valid JSON'],
    ['null', 'null', 'is not a JSON object or array'],
    ['a string', '"{}"', 'is not a JSON object or array'],
    ['an array of strings', '["a"]', 'is an array with something else than objects in it'],
    ['an array of arrays', '[[]]', 'is an array with something else than objects in it'],
    ['31 levels', nested(31), 'nests deeper than 30 levels'],
    ['a million levels', nested(1_000_000), 'nests deeper than 30 levels'],
  ])('refuses %s', (_, content, message) => {
    expect(parseJsonLd(content)).toEqual({ ok: false, message });
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
