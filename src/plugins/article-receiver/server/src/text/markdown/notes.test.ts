import fc from 'fast-check';
import { htmlOf } from './html';
import { liveCode } from './markdown.test-support';
import { sanitizeMarkdown, type HtmlPolicy } from './safe-markdown';

const clean = (markdown: string, policy: HtmlPolicy = 'escape'): string =>
  sanitizeMarkdown(markdown, policy).markdown;

/** An article with a note. */
const noted = (note: string): string => `Text.[^1]\n\n[^1]: ${note}\n`;

describe('a note', () => {
  it.each([
    ['Source: https://e.x/a, 2024'],
    ['Note: this is *it*.'],
    ['Data: Eurostat (2024), https://e.x/a'],
    ['JavaScript: The Good Parts (O’Reilly, 2008)'],
    ['JavaScript: a guide for beginners, https://e.x/a'],
    ['ISBN: 3-16-148410-0'],
    ['z.B.: x'],
    ['“The Book”, 2020.'],
    ['(Smith 2020)'],
    ['<https://e.x/a>'],
  ])('stays as it is: %s', (note) => {
    expect(sanitizeMarkdown(noted(note), 'escape')).toEqual({
      markdown: noted(note),
      changes: [],
    });
  });

  it.each([
    ['"The Book", J. Doe, 2020.'],
    ['"The [Book](https://e.x/a)", 2020.'],
    ['*"The Book"*, 2020.'],
    ['["The"](https://e.x/a) 2020'],
    ['\\"The\\" book'],
    ['"The" <https://e.x/a>'],
    ['Source: "The Book", 2020'],
    ["Source: 'The Book'"],
    ['Source: (The Book)'],
    ['-> see there'],
    ['[“The”](<https://e.x/a>)'],
    ['<5 % of them'],
    ['< 5 %'],
  ])('is the same to readers: %s', (note) => {
    for (const policy of ['escape', 'allow'] as const) {
      const sanitized = clean(noted(note), policy);
      expect(htmlOf(sanitized, 'escape')).toBe(htmlOf(noted(note), 'escape'));
      expect(liveCode(sanitized)).toEqual([]);
      expect(clean(sanitized, policy)).toBe(sanitized);
    }
  });

  it.each([
    ['DOI:10.1000/182', 'DOI: 10.1000/182'],
    ['Quelle:Statista', 'Quelle: Statista'],
    ['Quelle:"Statista"', 'Quelle: &quot;Statista&quot;'],
    ['ms-msdt:/id x', 'ms-msdt: /id x'],
    ["a:'b'", "a: &#39;b'"],
    ['<https://e.x/a>, seen today', 'https://e.x/a, seen today'],
  ])('keeps its text and is no link: %s', (note, expected) => {
    expect(clean(noted(note))).toBe(noted(expected));
    expect(liveCode(clean(noted(note)))).toEqual([]);
  });

  it.each([
    ['javascript:alert(1)'],
    ['JavaScript: alert(1)'],
    ['JavaScript: The=alert(1)'],
    ['JavaScript: Object in alert(1)'],
    ['javascript: a&#40;1)'],
    ['data:text/html,x'],
    ['Data: text/html,x'],
    ['"javascript:alert(1)"'],
    ['a&colon;b'],
    ['"onclick=alert(1)//" [b]'],
  ])('loses nothing but what makes it one where it could be a link to code: %s', (note) => {
    const sanitized = clean(noted(note));
    expect(sanitized.replaceAll('&#93;', ']').replaceAll('&quot;', '"')).toBe(noted(note));
    expect(liveCode(sanitized)).toEqual([]);
  });

  const part = fc.constantFrom(
    ...'<>[]()`*_|\\!"\'#&:-= \n'.split(''),
    ...['\n[^1]: ', '[^1]', '![q][^1]', '\n[^1]: "', '\n[^1]: a:', '\n> [^1]:', '\n[^1]:   '],
    ...['javascript:', 'data:', 'ms-msdt:', 'alert(1)', 'onclick=alert(1)//', '"onclick=alert(1)'],
    ...['word', 'Note: ', 'DOI:10', 'https://e.x', '<https://e.x>', '[b]', '[b](/c)', '\n[b]: /x '],
    ...['\u00a0', '\u200b', '\t', '\n\n', '&quot;', '&#58;', '&colon;', '\\:', '<b>', '</b>'],
  );
  const article = fc.array(part, { maxLength: 25 }).map((parts) => parts.join(''));

  it('is no live code, whatever it says', () => {
    fc.assert(
      fc.property(article, (markdown) => {
        const sanitized = clean(markdown);
        expect(liveCode(sanitized)).toEqual([]);
        expect(clean(sanitized)).toBe(sanitized);
      }),
      { numRuns: 1_500 },
    );
  });

  it('takes no time that grows faster than the text', () => {
    const markdown = Array.from({ length: 9_000 }, (_, n) => `[^${n}]: "a" b\n`).join('');
    expect(clean(markdown)).toContain('[^8999]: &quot;a&quot; b\n');
  });
});
