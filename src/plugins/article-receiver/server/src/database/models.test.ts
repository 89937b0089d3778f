import { columnOf } from './columns';
import { models } from './models';

describe('the tables', () => {
  it('have no index over a text of any length, of which MySQL makes none', () => {
    const overTexts = models('mysql').flatMap(({ tableName, attributes, indexes }) => {
      const texts = Object.keys(attributes).filter((name) => attributes[name]?.type === 'text');
      return indexes.flatMap(({ columns }) =>
        texts.filter((name) => columns.includes(columnOf(name))).map((name) => [tableName, name]),
      );
    });
    expect(overTexts).toEqual([]);
  });
});
