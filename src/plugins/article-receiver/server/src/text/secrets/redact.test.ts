import { redactor } from './redact';

const SECRET = 'a-token-of-the-configuration';
const redact = redactor([SECRET, 'short', 'a+(b', '42', 'ä+b']);
const hidden = (text: string, times: number): string =>
  times === 0
    ? text
    : hidden(
        text.replace(/[%-]/g, (mark) => (mark === '%' ? '%25' : '%2d')),
        times - 1,
      );

describe('redactor', () => {
  it.each([
    ['plain', `GET /x/${SECRET}?y`, 'GET /x/-?y'],
    ['twice', `${SECRET} ${SECRET}`, '- -'],
    ['with percent signs', `GET /x/${hidden(SECRET, 1)}/y "z"`, 'GET - "z"'],
    ['with percent signs, four times', `a ${hidden(SECRET, 4)} b`, 'a - b'],
    ['beside other percent signs', `100 % <${hidden(SECRET, 1)}> 5%`, '100 % <-> 5%'],
    ['made by the site', `x ar_${'a'.repeat(43)} y`, 'x - y'],
    ['short', 'POST /x/webhook/short (3 ms) 404', 'POST /x/webhook/- (3 ms) 404'],
    ['short, several times', 'short /short/short?token=short&x "short".', '- /-/-?token=-&x "-".'],
    ['short, of characters that patterns have', '/x/a+(b/a', '/x/-/a'],
    ['short, with percent signs', '/x/%73hort/y z', '- z'],
    ['short, beyond ASCII', `/x/ä+b /y/%C3%A4+b ${encodeURI('/z/ä+b')}`, '/x/- /y/- /z/-'],
    ['short, beyond ASCII, twice', `x /y/${hidden(encodeURIComponent('ä+b'), 1)} z`, 'x - z'],
    ['short, between percent signs', 'a /x%2Fshort%2fy z', 'a - z'],
    ['short, with percent signs, four times', `a /x/${hidden('a%2B(b', 3)} b`, 'a - b'],
  ])('takes out a token that is %s', (_, text, expected) => {
    expect(redact(text)).toBe(expected);
  });

  it.each([
    ...['%41%20%', '100 %', "it's 5% <b>", ''],
    ...['shorter, shorts and in_short', 'a short-lived one', 'überShort éshort shorté', 'SHORT'],
    ...['2042-11-27 took 142 ms at v42_1', 'from /x%20shorter/y', '/a+(bc'],
  ])('leaves %j as it is', (text) => {
    expect(redact(text)).toBe(text);
  });

  // With a look from every letter on this would take the better part of a minute.
  it('looks through a long word once, wherever a percent sign stands', () => {
    const word = 'a'.repeat(300_000);
    expect(redact(`${word} %`)).toBe(`${word} %`);
    expect(redact(`${word} ${hidden(SECRET, 1)}`)).toBe(`${word} -`);
  });
});
