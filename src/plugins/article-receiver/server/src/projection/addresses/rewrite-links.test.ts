import fc from 'fast-check';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5';
import { parseOptions } from '../../config/options';
import { sanitizeMarkdown } from '../../text/markdown/safe-markdown';
import { liveCode } from '../../text/markdown/markdown.test-support';
import { relinking, type Relink } from './relink';
import { rewriteLinks } from './rewrite-links';

const FROM = ['/blog/{slug}', 'https://service.example/{language}/a/{slug}'];
const ARTICLE_URL = 'https://blog.example.org/{language}/{slug}';

const relinkOf = (config: object = {}): Relink => {
  const options = parseOptions({ articleUrl: ARTICLE_URL, links: { from: FROM }, ...config });
  const relink = relinking(options, 'en');
  if (!relink) throw new Error('no addresses of the service are listed');
  return relink;
};
const relink = relinkOf();

const rewritten = (markdown: string, html: 'escape' | 'allow' = 'escape'): string =>
  rewriteLinks(markdown, relink, html).markdown;

describe('links to other articles', () => {
  it.each([
    ['inline', '[a](/blog/x-y)', '[a](https://blog.example.org/en/x-y)'],
    ['with a title', '[a](/blog/x "t")', '[a](https://blog.example.org/en/x "t")'],
    ['in angle brackets', '[a](</blog/x>)', '[a](<https://blog.example.org/en/x>)'],
    ['around an image', '[![b](/c.png)](/blog/x)', '[![b](/c.png)](https://blog.example.org/en/x)'],
    ['by reference', '[a][b]\n\n[b]: /blog/x', '[a][b]\n\n[b]: https://blog.example.org/en/x'],
    ['as an autolink', '<https://service.example/de/a/x>', '<https://blog.example.org/de/x>'],
    [
      'bare, before a full stop',
      'see https://service.example/de/a/x.',
      'see https://blog.example.org/de/x.',
    ],
    [
      'bare, where the sentence goes on without a space',
      '참고 https://service.example/de/a/x에서, 参考https://service.example/de/a/y的文章',
      '참고 <https://blog.example.org/de/x>에서, 参考<https://blog.example.org/de/y>的文章',
    ],
    [
      'bare, in quotes, and before marks that are no ASCII',
      '“https://service.example/de/a/x” 详见https://service.example/de/a/y。更多',
      '“<https://blog.example.org/de/x>” 详见<https://blog.example.org/de/y>。更多',
    ],
    [
      'bare, several without a space',
      '见https://service.example/de/a/x和https://service.example/de/a/y?b=c。',
      '见<https://blog.example.org/de/x>和https://blog.example.org/de/y?b=c。',
    ],
    [
      'bare, with a query behind which it goes on',
      'https://service.example/de/a/x?b=c에서',
      'https://blog.example.org/de/x?b=c에서',
    ],
    [
      'with query and fragment',
      '[a](/blog/x/?b=c&d=(e)#f)',
      '[a](https://blog.example.org/en/x?b=c&d=(e)#f)',
    ],
    ['without a scheme', '[a](//SERVICE.example/de/a/x)', '[a](https://blog.example.org/de/x)'],
    [
      'with a slug as nobody writes one',
      '[a](/blog/%C3%9Cber_Uns)',
      '[a](https://blog.example.org/en/ueber-uns)',
    ],
    [
      'with escapes',
      '[a](/blog\\/x&#45;y?a=1&amp;b#c)',
      '[a](https://blog.example.org/en/x-y?a=1&amp;b#c)',
    ],
    [
      'in a quote, a list, a table',
      '> - [a](/blog/x)\n\n|a|\n|-|\n|[b](/blog/y)|\n',
      '> - [a](https://blog.example.org/en/x)\n\n|a|\n|-|\n|[b](https://blog.example.org/en/y)|\n',
    ],
  ])('lead to the site: %s', (_, markdown, expected) => {
    expect(rewritten(markdown)).toBe(expected);
  });

  it.each([
    '![a](/blog/x)',
    '![[a](/blog/x)](/b.png)',
    '`[a](/blog/x)`',
    '```\n[a](/blog/x)\n```',
    '[a](/blog/x.pdf)',
    '[a](/blog/x/y)',
    '[a](/blog/)',
    '[a](/blog/..)',
    '[a](/blog/%2e%2e%2fx)',
    '[a](/blog/%zz)',
    '[a](blog/x)',
    '[a](https://other.example/blog/x)',
    '[a](https://service.example.evil.example/de/a/x)',
    '[a](https://user@service.example/de/a/x)',
    '[a](javascript:/blog/x)',
    '/blog/x',
    '<a href="/blog/x">a</a>',
    '\\[a](/blog/x)',
  ])('stays as it is: %s', (markdown) => {
    expect(rewritten(markdown)).toBe(markdown);
  });

  it('lead to the site in HTML that stays HTML', () => {
    const html = [
      '<a class=b href="/blog/x?a&amp;b">a</a>\n\n',
      "<div>\n<a\n href='https://service.example/de/a/z#c'>c</a> <a href=/blog/y>b</a>\n</div>\n\n",
    ];
    expect(rewritten(html.join(''), 'allow')).toBe(
      html
        .join('')
        .replace('/blog/x', 'https://blog.example.org/en/x')
        .replace('/blog/y', 'https://blog.example.org/en/y')
        .replace('https://service.example/de/a/z', 'https://blog.example.org/de/z'),
    );
    for (const other of [
      '<!-- <a href="/blog/x"> -->',
      '<script>\nvar a = \'<a href="/blog/x">\';\n</script>',
      '<a data-href="/blog/x">a</a>',
      '<a title=" href=/blog/x ">a</a>',
      '<a href="/blog/&#120;">a</a>',
      '<area href="/blog/x">',
      '<img src="/blog/x">',
    ]) {
      expect(rewritten(other, 'allow')).toBe(other);
    }
  });

  it('are told with the slug that was linked, each once', () => {
    const markdown = '[a](/blog/x) [b](/blog/x#c) [d](/blog/Y) ![e](/blog/z)';
    expect(rewriteLinks(markdown, relink, 'escape').links).toEqual([
      { slug: 'x', url: 'https://blog.example.org/en/x' },
      { slug: 'y', url: 'https://blog.example.org/en/y' },
    ]);
  });

  it('get the form of the site’s own function, and stay where it gives none', () => {
    const own = relinkOf({
      articleUrl: ({ slug }: { slug: string }) =>
        slug === 'none' ? null : `https://blog.example.org/?p=${slug}&q=(1)`,
    });
    const { markdown } = rewriteLinks('[a](/blog/x?b=c) [d](/blog/none)', own, 'escape');
    expect(markdown).toBe(
      '[a](https://blog.example.org/?p=x&amp;q=%281%29&amp;b=c) [d](/blog/none)',
    );
  });
});

