import fc from 'fast-check';
import { z } from 'zod';
import { noFindings, tolerate } from './tolerate';
import { wireSchema } from './wire';

const schema = z.object({
  id: z.string(),
  count: z.int().nullish(),
  tags: z.array(z.string()).nullish(),
  inner: z.object({ key: z.string(), note: z.string().nullish() }).nullish(),
});

function read(value: unknown) {
  const findings = noFindings();
  return { value: tolerate(schema, value, findings), findings };
}

const paths = (issues: { path: string }[]) => issues.map(({ path }) => path);

describe('tolerate', () => {
  it('fills in what is missing with null', () => {
    expect(read({ id: 'a' }).value).toEqual({ id: 'a', count: null, tags: null, inner: null });
  });

  it.each([
    ['a wrong optional field', { id: 'a', count: 'many' }, ['count']],
    ['a wrong element of a list', { id: 'a', tags: ['x', 1, 'y'] }, ['tags.1']],
    ['something else than a list', { id: 'a', tags: 'x' }, ['tags']],
    ['an optional object without what it needs', { id: 'a', inner: { note: 'x' } }, ['inner.key']],
    [
      'a wrong field of an optional object',
      { id: 'a', inner: { key: 'k', note: 1 } },
      ['inner.note'],
    ],
  ])('records %s and goes on', (_, value, expected) => {
    const { findings } = read(value);
    expect(paths(findings.issues)).toEqual(expected);
    expect(findings.missing).toEqual([]);
  });

  it('keeps the other elements of a list, in order', () => {
    expect(read({ id: 'a', tags: ['x', 1, null, 'y'] }).value).toMatchObject({ tags: ['x', 'y'] });
  });

  it.each([[{}], [{ id: 1 }], [{ id: null }], [null], ['text'], [[]]])(
    'says what is missing in %j',
    (value) => {
      expect(read(value).findings.missing).toHaveLength(1);
    },
  );

  it('keeps unknown fields aside, by their path', () => {
    const { value, findings } = read({ id: 'a', new: 1, inner: { key: 'k', newer: [2] } });
    expect(Object.fromEntries(findings.unknown)).toEqual({ new: 1, 'inner.newer': [2] });
    expect(value).toEqual({ id: 'a', count: null, tags: null, inner: { key: 'k', note: null } });
  });

  it('sums up when there is too much to say', () => {
    const { findings } = read({ id: 'a', tags: Array(1_000).fill(1) });
    expect(findings.issues).toHaveLength(201);
    expect(findings.issues.at(-1)).toMatchObject({ path: '' });
  });

  it('never throws on any JSON, and drops no field that is right', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string(), (anything, id) => {
        const findings = noFindings();
        const article = { id: 'art_1', title: 'T', content: anything, wordCount: anything };
        const value = tolerate(
          wireSchema,
          { event: 'e', timestamp: '2026-01-01T00:00:00Z', orgId: id, article },
          findings,
        );
        expect(findings.missing).toEqual([]);
        expect(value).toMatchObject({ event: 'e', article: { id: 'art_1', title: 'T' } });
      }),
    );
  });
});
