import fc from 'fast-check';
import { escapeHtmlInJson } from './json-html';

describe('escapeHtmlInJson', () => {
  it.each([
    ['the end of a script', { a: '</script><script>x()</script>' }, 3],
    ['a comment', ['<!-- <script>'], 2],
    ['a key', { '</SCRIPT>': 1 }, 1],
    ['deep strings', { a: [{ b: ['<img onerror=x()>'] }] }, 1],
  ])('escapes %s', (_, value, count) => {
    const escaped = escapeHtmlInJson(value);
    expect(escaped.count).toBe(count);
    expect(JSON.stringify(escaped.value)).not.toMatch(/<[a-z/!]/i);
  });

  it('leaves anything without tags as it is', () => {
    const value = { a: 'a < b', b: ['1 <2', '<'], c: null, d: 1.5, e: true };
    expect(escapeHtmlInJson(value)).toEqual({ value, count: 0 });
  });

  it('makes any value safe inside a script, and does nothing the second time', () => {
    const text = fc.string({ unit: fc.constantFrom(...'<>/!-scriptSCRIPT" '), maxLength: 30 });
    fc.assert(
      fc.property(fc.dictionary(text, fc.array(text)), (value) => {
        const { value: safe } = escapeHtmlInJson(value);
        expect(JSON.stringify(safe)).not.toMatch(/<\/script|<script|<!--/i);
        expect(escapeHtmlInJson(safe)).toEqual({ value: safe, count: 0 });
      }),
    );
  });
});
