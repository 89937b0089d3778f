import fc from 'fast-check';
import { isSameAddress, writingsOfAddress } from './writings';

const AT = 'https://cdn.example.com';

describe('an address that texts write otherwise', () => {
  it.each([
    ['a space', `${AT}/a/my image.png`, `${AT}/a/my%20image.png`],
    ['a letter beyond ASCII', `${AT}/Kaffeemühle.png`, `${AT}/Kaffeem%C3%BChle.png`],
    ['either, without a host', '/a/große tasse.png', '/a/gro%C3%9Fe%20tasse.png'],
    ['a host in capitals', 'HTTPS://CDN.Example.com/A.png', `${AT}/A.png`],
    ['small hexadecimal digits', `${AT}/m%c3%bchle.png`, `${AT}/m%C3%BChle.png`],
    ['parentheses', `${AT}/a(1).png?b=(2)`, `${AT}/a%281%29.png?b=%282%29`],
  ])('with %s', (_with, delivered, written) => {
    expect(writingsOfAddress(delivered)).toContain(written);
    expect(isSameAddress(delivered, written)).toBe(true);
    expect(isSameAddress(written, delivered)).toBe(true);
  });

  it.each([
    ['percent signs', `${AT}/my%20image%20%C3%BC.png`, `${AT}/my image ü.png`],
    ['parentheses, in Markdown', `${AT}/a(1).png`, `${AT}/a\\(1\\).png`],
    ['both, in Markdown', `${AT}/a (1).png`, `${AT}/a%20\\(1\\).png`],
    ['white space around it', ` ${AT}/a.png\n`, `${AT}/a.png`],
  ])('with %s', (_with, delivered, written) => {
    expect(writingsOfAddress(delivered)).toContain(written);
  });

  it.each([
    [`${AT}/a.png`, `${AT}/A.png`],
    [`${AT}/a%2Fb.png`, `${AT}/a/b.png`],
    [`${AT}/a%2520b.png`, `${AT}/a%20b.png`],
    [`${AT}/a.png?v=1`, `${AT}/a.png?v=2`],
    [`${AT}/a.png`, '/a.png'],
    ['', '/'],
  ])('is another than %s: %s', (one, other) => {
    expect(isSameAddress(one, other)).toBe(false);
    expect(writingsOfAddress(one)).not.toContain(other);
  });

  it('has none but its own where nothing in it can be written otherwise', () => {
    expect(writingsOfAddress(`${AT}/a-b_c.png?v=1&w=2#top`)).toEqual([
      `${AT}/a-b_c.png?v=1&w=2#top`,
    ]);
    expect(writingsOfAddress('hero.png')).toEqual(['hero.png']);
    expect(writingsOfAddress(' ')).toEqual([]);
  });

  it('can be any text', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl());
    fc.assert(
      fc.property(text, (address) => {
        expect(isSameAddress(address, address)).toBe(true);
        expect(writingsOfAddress(address)).not.toContain('');
      }),
      { examples: [['https://[x'], ['//'], ['%'], ['https://a.b/%zz (1)']] },
    );
  });
});
