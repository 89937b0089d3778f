import fc from 'fast-check';
import { decodeCanonicalBase64 } from './base64';

/** The obvious way: decode, encode again, compare. */
function reference(text: string): Buffer | null {
  const decoded = Buffer.from(text, 'base64');
  return decoded.toString('base64') === text ? decoded : null;
}

/** Decodes from within surroundings, so that offsets count. */
function decode(text: string): Buffer | null {
  const bytes = Buffer.from(`_-${text}_-=`, 'latin1');
  return decodeCanonicalBase64(bytes.subarray(2, bytes.length - 3));
}

const nearlyBase64 = fc.string({
  unit: fc.constantFrom(...'ABab019+/=-_ \n\té*'),
  maxLength: 24,
});

describe('decodeCanonicalBase64', () => {
  it('gives back what was encoded', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const decoded = decode(Buffer.from(bytes).toString('base64'));
        expect(decoded?.equals(bytes)).toBe(true);
      }),
    );
  });

  it('agrees with encoding the result again, for text of any kind', () => {
    const text = fc.oneof(
      nearlyBase64,
      fc.base64String(),
      fc.string({
        unit: fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)),
      }),
    );
    fc.assert(
      fc.property(text, (candidate) => {
        expect(decode(candidate)).toEqual(reference(candidate));
      }),
      { numRuns: 5_000 },
    );
  });

  it('agrees for canonical text with one character replaced', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 1, maxLength: 12 }),
        fc.nat(),
        fc.constantFrom(...'=-_ \nA9*é'),
        (bytes, place, char) => {
          const text = [...Buffer.from(bytes).toString('base64')];
          text[place % text.length] = char;
          expect(decode(text.join(''))).toEqual(reference(text.join('')));
        },
      ),
      { numRuns: 5_000 },
    );
  });

  it.each([
    ['no padding', 'QUI'],
    ['spare bits', 'QUJ='],
    ['spare bits in one byte', 'QR=='],
    ['padding in the middle', 'QQ==QQ=='],
    ['a line end', 'QUJD\nUJD'],
    ['the URL alphabet', '-_-_'],
    ['only padding', '===='],
  ])('refuses %s', (_, text) => {
    expect(decode(text)).toBeNull();
  });

  it('agrees for long text with some of its characters replaced, wherever they are', () => {
    // Decoded in pieces of 64 Ki characters: the edges between them are where it might go wrong.
    const canonical = Buffer.alloc(150_000, 'image').toString('base64');
    const place = fc.oneof(
      fc.nat(canonical.length - 1),
      fc.integer({ min: 65_530, max: 65_542 }),
      fc.integer({ min: 131_066, max: 131_078 }),
    );
    fc.assert(
      fc.property(
        place,
        fc.constantFrom('=', '==', '\n', '*', 'é', 'A', ' A', '===='),
        (at, odd) => {
          const text = canonical.slice(0, at) + odd + canonical.slice(at + odd.length);
          expect(decode(text)).toEqual(reference(text));
        },
      ),
      { numRuns: 200 },
    );
  });

  it('decodes ten megabytes', () => {
    const encoded = Buffer.from(Buffer.alloc(10_000_000, 'image').toString('base64'));
    expect(decodeCanonicalBase64(encoded)?.length).toBe(10_000_000);
  });
});
