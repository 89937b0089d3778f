import fc from 'fast-check';
import { htmlOf, htmlWithin } from './html';

describe('htmlOf', () => {
  it.each([
    ['a number to call', '[a](tel:+491)', '<p><a href="tel:+491">a</a></p>'],
    ['a script', '[a](javascript:alert(1))', '<p><a href="">a</a></p>'],
    ['a hidden script', '[a](java&#115;cript:alert(1))', '<p><a href="">a</a></p>'],
    ['a script that is decoded twice', '[a](javascript&amp;#58;1)', '<p><a href="">a</a></p>'],
    ['an autolinked script', '<javascript:alert(1)>', '<p><a href="">javascript:alert(1)</a></p>'],
    ['data', '![a](data:image/svg+xml,1)', '<p><img src="" alt="a" /></p>'],
    ['an image to call', '![a](tel:1)', '<p><img src="" alt="a" /></p>'],
    [
      'what looks like an attribute',
      '` href="tel:1" `',
      '<p><code>href=&quot;tel:1&quot;</code></p>',
    ],
    ['HTML', '<b onclick="a()">', '&lt;b onclick=&quot;a()&quot;&gt;'],
  ])('takes %s for what it is', (_, markdown, html) => {
    expect(htmlOf(markdown, 'escape')).toBe(html);
  });

  it('leaves HTML as it is where it may stay', () => {
    const html = '<div data-a="1" src="data:1">a</div>';
    expect(htmlOf(html, 'allow')).toBe(html);
  });
});

describe('htmlWithin', () => {
  const cut = (text: string, length: number) => text.slice(0, length);
  const pieces = fc.constantFrom(
    'a ',
    '**b** ',
    '[c](/d) ',
    '`e` ',
    '& ',
    '< ',
    '\n\n',
    '- ',
    '# ',
    '" ',
  );
  const markdown = fc.array(pieces, { maxLength: 60 }).map((parts) => parts.join(''));

  it('is never longer, and has no open tag', () => {
    fc.assert(
      fc.property(markdown, fc.integer({ min: 1, max: 120 }), (text, limit) => {
        const html = htmlWithin(text, 'escape', { limit, cut });
        expect(html.length).toBeLessThanOrEqual(limit);
        expect(html.replace(/<[^<>]*>/g, '')).not.toMatch(/[<>]|&(?![a-z]+;)/);
        const opened = [...html.matchAll(/<(\w+)[^>]*>/g)].filter(([tag]) => !tag.endsWith('/>'));
        expect([...html.matchAll(/<\/\w+>/g)]).toHaveLength(opened.length);
      }),
    );
  });

  it.each([
    ['an element', 'One <b class="x">two three</b>', '<p>One <b class="x">two</b></p>'],
    ['a block', '<div class="x">one two three</div>', '<div class="x">one two</div>'],
    ['its tag', '<div class="one two three four">five</div>', ''],
    ['a comment', '<!-- one two three four five -->', '<!-- one two three four five-->'],
  ])('leaves nothing open where it cuts HTML that stays HTML: %s', (_, text, kept) => {
    const words = (whole: string, length: number) => whole.slice(0, length).replace(/\s\S*$/, '');
    expect(htmlWithin(text, 'allow', { limit: 31, cut: words })).toBe(kept);
  });
});
