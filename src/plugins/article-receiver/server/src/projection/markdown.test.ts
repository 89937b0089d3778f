import fc from 'fast-check';
import { isCostlyToParse } from './markdown-cost';
import { sanitizeMarkdown } from './markdown';
import { liveCode } from './markdown.test-support';

const clean = (markdown: string): string => sanitizeMarkdown(markdown, 'escape').markdown;

const DANGEROUS = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'javascript&colon;alert(1)',
  '&#106;avascript:alert(1)',
  '&#x6A;avascript:alert(1)',
  '&#0000106avascript:alert(1)',
  '&#1;javascript:alert(1)',
  'java&Tab;script:alert(1)',
  'java&NewLine;script:alert(1)',
  'javascript\\:alert(1)',
  'java\u200bscript:alert(1)',
  'java\u0001script:alert(1)',
  '\u0001javascript:alert(1)',
  'javascript%3Aalert(1)',
  '%6aavascript:alert(1)',
  '%256aavascript:alert(1)',
  '&amp;#106;avascript:alert(1)',
  'vbscript:msgbox(1)',
  'data:text/html,alert(1)',
  'data:image/svg+xml;base64,PHN2Zz4=',
  'ms-msdt:/id',
  'ms-msdt&colon;/id',
  'ms-ms&Tab;dt:/id',
  'view-source:javascript:alert(1)',
];

const SAFE = [
  'https://example.com/a_(b)?c=d&e#f',
  'HTTP://example.com',
  'mailto:a@example.com',
  'tel:+491234',
  '//cdn.example.com/x.jpg',
  '/blog/clean-burr-grinder',
  '#part',
  'a/b:c',
  '?q=a:b',
  'bild.png',
  'https://example.com/javascript:alert(1)',
];

describe('raw HTML', () => {
  it.each([
    [
      'a block',
      '<div onclick="x()">\nhello\n</div>\n',
      '&lt;div onclick="x()">\nhello\n&lt;/div>\n',
    ],
    ['a script', 'a <script>alert(1)</script> b', 'a &lt;script>alert(1)&lt;/script> b'],
    ['a comment', '<!-- x --> y', '&lt;!-- x --> y'],
    ['an instruction', 'a <?php x ?>', 'a &lt;?php x ?>'],
    ['a declaration', '<!DOCTYPE html>', '&lt;!DOCTYPE html>'],
    ['a line break', 'a<br>b', 'a&lt;br>b'],
    [
      'a tag that is not closed',
      'a <img src=x onerror=alert(1) ',
      'a &lt;img src=x onerror=alert(1) ',
    ],
    ['a malformed tag', '<a"b onclick=1>', '&lt;a"b onclick=1>'],
    ['a tag after a `<`', '<<b>', '<&lt;b>'],
    ['an escaped tag', 'a \\<b>', 'a &lt;b>'],
    ['a tag after an escaped backslash', 'a \\\\<b>', 'a \\\\&lt;b>'],
    ['a tag in a title', '[a](/b "<i>")', '[a](/b "&lt;i>")'],
    ['a tag in an alternative text', '![<i>](/b)', '![&lt;i>](/b)'],
    ['a tag in a fence line', '```<i>\nx\n```', '```&lt;i>\nx\n```'],
    ['a tag with NUL in it', '<\0script>', '&lt;\0script>'],
    [
      'a destination like a tag',
      '[a](<img src=x onerror=y()>)',
      '[a](img%20src=x%20onerror=y%28%29)',
    ],
    ['a fenced block without an end', '```\n<i>', '```\n&lt;i>'],
    ['code that GitHub does not take for code', '|a|\n|-|\n|`|<b>`|', '|a|\n|-|\n|`|&lt;b>`|'],
    [
      'code that only GitHub takes for code',
      '|a|b|\n|-|-|\n|`a|`<b>`|',
      '|a|b|\n|-|-|\n|`a|`&lt;b>`|',
    ],
    ['a byte order mark first', '\uFEFF`<b>` <b>', '`<b>` &lt;b>'],
    ['what is code after a byte order mark only', '\uFEFF\n\t`<b>`\n\n<b>', '\n\t`<b>`\n\n&lt;b>'],
    ['Windows line ends', '`<b>`\r\n<b>\r\n', '`<b>`\r\n&lt;b>\r\n'],
    ['tabs', '-\ta `<b>` <b>', '-\ta `<b>` &lt;b>'],
  ])('%s', (_, markdown, expected) => {
    const { markdown: sanitized, changes } = sanitizeMarkdown(markdown, 'escape');
    expect(sanitized).toBe(expected);
    expect(changes.map(({ kind }) => kind)).toEqual(['html']);
  });

  it.each([
    ['a comparison', 'if a < b and 3<4 and x <= y, <3, <- and <'],
    ['a code span', 'use `<div onclick="x">` and ``a ` <b>``'],
    ['a fenced block', '```html\n<script>alert(1)</script>\n```\n'],
    ['a fenced block in a list and a quote', '> - a\n>   ~~~\n>   <b>\n>   ~~~\n'],
    ['an indented block', 'a\n\n    <script>alert(1)</script>\n\nb'],
    ['a link in angle brackets', '<https://example.com/a?b=c&d> and <marta@example.com>'],
    [
      'a destination in angle brackets',
      '[a](<https://example.com/x>)\n\n[b]: <https://example.com>',
    ],
    ['references', '&lt;b> &amp; &copy;'],
    ['links', SAFE.map((url) => `[a](${url}) ![b](${url} "c")\n`).join('\n')],
    ['definitions', SAFE.map((url, n) => `[d${n}]: ${url}\n[d${n}]`).join('\n\n')],
    ['JavaScript as a word', 'JavaScript: the good parts. [see][1] javascript:\n\n[1]: /a\n'],
    ['code about links', '`[a](javascript:alert(1))`\n\n    [a]: javascript:x\n'],
  ])('leaves %s', (_, markdown) => {
    expect(sanitizeMarkdown(markdown, 'escape')).toEqual({ markdown, changes: [] });
  });

  it('is read again when escaping uncovers Markdown', () => {
    const markdown = '<div>\n[a](javascript:alert(1))\n\n[b]: data:x\n</div>';
    expect(clean(markdown)).toBe('&lt;div>\n[a](#)\n\n[b]: #\n&lt;/div>');
  });

  it('stays under the policy that allows it', () => {
    const markdown = '<video src="/a.mp4"></video> <b>x</b> [a](/b) <https://example.com>\n';
    expect(sanitizeMarkdown(markdown, 'allow')).toEqual({ markdown, changes: [] });
  });
});

