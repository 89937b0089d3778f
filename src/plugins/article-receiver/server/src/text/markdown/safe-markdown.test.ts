import fc from 'fast-check';
import { isCostlyToParse } from './markdown-cost';
import { sanitizeMarkdown } from './safe-markdown';
import { liveCode, shownText } from './markdown.test-support';
import { MAX_LENGTH, MAX_MARKS } from './too-long';

const clean = (markdown: string): string => sanitizeMarkdown(markdown, 'escape').markdown;

/** The same text with the line ends that are written there. */
const onWindows = (markdown: string): string => markdown.replace(/\r?\n/g, '\r\n');

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
    ['a tag in a title', '[a](/b "<i>")', '[a](/b "&lt;i&gt;")'],
    ['a tag in an alternative text', '![<i>](/b)', '![&lt;i&gt;](/b)'],
    ['a tag in a fence line', '```<i>\nx\n```', '```&lt;i>\nx\n```'],
    ['a tag with NUL in it', '<\0script>', '&lt;\0script>'],
    [
      'a destination like a tag',
      '[a](<img src=x onerror=y()>)',
      '[a](img%20src=x%20onerror=y%28%29)',
    ],
    ['a destination like an end tag', '![a](</uploads/b.jpg> "t")', '![a](/uploads/b.jpg "t")'],
    ['a definition like a tag', '[a]: </blog/b>\n\n[a]', '[a]: /blog/b\n\n[a]'],
    ['code that GitHub does not take for code', '|a|\n|-|\n|`|<b>`|', '|a|\n|-|\n|`|&lt;b>`|'],
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
    ['a code span', 'use `<div onclick="x">`, (`Map<K, V>`) and **`List<T>`** or [`a[0]<b>`](/c)'],
    ['a fenced block', '```html\n<script>alert(1)</script>\n```\n'],
    ['fenced blocks after another', 'a:\n```js\nf<T>()\n```\n\n```\n<b>\n  <i>\n```\n'],
    ['a link in angle brackets', '<https://example.com/a?b=c&d> and <marta@example.com>'],
    [
      'a destination in angle brackets',
      '[a](<https://example.com/x>)\n\n[b]: <https://example.com>',
    ],
    ['references', '&lt;b> &amp; &copy;'],
    ['a link to the top beside code', '[top](#) `Map<K>`\n\n[a]: #\n\n[a]\n'],
    ['a note that begins with a link', 'a[^1]\n\n[^1]: [Source](https://e.x/a_(b)) says\n'],
    ['links', SAFE.map((url) => `[a](${url}) ![b](${url} "c")\n`).join('\n')],
    ['definitions', SAFE.map((url, n) => `[d${n}]: ${url}\n[d${n}]`).join('\n\n')],
    [
      'addresses and brackets in titles and texts of images',
      '![Chart at www.e.x/a?b=c, on/off = 1/2=0.5](/y.png "see https://e.x/online [2]")\n\n[x](/y "a [b] c")',
    ],
    [
      'notes with links between quotes',
      'a[^1] b[^2]\n\n[^1]: See "The [Book](https://e.x)" (2020)\n[^2]: [b](/c)\n',
    ],
    ['brackets in addresses', '[a](https://e.x/?f[a]=b&g[]=c) [b](/c[1])'],
    ['quotes in the head of a table', '| "a" = b | c "d" |\n| --- | --- |\n| "e=f" | g |\n'],
    ['JavaScript as a word', 'JavaScript: the good parts. [see][1] javascript:\n\n[1]: /a\n'],
    [
      'code with addresses, and code right behind one',
      '`curl https://e.x` and `"a"=b`\n\nhttps://e.x/`id`: "a" and `b`',
    ],
    ['code about links', '`[a](javascript:alert(1))`\n\n```md\n[a](javascript:x)\n```\n'],
  ])('leaves %s', (_, markdown) => {
    expect(sanitizeMarkdown(markdown, 'escape')).toEqual({ markdown, changes: [] });
  });

  it.each([
    ['[a]: /x "t[b]"\n\n[a]', '[a]: /x "t&#91;b&#93;"\n\n[a]'],
    ["![a](/x 't [b](/c)')", "![a](/x 't &#91;b&#93;(/c)')"],
    ['[a](/x[b])\n\n[b]: /c', '[a](/x&#91;b&#93;)\n\n[b]: /c'],
    ['![at www.e.x/onerror\\=x today](/y)', '![at www.e.x/onerror&#61;x today](/y)'],
    ['![Sales [2024] in %](/a.png "t")', '![Sales &#91;2024&#93; in %](/a.png "t")'],
    ['[![a \\[b\\] c](/a.png)](/d)', '[![a &#91;b&#93; c](/a.png)](/d)'],
    ['![a [b](/c) d](/a.png)', '![a &#91;b&#93;(/c) d](/a.png)'],
    ['![a [b](/a.png)', '!&#91;a [b](/a.png)'],
    ['|a"/b=c|d|\n|--|--|', '|a&quot;/b=c|d|\n|--|--|'],
    // Its title stays one: without its quotes it would be no link to anybody.
    ['|[a](/b "c=d")|e "f"|\n|--|--|', "|[a](/b 'c=d')|e &quot;f&quot;|\n|--|--|"],
  ])('cannot come of what some write into attributes: %j', (markdown, expected) => {
    expect(clean(markdown)).toBe(expected);
    expect(liveCode(expected)).toEqual([]);
  });

  it.each([
    ['a list after a quote', '>*\n    <script>alert(1)</script>'],
    ['a list in a quote', '>-\n    <script>'],
    ['a numbered list in a quote', '>1.\n    <img src=x onerror=alert(1)>'],
    ['a quote in a list', '- >*\n      <iframe src=x>'],
    ['an indented block', 'a\n\n    <script>\n'],
    ['a fenced block in a list', '- a\n\n  ```\n  <b>\n  ```\n'],
    ['a block with a blank line, which not every renderer takes for one', '```\na\n\n<b>\n```'],
    ['a block without an end', '```\n<i>'],
    ['code to GitHub only', '|a|b|\n|-|-|\n|`a|`<b>`|'],
    ['a block with a heading in it', '```\n# a\n<b>\n```'],
    ['a block behind a definition', '[^1]: \n```\n<script>alert(1)</script>\nx\n```\n'],
    ['a block after one without an end', '```\nx\n\n```\n<script>\n```'],
    ['a block in another fence', '~~~\n```\n<b>\n```\n~~~'],
    ['two backticks', '*x ``a* <b>`` y*'],
    ['a backtick in a link', '[a](b` <c>`'],
    ['a backtick in a label', '[`]: /x\n\n[`] <b>`'],
    ['a backtick in an address', 'www.a/`b <c>`'],
    ['a backtick in what is struck through', '~~a `b~~ <c>`'],
    ['a cell', '|a|\n|-|\n|`|<b>`|'],
    ['a backtick before a line of spaces', '`\n \n`<i>`\n-'],
  ])('is never left where somebody sees no code: %s', (_, markdown) => {
    const sanitized = clean(markdown);
    expect(sanitized).not.toMatch(/<(?=[a-z/])/);
    expect(liveCode(sanitized)).toEqual([]);
    expect(clean(sanitized)).toBe(sanitized);
  });

  it('gets a space in code that is not certain, and the article says so', () => {
    expect(sanitizeMarkdown('- a\n\n  ```\n  <b>\n  ```\n', 'escape')).toEqual({
      markdown: '- a\n\n  ```\n  < b>\n  ```\n',
      changes: [{ kind: 'code', count: 1 }],
    });
  });

  it('reads right in ordinary samples of code, whoever renders them', () => {
    for (const code of ['const a: Map<string, T> = b;', '<div class="x">\n  <p>a</p>\n</div>']) {
      const fenced = `Text:\n\n\`\`\`ts\n${code}\n\`\`\`\n\nMore.\n`;
      const spans = code.includes('\n') ? '' : `\n\nUse \`${code}\` and (\`Foo<T>\`).\n`;
      for (const [renderer, text] of Object.entries(shownText(clean(fenced + spans)))) {
        // Without fences it is a code span, where a line's end is a space.
        const shown = renderer === 'marked, pedantic' ? code.replace(/\s+/g, ' ') : code;
        const seen = renderer === 'marked, pedantic' ? text.replace(/\s+/g, ' ') : text;
        expect([renderer, seen]).toEqual([renderer, expect.stringContaining(shown)]);
        if (spans) expect(text).toContain('(Foo<T>)');
      }
    }
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
    expect(clean('[a] (javascript:alert(1))')).toBe('[a&#93; (javascript:alert(1))');
    expect(clean('text\n[a]: javascript:alert(1)')).toBe('text\n[a&#93;: javascript:alert(1)');
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
      '\n>*\n    <script>',
      '\n>1.\n     <script>',
      '\n- >-\n      <script>',
      '**',
      '~~',
      '[`',
      '`]',
      '](`',
      '\n# ',
      '\n===\n',
      '$',
      ':x:',
      '¨',
      '\u2028',
      '\f',
      '\u00a0',
      'x"onmouseover="alert(1)',
      'https://e.x`',
      '![a [b] ',
      '![a [b](/c) \\[d\\]](/e)',
      '"onclick=alert(1) ',
      '<https://e.x/onclick=alert(1)>',
      '<https://e.x/',
      'www.e.x/',
      'www.e.x/onclick=alert(1)// ',
      '/onclick=x//@e.x ',
      '\n[a]: onerror=alert(1)// "t',
      "\n[a]: /x 't",
      '[a][a]',
      '![a][a]',
      '![a](/x "t ',
      "[a](/x 't ",
      '")',
      "')",
      '\n|a"/onclick=alert(1)//|b|\n|--|--|\n|',
    ),
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        '`<script>alert(1)</script>` ',
        '(`<img src=x onerror=alert(1)>`)',
        '**`<b>`**',
        '[`<b>`](/x)',
        '\n```\n<script>alert(1)</script>\nx\n```\n\n',
        '\n\n```js\n<script>alert(1)</script>\n```\n',
        '\n\n```js\n<b>\n\n<script>alert(1)</script>\n```\n',
      ),
    },
  );
  const nasty = fc.array(part, { maxLength: 25 }).map((parts) => parts.join(''));

  /** What properties found once, most of it with fresh seeds (`npm run test:fresh`). */
  const FOUND = [
    '<\\![a](/b)<img src=/c>',
    '[^1]: \n```\n<script>alert(1)</script>\nx\n```\n\n',
    '`<script>alert(1)</script>` \n[a]: /x\n\n\n```js\n<b>\n\n<script>alert(1)</script>\n```\n',
    '[a]("onclick=alert(1) ',
    '[a](x"onmouseover="alert(1)',
    '[a]()"onclick=alert(1) ',
    '![a](<<script>alert(1)</script>',
    "![a](<('<i>')",
    '![a](<<script>[`<b>`](/x)',
    '<![CDATA[>[`<b>`](/x)',
    '[a](`\t**`<b>`**"javascript:alert(1)',
    '<![CDATA[<https://e.x>[`<b>`](/x)',
    '![<https://e.x>`b`](/x) onerror=alert(1) y>',
    '![a](y[b](onerror=alert(1)//))',
    '[1]: [x](onclick=alert(1)//)\n\n[t][1]',
    '![a](<HTTP://example.com[`<b>`](/x)[`<b>`](/x)',
    '```\n\uFEFF\n`<b>`',
    '```x"onclick=alert(1)\n\n\n```\n',
    '![a](<`][`<b>`](/x)',
    '![a](<?q=a:b<https://e.x/onclick=alert(1)>javascript:alert(1)',
    '![a>b](/x) onerror=alert(1) y>',
    '![a](/x "b>c") onerror=alert(1) y>',
    '[^1]: \n```\n<script>alert(1)</script>\nx\n```\n\n\n```\n<script>alert(1)</script>\nx\n```\n\n',
    '[a]: /x "\n\n```js\nx "\n<script>alert(1)</script>\n```\n',
    '[a]: /x\n"\n\n```js\nx "\n<script>alert(1)</script>\n```\n',
    '[a](x["onclick=alert(1) )',
    '<https://e.x/[a](/b)>',
    '<https://e.x/![a](/b)>',
    '<https://e.x/[a]>\n\n[a]: /b',
    // A scheme behind more than was looked at.
    `[a](${'&Tab;'.repeat(100)}javascript:alert(1))`,
    `[a](<${'&#1;'.repeat(200)}javascript:alert(1)>)`,
    `[a](<${'\u0001'.repeat(500)}javascript:alert(1)>)`,
    `[a]: ${'&Tab;'.repeat(100)}javascript:alert(1)\n\n[a]`,
    // Code or a link in the text of an image, one of whose tags is written into the other's attribute.
    '![`"onerror=alert(1) `](x)',
    '![`` "onerror=alert(1) ``](x)',
    '![`]"onerror=alert(1) `](x)',
    '[![`"onerror=alert(1) `](x)](y)',
    '![`"t")`](x)',
    '![[](x)](x)\n>',
    '![a [1] b](x)\n\n[1]: onerror=alert(1)//',
    '[a]:[a]:\n[][a]',
    '[][a]\n\n[a]:**`<i>`**``<i>``[a]',
    // Fences and spans that only some see.
    '```\n\n```\t\n\n```\n<script>\n```',
    '- \n```\n\n```\n\n```\n<script>\n```',
    '```\n<script>\n```\n-',
    '```\n<script>\n```\n=',
    '||\n-||\n```\n<script>\n```',
    '`\n[x]:x\n\n`<b>`',
    '~`<script>`',
    // A link in a title: one tag is written into the other's attribute.
    '![a][a]\n\n[a]: onerror=alert(1)// "t[a]"',
    "[a]: onmouseover=alert(1)// 't[a][a]'\n\n[a][a]",
    '[a]: onmouseover=alert(1)//\n "t[a][a]"\n\n[a][a]',
    '[a]: /x |t[b]|\n\n![q][a]\n\n[b]: onerror=alert(1)//',
    '[a]: /x(t [b])\n\n![q][a]\n\n[b]: onerror=alert(1)//',
    '[^1]: x "t[b]"\n\n![q][^1]\n\n[b]: onerror=alert(1)//',
    '[x](/y "t[a]")\n\n[a]: onmouseover=alert(1)//',
    '![x](/y "t[a]")\n\n[a]: onerror=alert(1)//',
    '![x](/y =1x1 "t[a]")\n\n[a]: onerror=alert(1)//',
    "![x](/y 't [a](onerror=alert(1)//)')",
    "![x](/y't [a](onerror=alert(1)//)')",
    '![x](/y "t \'x\') [a](onerror=alert(1)//)")',
    '![x](/y "t[a") b](onerror=alert(1)//)',
    '![x](/y "t\n[a](onerror=alert(1)//)")',
    '![x](/y "t\nsee www.e.x/onerror=alert(1)// now")',
    // A bare address in what is written into an attribute.
    '![Chart at www.e.x/onerror=alert(1)// today](/missing.png)',
    '![Chart at www.e.x/onerror\\=alert(1)// today](/missing.png)',
    '![Chart at www.e.x/x-init=alert(1)// today](/missing.png)',
    '![a](/x "see www.e.x/onerror=alert(1)// now")',
    "![a](/x 'see www.e.x/onerror=alert(1)// now')",
    '[a]: /x "see www.e.x/onerror=alert(1)// "\n\n![a][a]',
    '![x /onerror=location=name//@e.x y](/z)',
    // Code right behind one.
    'https://e.x`"onclick=alert(1)`',
    'https://e.x/\u00a0`"onclick=alert(1)`',
    'www.e.x/*`a`_`b"/ onclick = alert(1)`',
    'ftp://e.x.y``\n"onclick=alert(1)``',
    // A label in an address.
    '![a](/x[a])\n\n[a]: onerror=alert(1)//',
    '![x](/y(a[b])\n\n[b]: onerror=alert(1)//',
    '![x](/y_(a)[b])\n\n[b]: onerror=alert(1)//',
    '![q][^1]\n\n[^1]: [b]\n\n[b]: onerror=alert(1)//',
    // An address that goes on behind a parenthesis, or behind a space that is none to some.
    '[a]: x)"onclick=alert(1)//\n\n[a]',
    '[a]: x\u00a0"onclick=alert(1)//\n\n[a]',
    '[a](x\u00a0"onclick=alert(1)//)',
    "![x](/y\u00a0z 't[a]')\n\n[a]: onerror=alert(1)//",
    // A title that is longer to some, with what ends a tag in it.
    '[a]: /y "t ">)\n\n![a][a] onerror=alert(1) y>',
    // The head of a table, which some write into an attribute as it is.
    '|a"/onmouseover=alert(1)//|b|\n|--|--|\n|x|y|\n\n',
    '|a"/onmouseover=alert(1)//|\n|--|\n|x|\n\n',
    // The address of another link is written into it.
    '|[b]")=|x|\n|--|--|\n|a|b|\n\n[b]: /c/onclick=alert(1)// "z"\n',
    '|a"/onmouseover =alert(1)//|\n|--|\n|x|\n\n',
    '_[^1]: _/onclick=x//@e.x ',
    '*a */onclick=location=name//@e.x',
    '~~a ~~/onclick=x@e.x',
    '_a mailto:_/onclick=x@e.x',
  ];

  it.each(FOUND)('stays harmless where it was found not to be: %j', (markdown) => {
    for (const written of [markdown, onWindows(markdown)]) {
      expect(liveCode(clean(written))).toEqual([]);
      expect(clean(clean(written))).toBe(clean(written));
    }
  });

  it('becomes the same whichever line ends it has', () => {
    fc.assert(
      fc.property(nasty, (markdown) => {
        const unix = markdown.replace(/\r\n?/g, '\n');
        expect(clean(onWindows(unix))).toBe(onWindows(clean(unix)));
      }),
      { numRuns: 1_500, examples: [['```js\n<b>\n```\n[a]: javascript:alert(1)']] },
    );
  });

  it('is no live code afterwards, to any renderer', () => {
    fc.assert(
      fc.property(nasty, fc.boolean(), (markdown, isOnWindows) => {
        const written = isOnWindows ? onWindows(markdown) : markdown;
        expect(liveCode(clean(written))).toEqual([]);
      }),
      { numRuns: 1_500 },
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
      ' `<b>` ',
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
    ['<https://', '<https://x'.repeat(N / 3)],
    ['www.', 'www.a_'.repeat(N)],
    ['\\<', '\\'.repeat(N) + '<b>'.repeat(N)],
    ['spaces', `<${' '.repeat(N)}b`.repeat(10)],
    ['invisible characters', `<${'\u200b'.repeat(N)}b`.repeat(10)],
    ['&', '[a](' + '&#106;'.repeat(N) + ')'],
    ['](`', '](`'.repeat(N)],
    ['![`', '![`'.repeat(N)],
    [']:', ']:'.repeat(N)],
    ['](" ', '](" '.repeat(N)],
    ['```"', '```' + '"'.repeat(N) + '`'],
    ['[a](javascript:x)', '[a](javascript:x)\n\n'.repeat(N / 5)],
    ['backticks in lines', 'a `b` `<c>`\n'.repeat(N / 5)],
    ['fences', '```\n<b>\n```\n\n'.repeat(N / 5)],
  ])('is made harmless all the same: %s', (_, slow) => {
    for (const policy of ['escape', 'allow'] as const) {
      const markdown = `<script>[a](javascript:x)\n\n${slow}`;
      const sanitized = sanitizeMarkdown(markdown, policy).markdown;
      if (policy === 'escape') expect(sanitized).not.toMatch(/\]\(javascript/);
      expect(sanitized.startsWith('<script>')).toBe(policy === 'allow');
    }
  });

  it('is looked into where a parser would take too long', () => {
    const filler = `\n\n${'*a_ '.repeat(5_000)}`;
    expect(isCostlyToParse(filler)).toBe(true);
    const markdown = `Code: \`<b>\`\n\n[a](javascript:x) [b](/c) <i>${filler}`;
    const expected = `Code: \`<b>\`\n\n[a](#) [b](/c) &lt;i>${filler}`;
    expect(clean(markdown)).toBe(expected);
    expect(clean(expected)).toBe(expected);
  });

  it('has all tags and links escaped where it is longer than any article, and says so', () => {
    const markdown = '`<b>` [a](/b)\n\n[c]: /d\n';
    for (const filler of ['word '.repeat(MAX_LENGTH / 5), '\n'.repeat(MAX_MARKS)]) {
      expect(sanitizeMarkdown(markdown + filler, 'escape')).toEqual({
        markdown: `\`‹b>\` [a］(/b)\n\n[c］: /d\n${filler}`,
        changes: [{ kind: 'unread', count: 1 }],
      });
      expect(sanitizeMarkdown(filler, 'escape')).toEqual({ markdown: filler, changes: [] });
    }
    const html = sanitizeMarkdown(
      `<b>x</b> <javascript:x>${'word '.repeat(MAX_LENGTH / 5)}`,
      'allow',
    );
    expect(html.markdown).toMatch(/^<b>x<\/b> ‹javascript:x>word/);
  });

  it('is not too long for having been escaped', () => {
    const markdown = `${'<b>[a](javascript:x)\n'.repeat(2_000)}[b](/c) `;
    const long = markdown + 'x'.repeat(MAX_LENGTH - markdown.length);
    const once = clean(long);
    expect(once.length).toBeGreaterThan(markdown.length);
    expect(once).toContain('[b](/c)');
    expect(clean(once)).toBe(once);
  });
});
