import { newDocument, unmade, unmadeName } from './unmade';

describe('what is not made', () => {
  it.each([
    ['tag', 'Water = life', 'Water = life'],
    ['campaign', 'cmp_1', 'cmp_1'],
    ['entry', 'de ["api::topic.topic","name","Water, hot"]', 'Water, hot'],
  ])('is called as it would be: a %s', (kind, sourceId, name) => {
    const key = { kind, sourceId };
    const ids = [unmade(key, null), unmade(key, 'abc123'), newDocument(key)];
    expect(ids.map(unmadeName)).toEqual([name, name, name]);
  });
});
