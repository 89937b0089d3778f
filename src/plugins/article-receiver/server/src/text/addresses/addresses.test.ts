import fc from 'fast-check';
import { addressesIn, replaceAddresses, replaceInJson } from './addresses';

const HERO = 'https://cdn.example.com/a/hero.jpg';
const NEW = '/uploads/hero_1a2b.jpg';
const map = new Map([[HERO, NEW]]);

describe('replaceAddresses', () => {
  it.each([
    ['alone', '§'],
    ['a Markdown image', '![a](§ "t") and [![b](§)](/x)'],
    ['angle brackets', '![a](<§>) <§>'],
    ['definitions', '[a]: §\n[b]:§ "t"\n[c]: <§>'],
    ['HTML attributes', '<img src="§"><img src=\'§\'><img src=§ alt=x><img src=§>'],
    ['srcset', '<img srcset="§ 1x, § 2x"> srcset="§, § 2x"'],
    ['styles', 'url(§) url("§")'],
    ['prose', 'See §. See §, or (§); «§»! **§** _§_ *§*, „§“ §: §'],
    ['tables', '|§|\n| § |'],
    ['escaped attributes', 'src=&quot;§&quot; &lt;§&gt;'],
    ['quoted code', String.raw`"src=\"§\""`],
    ['lines', '§\n§\r\n\t§'],
  ])('replaces it: %s', (_, template) => {
    const text = template.replaceAll('§', HERO);
    expect(replaceAddresses(text, map)).toBe(template.replaceAll('§', NEW));
  });

  it.each([
    `${HERO}?w=2`,
    `${HERO}#x`,
    `${HERO}/x`,
    `${HERO}.webp`,
    `${HERO}-2`,
    `${HERO}_large`,
    `${HERO}%20`,
    `${HERO},w_2`,
    `${HERO}&amp;w=2`,
    `${HERO}&w=2`,
    `${HERO}é`,
    `${HERO}\\_x`,
    `${HERO}:8080`,
    `https://proxy.example/?u=${HERO}`,
    `https://proxy.example/?a=1&u=${HERO}`,
    `https://proxy.example/?a=1&amp;u=${HERO}`,
    `https://proxy.example/?x&amp;${HERO}`,
    `https://proxy.example/${HERO}`,
    `https://proxy.example/f_auto,${HERO}`,
    `view-source:${HERO}`,
    `x${HERO}`,
    HERO.slice(0, -1),
    HERO.toUpperCase(),
  ])('leaves another address alone: %s', (other) => {
    for (const text of [other, `![a](${other})`, `<img src="${other}">`, `a ${other} b`]) {
      expect(replaceAddresses(text, map)).toBe(text);
    }
  });

  it('finds addresses with parameters in every writing of their ampersands', () => {
    const from = 'https://cdn.example.com/i?id=1&w=2';
    const withParameters = new Map([
      [from, 'https://s3.example.com/x?a=1&b=2'],
      ['https://cdn.example.com/i?id=1', '/one'],
    ]);
    expect(
      replaceAddresses(
        '![a](https://cdn.example.com/i?id=1&w=2) <img src="https://cdn.example.com/i?id=1&amp;w=2">' +
          ' https://cdn.example.com/i?id=1 https://cdn.example.com/i?id=1&w=3',
        withParameters,
      ),
    ).toBe(
      '![a](https://s3.example.com/x?a=1&b=2) <img src="https://s3.example.com/x?a=1&amp;b=2">' +
        ' /one https://cdn.example.com/i?id=1&w=3',
    );
  });

  it('takes the longest of two addresses', () => {
    const both = new Map([
      ['https://x.example/a', '/short'],
      ['https://x.example/a)b', '/long'],
    ]);
    expect(replaceAddresses('(https://x.example/a) (https://x.example/a)b)', both)).toBe(
      '(/short) (/long)',
    );
  });

  it('does not look for a part of what it has replaced', () => {
    const parts = new Map([
      ['https://x.example/(/a)', '/whole'],
      ['/a', '/part'],
    ]);
    expect(replaceAddresses('<https://x.example/(/a)> (/a)', parts)).toBe('</whole> (/part)');
  });

  it('does not look at what it has put in', () => {
    const swap = new Map([
      ['https://x.example/a', 'https://x.example/b'],
      ['https://x.example/b', 'https://x.example/a'],
    ]);
    expect(replaceAddresses('https://x.example/a https://x.example/b $&', swap)).toBe(
      'https://x.example/b https://x.example/a $&',
    );
  });

  it('has no use for patterns in addresses', () => {
    const odd = new Map([['https://x.example/(a+)*[b].png', '$1$&']]);
    expect(replaceAddresses('![x](<https://x.example/(a+)*[b].png>)', odd)).toBe('![x](<$1$&>)');
    expect(replaceAddresses('x', new Map([['', 'y']]))).toBe('x');
    expect(replaceAddresses('x', new Map([['x', 'y']]))).toBe('x');
  });

  it('replaces exactly the words that are addresses, for any words', () => {
    const words = fc.constantFrom(
      'https://x.e/a',
      'https://x.e/ab',
      'https://x.e/a.b',
      'word',
      '/a',
    );
    const delivered = new Map([
      ['https://x.e/a', '/1'],
      ['https://x.e/a.b', '/2'],
      ['/a', '/3'],
    ]);
    fc.assert(
      fc.property(fc.array(words), fc.constantFrom(' ', '\n', '"', ') (', '| '), (all, gap) => {
        const expected = all.map((word) => delivered.get(word) ?? word);
        expect(replaceAddresses(all.join(gap), delivered)).toBe(expected.join(gap));
      }),
    );
  });

  it.each([
    ['addresses', `(${HERO}`],
    ['beginnings of addresses', '(https://cdn.example.com/a/her'],
    ['punctuation', '(h....,,,,'],
    ['spaces', 'h         '],
  ])('comes to the end of a megabyte of %s', (_, unit) => {
    const many = new Map(Array.from({ length: 500 }, (__, n) => [`${HERO}?${'n'.repeat(n)}`, NEW]));
    const text = unit.repeat(1_000_000 / unit.length);
    expect(replaceAddresses(text, many)).not.toBe('');
  });
});

