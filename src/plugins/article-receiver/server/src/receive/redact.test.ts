import { redactor } from './redact';

const SECRET = 'a-token-of-the-configuration';
const redact = redactor([SECRET, 'short']);
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
  ])('takes out a token that is %s', (_, text, expected) => {
    expect(redact(text)).toBe(expected);
  });

  it.each(['short', '%41%20%', '100 %', "it's 5% <b>", ''])('leaves %j as it is', (text) => {
    expect(redact(text)).toBe(text);
  });

  // With a look from every letter on this would take the better part of a minute.
  it('looks through a long word once, wherever a percent sign stands', () => {
    const word = 'a'.repeat(300_000);
    expect(redact(`${word} %`)).toBe(`${word} %`);
    expect(redact(`${word} ${hidden(SECRET, 1)}`)).toBe(`${word} -`);
  });
});
