import fc from 'fast-check';
import { cutText } from './cut-text';

it.each([
  ['seed', 4, 'seed'],
  ['seeds', 4, 'seed'],
  ['see🌱', 4, 'see'],
  ['see🌱', 5, 'see🌱'],
  ['🌱', 1, ''],
])('%s, cut after %d, is %s', (text, length, cut) => expect(cutText(text, length)).toBe(cut));

it('halves no character, and leaves out no more than it has to', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.nat(20), (text, length) => {
      const cut = cutText(text, length);
      // Throws where there is half of a character.
      expect(decodeURIComponent(encodeURIComponent(cut))).toBe(text.slice(0, cut.length));
      expect(cut.length).toBeGreaterThanOrEqual(Math.min(text.length, length) - 1);
      expect(cut.length).toBeLessThanOrEqual(length);
    }),
  );
});