describe('replaceInJson', () => {
  it('replaces in every string value, in no key', () => {
    const document = {
      image: HERO,
      [HERO]: [{ url: HERO, text: `see ${HERO}.` }, `${HERO}?w=2`, 1, null, true],
    };
    expect(replaceInJson(document, map)).toEqual({
      image: NEW,
      [HERO]: [{ url: NEW, text: `see ${NEW}.` }, `${HERO}?w=2`, 1, null, true],
    });
    expect(document.image).toBe(HERO);
    expect(replaceInJson(HERO, map)).toBe(NEW);
    expect(replaceInJson(null, map)).toBeNull();
  });

  it('keeps a __proto__ key an ordinary key', () => {
    const document = JSON.parse(`{"__proto__":{"polluted":"${HERO}"}}`) as object;
    const copy = replaceInJson(document, map) as object;
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
    expect(JSON.stringify(copy)).toBe(`{"__proto__":{"polluted":"${NEW}"}}`);
  });

  it('goes as deep as JSON goes', () => {
    const depth = 200_000;
    let copy = replaceInJson(JSON.parse(`${'['.repeat(depth)}"${HERO}"${']'.repeat(depth)}`), map);
    while (Array.isArray(copy)) copy = (copy as unknown[])[0];
    expect(copy).toBe(NEW);
  });

  it('gives an equal document where there is nothing to replace', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (json) => {
        const value = JSON.parse(JSON.stringify(json)) as unknown;
        expect(JSON.stringify(replaceInJson(value, map))).toBe(JSON.stringify(value));
      }),
    );
  });
});

