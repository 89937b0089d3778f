import fc from 'fast-check';
import { cleanJson, cleanText } from './clean';

describe('cleanText', () => {
  it('leaves nothing that a database refuses, and everything else', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.constantFrom('\0', '\ud800', '\udc00', ''),
        (text, odd) => {
          const clean = cleanText(text + odd);
          expect(clean.isWellFormed() && !clean.includes('\0')).toBe(true);
          expect(cleanText(clean)).toBe(clean);
          expect(cleanText(text.replaceAll('\0', ''))).toBe(text.replaceAll('\0', ''));
        },
      ),
    );
  });
});

describe('cleanJson', () => {
  it('gives what JSON writes and reads back unchanged', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
        const clean = cleanJson(value);
        expect(JSON.parse(JSON.stringify(clean))).toEqual(clean);
        expect(JSON.stringify(clean)).not.toMatch(/\\u0000|\\ud[89a-f]/);
      }),
    );
  });

  it('drops keys that reach into prototypes, at every depth', () => {
    const value: unknown = JSON.parse(
      '{"a":[{"__proto__":{"x":1},"constructor":2,"prototype":3,"b":4}],"__proto__":5}',
    );
    expect(cleanJson(value)).toEqual({ a: [{ b: 4 }] });
    expect(Object.getPrototypeOf(cleanJson(value))).toBe(Object.prototype);
  });

  it('makes null of numbers beyond a double', () => {
    expect(cleanJson(JSON.parse('[1e400, -1e400, 1e308]'))).toEqual([null, null, 1e308]);
  });
});