describe('links', () => {
  it.each(DANGEROUS)('to %j lose their destination', (url) => {
    const forms: [string, string][] = [
      [`[a](<${url}> "t")`, '[a](# "t")'],
      [`![a](<${url}>)`, '![a](#)'],
      [`[a]: <${url}>\n\n[a]`, '[a]: #\n\n[a]'],
      [`> - [a](<${url}>)`, '> - [a](#)'],
    ];
    // Without angle brackets control characters end a destination.
    if (!/\p{Cc}/u.test(url)) forms.push([`x [a](${url}) y`, 'x [a](#) y']);
    for (const [markdown, expected] of forms) {
      expect(clean(markdown)).toBe(expected);
      expect(liveCode(clean(markdown))).toEqual([]);
      expect(liveCode(sanitizeMarkdown(markdown, 'allow').markdown, 'links')).toEqual([]);
    }
  });

  it('are found after a byte order mark', () => {
    expect(clean('\uFEFF[a](data:x)')).toBe('[a](#)');
  });

  it('in angle brackets become text', () => {
    expect(clean('<javascript:alert(1)>')).toBe('&lt;javascript:alert(1)>');
    expect(sanitizeMarkdown('<javascript:alert(1)>', 'allow')).toEqual({
      markdown: '&lt;javascript:alert(1)>',
      changes: [{ kind: 'link', count: 1 }],
    });
  });

  it('in angle brackets become text where some readers see a declaration around them', () => {
    const { markdown } = sanitizeMarkdown('b<!javascript:alert(1)<javascript:x>', 'allow');
    expect(markdown).toBe('b<!javascript:alert(1)&lt;javascript:x>');
    expect(liveCode(markdown, 'links')).toEqual([]);
  });

  it('are found where only generous readers see them', () => {
    expect(clean('[a] (javascript:alert(1))')).toBe('[a] (#))');
    expect(clean('text\n[a]: javascript:alert(1)')).toBe('text\n[a]: #)');
  });

  it('are counted apart from HTML', () => {
    expect(sanitizeMarkdown('<i>[a](data:x)[b](data:y)</i>', 'escape').changes).toEqual([
      { kind: 'html', count: 2 },
      { kind: 'link', count: 2 },
    ]);
  });
});