describe('texts made to be slow to search', () => {
  const numbered = (address: (n: number) => string) =>
    new Map(Array.from({ length: 1_000 }, (_, n) => [address(n), 'x'] as const));

  it.each([
    ['many links that begin like an address', 'https://e.com/aaaaa ', 50_000, 'https://e.com/'],
    ['an address within itself', 'ht ', 300_000, 'ht ht '],
    ['brackets', 'ht(', 300_000, 'ht(ht('],
  ])('are searched to their end, or left as they are: %s', (_, text, times, head) => {
    const map = numbered((n) => `${head}${text.slice(-3).repeat(n)}!.png`);
    const whole = text.repeat(times);
    expect(replaceAddresses(whole, map)).toBe(whole);
  });

  it.each([
    ['beginnings of addresses', 'https://x.io/12 ', 500_000, 'https://x.io/'],
    ['addresses with others in them', 'https://x.io/1/1/1/1 ', 380_000, 'https://x.io/1/1/1/1'],
    ['addresses that go on', 'ht1é ', 1_600_000, 'ht'],
  ])('keep what is left once they took as much as any text may: %s', (_, unit, times, head) => {
    const many = new Map<string, string>(
      Array.from({ length: 900 }, (__, n) => [`${head}${n}.png`, '/new'] as const),
    );
    for (const one of ['https://x.io/1', 'https://x.io/1/1', 'https://x.io/1/1/1', 'ht1'])
      many.set(one, '/new');
    const last = `https://y.io ${head}7.png`;
    expect(replaceAddresses(unit.repeat(times) + last, many)).toMatch(/ .{0,30}7\.png$/);
    expect(replaceAddresses(unit.repeat(times / 100) + last, many)).toMatch(/ \/new$/);
    expect(addressesIn(unit.repeat(times) + last, many.keys())).not.toContain(`${head}7.png`);
    expect(addressesIn(unit.repeat(times / 100) + last, many.keys())).toContain(`${head}7.png`);
  });

  it('are searched to their end where most places are no address, without many looks at them', () => {
    const many = new Map(
      Array.from({ length: 900 }, (_, n) => [`https://x.io/${n}.png`, '/new'] as const),
    );
    const looked = jest.spyOn(String.prototype, 'charCodeAt');
    const looks = (text: string) => {
      looked.mockClear();
      replaceAddresses(text, many);
      const whole = looked.mock.calls.length;
      looked.mockClear();
      replaceAddresses('', many);
      return (whole - looked.mock.calls.length) / text.length;
    };
    const perCharacter = ['ht ', 'https://x.io/ ', 'word '].map((unit) =>
      looks(unit.repeat(1_000)),
    );
    looked.mockRestore();
    for (const count of perCharacter) expect(count).toBeLessThan(6);
    const text = 'ht '.repeat(2_660_000);
    expect(replaceAddresses(`${text}https://x.io/7.png`, many)).toBe(`${text}/new`);
  });

  it('become longer by two million characters at most, and keep what is left', () => {
    const to = `/uploads/${'n'.repeat(191)}.png`;
    const text = 'xx '.repeat(50_000);
    const replaced = replaceAddresses(text, new Map([['xx', to]]));
    const made = Math.ceil(2_000_000 / (to.length - 2));
    expect(replaced.length).toBe(text.length + made * (to.length - 2));
    expect(replaced.slice(0, to.length + 1)).toBe(`${to} `);
    expect(replaced.slice(-7)).toBe(' xx xx ');
    const list = Array<string>(50_000).fill('xx');
    const all = replaceInJson(list, new Map([['xx', to]])) as string[];
    expect(all.filter((one) => one === to)).toHaveLength(made);
  });

  it('are searched for as many addresses as two million characters hold', () => {
    const written = jest.spyOn(Map.prototype, 'set');
    const from = (n: number) => `https://e.com/${'&'.repeat(4_000)}${n}`;
    const map = new Map(Array.from({ length: 900 }, (_, n) => [from(n), 'x'] as const));
    written.mockClear();
    const replaced = replaceAddresses(`${from(0)} ${from(899)}`, map);
    const kept = written.mock.calls.map(([address]) => String(address).length);
    written.mockRestore();
    expect(replaced).toBe(`x ${from(899)}`);
    expect(kept.reduce((sum, length) => sum + length, 0)).toBeLessThanOrEqual(2_000_000);
  });

  it('find the longest of many addresses', () => {
    const map = new Map(
      ['a', 'ab', 'abc', 'abcd', 'b'].map((end) => [`https://e.com/${end}`, end]),
    );
    const text = '(https://e.com/abc) https://e.com/abcde https://e.com/b https://e.com/';
    expect(replaceAddresses(text, map)).toBe('(abc) https://e.com/abcde b https://e.com/');
  });
});

describe('addressesIn', () => {
  const found = (text: string) => [
    ...addressesIn(text, ['/blog/a', '/blog/a-b', '/blog/c?x=1&y=2', 'https://a.example/blog/a']),
  ];

  it.each([
    ['[x](/blog/a)', ['/blog/a']],
    ['/blog/a', ['/blog/a']],
    ['"/blog/a","/blog/a-b"', ['/blog/a', '/blog/a-b']],
    ['/blog/a-b', ['/blog/a-b']],
    ['/blog/a/x /blog/ab /blog/a%20 /blog/a~', []],
    ['/blog/a?x /blog/a#x', ['/blog/a']],
    ['/blog/ab /blog/a.', ['/blog/a']],
    ['https://a.example/blog/a', ['https://a.example/blog/a', '/blog/a']],
    ['/blog/c?x=1&y=2', ['/blog/c?x=1&y=2']],
    ['', []],
  ])('finds whole ones: %s', (text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  it('finds what looking for each of them finds', () => {
    const part = fc.constantFrom('/', '/a', '/ab', 'a', 'b', '-', ' ', '"', '&amp;', '&', '?');
    const text = fc.array(part, { maxLength: 30 }).map((parts) => parts.join(''));
    const address = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''));
    const holds = (all: string, one: string) =>
      [...all].some(
        (_, at) => all.startsWith(one, at) && !/^[\w\-~%/]/.test(all.slice(at + one.length)),
      );
    fc.assert(
      fc.property(text, fc.array(address, { maxLength: 5 }), (all, addresses) => {
        const expected = new Set(addresses.filter((one) => holds(all, one)));
        expect(addressesIn(all, addresses)).toEqual(expected);
      }),
    );
  });

  it('looks for thousands in megabytes in one pass', () => {
    // To look for one after the other would take minutes.
    const text = '/blog/x '.repeat(1_000_000);
    const addresses = Array.from({ length: 20_000 }, (_, n) => `/blog/x${n}`);
    expect(addressesIn(text, addresses)).toEqual(new Set());
    expect(addressesIn(`${text}/blog/x7`, addresses)).toEqual(new Set(['/blog/x7']));
  });
});
