import { asIfMade, isUnmade, newDocument, unmade, unmadeName } from './unmade';

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

  it.each([
    ['tag', 'espresso', 'Espresso'],
    ['campaign', 'cmp_1', 'Spring'],
    ['media-asset', '["art_1","https://cdn.example.com/cup.png","00ff"]', 'A\ncup'],
    ['entry', 'de ["api::topic.topic","name","water, hot"]', 'Water, hot'],
  ])('has the name that people know, and is the same without: a %s', (kind, sourceId, name) => {
    const key = { kind, sourceId };
    const ids = [unmade(key, null, name), unmade(key, 'abc123', name), newDocument(key, name)];
    expect(new Set(ids.map(unmadeName))).toEqual(new Set([name.replace('\n', ' ')]));
    expect(asIfMade([unmade(key, null, name), unmade(key, 'abc123', name)])).toEqual([
      unmade(key, null),
      'abc123',
    ]);
    expect(isUnmade(unmade(key, null, name))).toBe(true);
  });
});
