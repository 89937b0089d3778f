import { isFilled, mostOf, refusalOf } from './limits';
import type { Attribute } from './schemas';

const code = (attribute: Attribute, value: unknown, hasDrafts = false) =>
  refusalOf(attribute, value, hasDrafts)?.code ?? null;

describe('refusalOf', () => {
  it.each([
    [{ max: 60 }, 61, 'aboveMost'],
    [{ max: '60' }, 61, 'aboveMost'],
    [{ max: 60 }, 60, null],
    [{ min: 1 }, 0, 'belowLeast'],
    [{ min: 0, max: 5 }, 0, null],
    [{}, 1e9, null],
    [{}, 2 ** 31, 'aboveMost'],
    [{ max: 1e12 }, 1e11, 'aboveMost'],
    [{ type: 'biginteger' }, 2 ** 31, null],
    [{ type: 'biginteger' }, -(2 ** 53), 'belowLeast'],
    [{ type: 'decimal' }, 100_000_000, 'aboveMost'],
    [{ type: 'float' }, 1e300, null],
    [{ type: 'float' }, Infinity, 'aboveMost'],
  ])('holds a number against the limits of %p: %p', (limits, value, refused) => {
    const attribute = { type: 'integer', ...limits };
    expect([code(attribute, value), code(attribute, value, true)]).toEqual([refused, refused]);
  });

  it.each([
    [{ type: 'string', minLength: 5 }, 'Tea', 'formRefused'],
    [{ type: 'string', minLength: 3 }, 'Tea', null],
    [{ type: 'string', regex: '^https://' }, 'http://example.org', 'formRefused'],
    [{ type: 'string', regex: '^https://' }, 'https://example.org', null],
    [{ type: 'string', regex: '^(https' }, 'https://example.org', 'formRefused'],
    [{ type: 'email' }, 'Marta Lindqvist', 'formRefused'],
    [{ type: 'email' }, 'marta@example.org', null],
    [{ type: 'email' }, 'jürgen.o-neil+1@mail.münchen.example', null],
    [{ type: 'email' }, 'marta..l@example.org', 'formRefused'],
    [{ type: 'email' }, 'marta@-example.org', 'formRefused'],
    [{ type: 'uid' }, 'a_b.c~1', null],
    [{ type: 'uid' }, 'a b', 'formRefused'],
    [{ type: 'uid', regex: '^[a-z ]+$' }, 'a b', null],
    [{ type: 'string', minLength: 5, required: true }, 'Tea', null],
  ])('holds a text against what %p takes: %p', (attribute, value, refused) => {
    expect(code(attribute, value)).toBe(refused);
    // In a draft an editor sees it.
    expect(code(attribute, value, true)).toBeNull();
  });
});

it('mostOf is the largest number of entries', () => {
  expect(mostOf({ type: 'component', max: 3 })).toBe(3);
  expect(mostOf({ type: 'component' })).toBe(Infinity);
});

it.each([
  [{ type: 'string', required: true }, '', false],
  [{ type: 'string', required: true, minLength: 3 }, 'ab', false],
  [{ type: 'media', required: true }, null, false],
  [{ type: 'media', required: true }, 7, true],
  [{ type: 'boolean', required: true, default: false }, null, true],
  [{ type: 'string' }, null, true],
])('isFilled of %p with %p is %p', (attribute, value, filled) => {
  expect(isFilled(attribute, { value }, 'value')).toBe(filled);
});

it('asks for no field that a form would hide', () => {
  const visible = { '==': [{ var: 'kind' }, 'review'] as [{ var: string }, string] };
  const attribute = { type: 'string', required: true, conditions: { visible } };
  expect(isFilled(attribute, { kind: 'guide', verdict: null }, 'verdict')).toBe(true);
  expect(isFilled(attribute, { kind: 'review', verdict: null }, 'verdict')).toBe(false);
});
