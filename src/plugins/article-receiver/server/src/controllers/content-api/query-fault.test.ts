import { queryFault, type Filtered } from './query-fault';

/** A type with an attribute of each kind that filters tell apart. */
const TYPE: Filtered = {
  hasSupersets: true,
  typeOf: (name) =>
    new Map([
      ['title', 'string'],
      ['day', 'date'],
      ['seen', 'datetime'],
      ['tags', 'relation'],
      ['seo', 'component'],
    ]).get(name),
  behind: (name) => (name === 'tags' ? TYPE : null),
};

const faultOf = (filters: object): string | null => queryFault({ filters }, TYPE);

describe('queryFault, of filters', () => {
  it.each([
    [{ title: { $or: ['x'] } }, 'filters[title][$or]: expected around attributes, not below one'],
    [{ title: { title: 'x' } }, 'filters[title][title]: expected an operator'],
    [{ $eq: 'x' }, 'filters[$eq]: expected an attribute before its operator'],
    [{ tags: { $gt: 1, $lt: 2 } }, 'filters[tags]: expected one operator, or attributes'],
    [{ tags: { $not: { title: 'x' } } }, 'filters[tags][$not]: expected an id'],
    [{ day: '0000-01-01' }, 'filters[day]: expected a day of the years 1 to 9999'],
    [{ seen: '-000001-01-01' }, 'filters[seen]: expected a time of the years 1 to 9999'],
    [
      { seen: { $in: ['9999-12-31T23:59:59-01:00'] } },
      'filters[seen][$in]: expected a time of the years 1 to 9999',
    ],
  ])('names what Strapi would stumble over: %j', (filters, fault) => {
    expect(faultOf(filters)).toBe(fault);
  });

  it.each([
    { $or: [{ title: 'x' }, { title: { $not: { $not: 'x' } } }] },
    { tags: { $or: [{ title: 'x' }, { tags: { title: 'x' } }] } },
    { tags: { title: 'x', seen: '2020' } },
    { seo: { metaTitle: 'x' } },
    { seo: { metaTitle: { $contains: 'x' } } },
    { seen: '253402300799999' },
    { seen: '9999-12-31T23:59:59Z' },
    { day: 'no day, which Strapi says itself' },
    { seen: 'no time, which Strapi says itself' },
  ])('leaves to Strapi what it takes, or refuses itself: %j', (filters) => {
    expect(faultOf(filters)).toBeNull();
  });
});

describe('queryFault, of the part of a list', () => {
  it.each([
    [{ start: '2147483648' }, 'pagination[start]: expected at most 2147483647'],
    [{ page: '2147483648' }, 'pagination[page]: expected at most 2147483647'],
    [{ limit: '1e19' }, 'pagination[limit]: expected fewer entries'],
    [{ pageSize: '1e19' }, 'pagination[pageSize]: expected fewer entries'],
    [{ page: '1e9', pageSize: '1e10' }, 'pagination[pageSize]: expected fewer entries'],
  ])('names what no database counts to: %j', (pagination, fault) => {
    expect(queryFault({ pagination }, TYPE)).toBe(fault);
  });

  it('looks at the part of what is populated, too', () => {
    const populate = { tags: { populate: { tags: { start: '1e19' } } } };
    expect(queryFault({ populate }, TYPE)).toBe(
      'populate[tags][populate][tags][start]: expected at most 2147483647',
    );
  });

  it.each([
    undefined,
    'x',
    { start: 'x' },
    { start: ['1'] },
    { start: '' },
    { page: '-1e30' },
    { pageSize: 'Infinity' },
    { page: 'Infinity' },
    { page: '2147483647', pageSize: '100' },
    { page: '9', pageSize: String(Number.MAX_SAFE_INTEGER) },
    { limit: '-1' },
  ])('leaves to Strapi what it takes, or refuses itself: %j', (pagination) => {
    expect(queryFault({ pagination }, TYPE)).toBeNull();
  });
});