describe('whatever the text', () => {
  const address = fc.constantFrom(
    '/blog/x',
    '/blog/x-y/#z',
    '/blog/x?a=1&b=2',
    '/blog/Über',
    '/blog/x.png',
    '/blogs/x',
    'https://service.example/de/a/x',
    'http://service.example/de/a/x?y',
    'www.service.example/de/a/x',
    'https://service.example/x',
    'https://blog.example.org/en/x',
    'javascript:x',
  );
  const part = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...'<>[]()`*_~|\\!"\'#&:-= \n\t'.split('')) },
    address,
    address.map((to) => `[a](${to})`),
    address.map((to) => `![a](${to})`),
    address.map((to) => `[b]: ${to}\n`),
    address.map((to) => `<${to}>`),
    address.map((to) => `<a href="${to}">c</a>`),
    address.map((to) => `<img src=${to}>`),
    fc.constantFrom(
      '[b]',
      '> ',
      '- ',
      '```\n',
      '\n\n',
      'word ',
      '<!--',
      '-->',
      '<b>',
      '\r\n',
      '&amp;',
      '\uFEFF',
    ),
  );
  const text = fc.array(part, { maxLength: 20 }).map((parts) => parts.join(''));
  const policy = fc.constantFrom('escape' as const, 'allow' as const);

  const rendered = (markdown: string): string =>
    micromark(markdown, {
      allowDangerousHtml: true,
      allowDangerousProtocol: true,
      extensions: [gfm()],
      htmlExtensions: [gfmHtml()],
    });

  type Node = DefaultTreeAdapterTypes.Node;

  /** A page by its elements and texts, but for the text of autolinks, which is their address. */
  const pageOf = (node: Node, to: (address: string) => string, isLink = false): unknown => {
    if (node.nodeName === '#text') {
      const { value } = node as DefaultTreeAdapterTypes.TextNode;
      return isLink && /^(?:https?:|www\.)/.test(value) ? '' : value;
    }
    const attributes = 'attrs' in node ? node.attrs : [];
    const isAnchor = node.nodeName === 'a';
    return [
      node.nodeName,
      attributes.map(({ name, value }) => [name, isAnchor && name === 'href' ? to(value) : value]),
      'childNodes' in node ? node.childNodes.map((child) => pageOf(child, to, isAnchor)) : [],
    ];
  };

  const onSite = (address: string): string => {
    const [, head = '', suffix = ''] = /^([^?#]*)(.*)$/s.exec(address) ?? [];
    const link = relink(head);
    return link ? link.url + suffix : address;
  };

  it('nothing but links to articles changes', () => {
    fc.assert(
      fc.property(text, (markdown) => {
        // An image may share a link's definition.
        const bare = markdown.replaceAll('<a ', '< a ').replaceAll('![b]', '[b]');
        const page = pageOf(parseFragment(rendered(rewritten(bare))), (address) => address);
        expect(page).toEqual(pageOf(parseFragment(rendered(bare)), onSite));
      }),
      { numRuns: 300 },
    );
  });

  it('whichever line ends it has, the same changes', () => {
    const onWindows = (markdown: string) => markdown.replaceAll('\n', '\r\n');
    fc.assert(
      fc.property(text, policy, (markdown, html) => {
        const unix = markdown.replace(/\r\n?/g, '\n');
        expect(rewritten(onWindows(unix), html)).toBe(onWindows(rewritten(unix, html)));
      }),
      { numRuns: 300 },
    );
  });

  it('a second time changes nothing', () => {
    fc.assert(
      fc.property(text, policy, (markdown, html) => {
        const once = rewritten(markdown, html);
        expect(rewritten(once, html)).toBe(once);
      }),
      { numRuns: 300 },
    );
  });

  it('what is made safe afterwards is safe', () => {
    fc.assert(
      fc.property(text, (markdown) => {
        const { markdown: safe } = sanitizeMarkdown(rewritten(markdown), 'escape');
        expect(liveCode(safe)).toEqual([]);
        expect(sanitizeMarkdown(safe, 'escape').changes).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});

describe('the option', () => {
  it.each([
    ['/blog/{slug}/{slug}', /"links.from.0": expected an address like/],
    ['/blog', /"links.from.0": expected an address like/],
    ['blog/{slug}', /"links.from.0": expected an address like/],
    ['//service.example/{slug}', /"links.from.0": expected an address like/],
    ['/blog/{slug}?a', /"links.from.0": expected an address like/],
    ['/blog/{slug', /"links.from.0": expected an address like/],
    ['/{lang}/{slug}', /"links.from.0": there is no \{lang\}/],
  ])('names the wrong pattern %s', (pattern, message) => {
    const config = { articleUrl: ARTICLE_URL, links: { from: [pattern] } };
    expect(() => parseOptions(config)).toThrow(message);
  });

  it('asks for articleUrl, and for addresses that are not the site’s own', () => {
    const links = { from: ['https://blog.example.org/{slug}'] };
    expect(() => parseOptions({ links })).toThrow(/"links.from": expected "articleUrl" beside it/);
    const inner = 'https://blog.example.org/a-{slug}';
    expect(() => parseOptions({ links, articleUrl: inner })).toThrow(
      /"links.from": https:\/\/blog.example.org\/a-pour-over-ratio is an address of "articleUrl"/,
    );
    const same = 'https://blog.example.org/{slug}';
    expect(() => parseOptions({ links, articleUrl: same })).not.toThrow();
    expect(() => parseOptions({ links, llmsTxt: { articleUrl: ARTICLE_URL } })).not.toThrow();
  });
});
