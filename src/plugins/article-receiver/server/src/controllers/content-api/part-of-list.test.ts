import { paginationQuery, partOfList } from './part-of-list';

const LIST = ['a', 'b', 'c', 'd', 'e'];
const LIMITS = { defaultLimit: 2, maxLimit: 4, withCount: true };

const part = (asked: object, limits: object = {}) => {
  const { data, meta } = partOfList(LIST, paginationQuery.parse(asked), { ...LIMITS, ...limits });
  return [data.join(''), meta.pagination];
};

describe('partOfList', () => {
  it('goes by pages', () => {
    expect(part({})).toEqual(['ab', { page: 1, pageSize: 2, pageCount: 3, total: 5 }]);
    expect(part({ page: '3' })).toEqual(['e', { page: 3, pageSize: 2, pageCount: 3, total: 5 }]);
    expect(part({ page: '4', pageSize: '3' })[0]).toBe('');
    expect(part({ pageSize: '9' })).toEqual([
      'abcd',
      { page: 1, pageSize: 4, pageCount: 2, total: 5 },
    ]);
  });

  it('goes from a place on', () => {
    expect(part({ start: '1' })).toEqual(['bc', { start: 1, limit: 2, total: 5 }]);
    expect(part({ start: '4', limit: '3' })).toEqual(['e', { start: 4, limit: 3, total: 5 }]);
    expect(part({ limit: '9' })).toEqual(['abcd', { start: 0, limit: 4, total: 5 }]);
  });

  it('gives as much as the site allows where all of it is asked for', () => {
    expect(part({ limit: '-1' })).toEqual(['abcd', { start: 0, limit: 4, total: 5 }]);
    expect(part({ limit: '-1' }, { maxLimit: -1 })).toEqual([
      'abcde',
      { start: 0, limit: 5, total: 5 },
    ]);
  });

  it('begins with the first page, and gives one entry at least, where less is asked for', () => {
    const first = ['ab', { page: 1, pageSize: 2, pageCount: 3, total: 5 }];
    for (const page of ['0', '-3', '']) expect(part({ page })).toEqual(first);
    for (const pageSize of ['0', '-1', '']) {
      expect(part({ pageSize, page: '2' })).toEqual([
        'b',
        { page: 2, pageSize: 1, pageCount: 5, total: 5 },
      ]);
    }
    for (const limit of ['0', '-2', '']) {
      expect(part({ start: '3', limit })).toEqual(['d', { start: 3, limit: 1, total: 5 }]);
    }
    expect(part({ start: '-1' })).toEqual(['ab', { start: 0, limit: 2, total: 5 }]);
  });

  it('counts where that is asked for', () => {
    expect(part({ withCount: 'false' })).toEqual(['ab', { page: 1, pageSize: 2 }]);
    expect(part({ limit: '1', withCount: '0' })).toEqual(['a', { start: 0, limit: 1 }]);
    expect(part({}, { withCount: false })).toEqual(['ab', { page: 1, pageSize: 2 }]);
    expect(part({ start: '0', withCount: 't' }, { withCount: false })).toEqual([
      'ab',
      { start: 0, limit: 2, total: 5 },
    ]);
  });

  it.each([
    { page: '1', start: '0' },
    { pageSize: '1', limit: '1' },
    { page: '1', limit: '0' },
    { page: '1.5' },
    { pageSize: '1.5' },
    { start: 'x' },
    { limit: 'x' },
    { withCount: 'x' },
  ])('takes no %j', (asked) => {
    expect(paginationQuery.safeParse(asked).success).toBe(false);
  });
});
