import { isJsonType } from './json-type';

describe('isJsonType', () => {
  it.each([
    ['application/json'],
    [' Application/JSON '],
    ['application/json;'],
    ['application/json; charset=utf-8'],
    ['application/json ; CHARSET="UTF8" ;'],
    ['application/json; charset=us-ascii'],
    ['application/json; version=1.0'],
    ['application/json; charset="utf-8"; profile=x'],
    ['application/json;profile="a; charset=latin1"'],
    ['application/json; charset="utf\\-8"'],
    ['application/problem+json; charset=utf-8'],
    ['application/vnd.api+json;ext="https://example.org/a";charset=utf-8'],
  ])('takes %s', (type) => {
    expect(isJsonType(type)).toBe(true);
  });

  it.each([
    [''],
    ['json'],
    ['text/json'],
    ['application/jsonp'],
    ['application/json charset=utf-8'],
    ['application/json, text/plain'],
    ['application/json; charset=latin1'],
    ['application/json; charset='],
    ['application/json; charset="utf-16"; charset=utf-8'],
    ['application/json; version=1.0; charset=iso-8859-1'],
    ['application/json; charset="utf-8'],
    ['application/json; charset=utf-8 x'],
  ])('takes no %s', (type) => {
    expect(isJsonType(type)).toBe(false);
  });

  it('has an answer for what is long', () => {
    // A rule that tried all ways to read these would not come to an end.
    expect(isJsonType(`application/json${'; '.repeat(30_000)}`)).toBe(true);
    expect(isJsonType(`application/json; a="${'\\"'.repeat(30_000)}`)).toBe(false);
    expect(isJsonType(`application/${'a+'.repeat(30_000)}`)).toBe(false);
  });
});