describe('any text', () => {
  const part = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...'<>[]()`*_~|\\!"\'#&:-= \n\t'.split('')) },
    fc.constantFrom(...DANGEROUS, ...SAFE),
    fc.constantFrom(
      '<script>',
      '</script>',
      '<img src=x onerror=alert(1)>',
      '<a href="javascript:x">',
      '<!--',
      '-->',
      '<?',
      '?>',
      '<![CDATA[',
      ']]>',
      '<div\n',
      'x="',
      '<https://e.x>',
      '<javascript:x>',
      '[a](',
      '![a](<',
      '[a]: ',
      '[a]',
      '[^1]',
      '[^1]: ',
      '```',
      '~~~',
      '\n\n',
      '\n    ',
      '\n- ',
      '\n> ',
      '\n1. ',
      '|a|b|\n|-|-|\n|',
      '`',
      '``',
      '\\`',
      '\\<b>',
      '&lt;',
      '\0',
      '\u200b',
      '\r\n',
      'javascript:',
      'word',
      'a < b',
      '\uFEFF',
      '"<b>"',
      "('<i>')",
      '- [ ] ',
      '\n\t',
      'www.e.x<b>',
    ),
  );
  const nasty = fc.array(part, { maxLength: 25 }).map((parts) => parts.join(''));

  it('is no live code afterwards, to any renderer', () => {
    fc.assert(
      fc.property(nasty, (markdown) => expect(liveCode(clean(markdown))).toEqual([])),
      { numRuns: 3_000 },
    );
  });

  it('has no live links afterwards when HTML is allowed', () => {
    fc.assert(
      fc.property(nasty, (markdown) => {
        const { markdown: sanitized } = sanitizeMarkdown(markdown.replaceAll('<a', ''), 'allow');
        expect(liveCode(sanitized, 'links')).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
  });

  it.each(['escape', 'allow'] as const)('is not changed a second time (%s)', (policy) => {
    fc.assert(
      fc.property(nasty, (markdown) => {
        const once = sanitizeMarkdown(markdown, policy);
        expect(sanitizeMarkdown(once.markdown, policy)).toEqual({
          markdown: once.markdown,
          changes: [],
        });
        // A byte order mark that is left out is no change worth a word.
        const bare = markdown.replace(/^\uFEFF+/, '');
        expect(once.changes.length > 0).toBe(once.markdown !== bare);
      }),
      { numRuns: 1_500 },
    );
  });

  it('comes back unchanged when it is clean', () => {
    const cleanPart = fc.constantFrom(
      'word ',
      '**bold** ',
      '`<b>` ',
      '[a](/b "t") ',
      '![x](https://e.x/y.png)',
      '\n\n',
      '\n- ',
      '\n\n## H\n\n',
      '\n\n```js\nif (a<b) { x("</i>") }\n```\n\n',
      '\n> ',
      'a < b ',
      '| a | b |\n',
      '\n\n|-|-|\n',
      '<https://e.x/y> ',
      '*i* ',
      '[ref][r]',
      '\n\n[r]: https://e.x\n\n',
      '1 <2',
    );
    fc.assert(
      fc.property(fc.array(cleanPart, { maxLength: 30 }), (parts) => {
        // A backtick more or less would make code of text and text of code.
        const markdown = parts.join('');
        expect(sanitizeMarkdown(markdown, 'escape')).toEqual({ markdown, changes: [] });
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('text made to be slow', () => {
  const N = 100_000;
  it.each([
    ['[', '['.repeat(N)],
    ['![', '!['.repeat(N)],
    ['*', '*'.repeat(N)],
    ['*a_ ', '*a_ '.repeat(N)],
    ['`a', '`a '.repeat(N)],
    ['<', '<'.repeat(N)],
    ['<a ', '<a '.repeat(N)],
    ['<!--', '<!-- '.repeat(N)],
    ['<?', 'a <?'.repeat(N)],
    ['<![CDATA[', 'a <![CDATA['.repeat(N)],
    ['[a](', '[a]('.repeat(N)],
    ['[a](<b', '[a](<b'.repeat(N)],
    ['[…](b)', `${'['.repeat(N)}a${'](b)'.repeat(N)}`],
    ['[a]: ', '[a]: data:x\n'.repeat(N)],
    ['>', '>'.repeat(N)],
    ['nested lists', Array.from({ length: 1_000 }, (_, n) => `${' '.repeat(n * 2)}- a`).join('\n')],
    ['underlines', 'a\n=\n'.repeat(N)],
    ['tables', 'a|b\n-|-\n'.repeat(N)],
    ['www.', 'www.a_'.repeat(N)],
    ['\\<', '\\'.repeat(N) + '<b>'.repeat(N)],
    ['spaces', `<${' '.repeat(N)}b`.repeat(10)],
    ['invisible characters', `<${'\u200b'.repeat(N)}b`.repeat(10)],
    ['&', '[a](' + '&#106;'.repeat(N) + ')'],
  ])('is made harmless all the same: %s', (_, slow) => {
    for (const policy of ['escape', 'allow'] as const) {
      const markdown = `<script>[a](javascript:x)\n\n${slow}`;
      const sanitized = sanitizeMarkdown(markdown, policy).markdown;
      if (policy === 'escape') expect(sanitized).not.toMatch(/\]\(javascript/);
      expect(sanitized.startsWith('<script>')).toBe(policy === 'allow');
    }
  });

  it('is made harmless without parsing, in code too', () => {
    const filler = `\n\n${'*a_ '.repeat(5_000)}`;
    const markdown = `\`<b>\` [a](javascript:x) [b](/c) ![d](https://e.x "t")\n\n[e]: data:x${filler}`;
    expect(isCostlyToParse(markdown)).toBe(true);
    const expected = `\`&lt;b>\` [a&#93;(javascript:x) [b](/c) ![d](https://e.x "t")\n\n[e&#93;: data:x${filler}`;
    expect(clean(markdown)).toBe(expected);
    expect(clean(expected)).toBe(expected);
  });
});
