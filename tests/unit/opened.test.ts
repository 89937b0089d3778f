import { readOpened, writeOpened } from '../../src/plugins/article-receiver/shared/articles/opened';

const AT = '2026-01-01T00:00:00.000Z';
const LATER = '2026-01-01T00:01:00.000Z';

describe('the header of an open form', () => {
  it.each([
    [{ at: AT, fields: {} }, AT],
    [
      { at: AT, fields: { title: LATER, 'seo.metaTitle': AT } },
      `${AT};title=${LATER};seo.metaTitle=${AT}`,
    ],
  ])('says what it was made of', (opened, header) => {
    expect(writeOpened(opened)).toBe(header);
    expect(readOpened(header)).toEqual(opened);
  });
});
