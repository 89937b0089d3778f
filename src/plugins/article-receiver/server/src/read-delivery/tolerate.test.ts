import fc from 'fast-check';
import { z } from 'zod';
import { isIssueCode, ISSUES, type IssueCode } from '../../../shared/deliveries/issues';
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

/** What fields hold, however deep: the schemas that only zod itself can ask. */
function leavesOf(found: z.ZodType): z.ZodType[] {
  if (found instanceof z.ZodOptional || found instanceof z.ZodNullable) {
    return leavesOf(found.unwrap() as z.ZodType);
  }
  if (found instanceof z.ZodArray) return leavesOf(found.element as z.ZodType);
  if (!(found instanceof z.ZodObject)) return [found];
  return Object.values(found.shape).flatMap((field) => leavesOf(field as z.ZodType));
}

/** How often zod is asked, and fails, while something is read. */
function failuresOf(leaf: z.ZodType, read: () => void): number {
  const spy = jest.spyOn(leaf, 'safeParse');
  read();
  const failures = spy.mock.results.filter(({ value }) => !(value as { success: boolean }).success);
  spy.mockRestore();
  return failures.length;
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

  it.each([
    ['a text', z.string('noText' satisfies IssueCode), 1, 'x'],
    ['a number', z.number('noNumber' satisfies IssueCode), 'x', 1.5],
    ['a count', z.int('noCount' satisfies IssueCode), 'x', 1],
    ['a day', z.iso.date('noDay' satisfies IssueCode), 1, '2026-09-01'],
  ])('has no error made for each value of another kind than %s', (_, leaf, wrong, right) => {
    const list = z.object({ list: z.array(leaf) });
    const all: unknown[] = Array<unknown>(2_000).fill(wrong);
    const findings = noFindings();
    const failures = failuresOf(leaf, () => {
      const value = tolerate(list, { list: [...all.slice(1), right] }, findings);
      expect(value).toEqual({ list: [right] });
    });
    expect(findings.issues).toHaveLength(201);
    expect(failures).toBeLessThanOrEqual(1);
  });

  it('says of any wrong value what zod says of it', () => {
    const leaves = leavesOf(wireSchema);
    expect(leaves.length).toBeGreaterThan(40);
    const values = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom('', ' ', -1, 1.5, 2 ** 31, '2026-13-01', '0001-01-01', 'x'.repeat(256)),
    );
    fc.assert(
      fc.property(fc.constantFrom(...leaves), values, (leaf, value) => {
        const { issues, missing } = noFindings();
        tolerate(z.object({ leaf }), { leaf: value }, { issues, missing, unknown: new Map() });
        const { error } = leaf.safeParse(value);
        const said = error?.issues[0]?.message;
        if (said === undefined) return expect(missing).toEqual([]);
        const code = isIssueCode(said) ? said : null;
        expect(missing).toEqual([expect.objectContaining({ path: 'leaf', code })]);
        expect(ISSUES).toHaveProperty(said);
      }),
    );
  });

  it('leaves to zod what a schema without words of its own says', () => {
    const { missing } = noFindings();
    tolerate(z.string(), 1, { issues: [], missing, unknown: new Map() });
    expect(missing).toEqual([
      { path: '', message: z.string().safeParse(1).error?.issues[0]?.message },
    ]);
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
