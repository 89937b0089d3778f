import { columnOf, flag, fromJson, having, instant, key, read, reader, toJson } from './columns';

describe('a row', () => {
  const at = 1_789_000_000_123;

  it.each([
    ['SQLite', { createdAt: at, isWrong: 0 }],
    ['PostgreSQL', { createdAt: String(at), isWrong: false }],
    ['MariaDB', { createdAt: String(at), isWrong: 0 }],
  ])('says the same as %s gives it', (_, given) => {
    expect(reader({ createdAt: instant, isWrong: flag })(given)).toEqual({
      createdAt: at,
      isWrong: false,
    });
  });

  it('has no time where none is stored, and not the first of all times', () => {
    expect(reader({ dueAt: instant })({ dueAt: null })).toEqual({ dueAt: null });
  });

  it('says of a flag from before there was one that it is not set', () => {
    expect(reader({ mayMove: flag })({ mayMove: null })).toEqual({ mayMove: false });
  });

  it('has what was asked for and nothing besides', () => {
    expect(reader({ slug: key })({ slug: 'top', title: 'Top' })).toEqual({ slug: 'top' });
  });

  it('is found by the names of its columns', () => {
    expect(columnOf('lastDuplicateAt')).toBe('last_duplicate_at');
    expect(reader({ heldUntil: instant }, columnOf)({ held_until: '5' })).toEqual({ heldUntil: 5 });
  });
});

describe('what a statement finds', () => {
  it('is read row by row', async () => {
    const found = Promise.resolve([{ count: '2' }, { count: 3 }]);
    expect(await read(found, { count: instant })).toEqual([{ count: 2 }, { count: 3 }]);
  });

  it('is left out where it lacks a value that has to be there', () => {
    const rows: { slug: string | null }[] = [{ slug: null }, { slug: '' }, { slug: 'top' }];
    expect(having(rows, 'slug')).toEqual([{ slug: '' }, { slug: 'top' }]);
  });
});

describe('JSON in a column', () => {
  it('comes back as it was written, and nothing stays nothing', () => {
    expect(fromJson(toJson({ kept: ['title'] }))).toEqual({ kept: ['title'] });
    expect(fromJson(null)).toBeNull();
  });
});
