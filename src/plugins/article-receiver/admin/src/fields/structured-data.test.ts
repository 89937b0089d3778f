import { describeStructuredData } from './structured-data';

const ARTICLE = {
  '@context': 'https://schema.org',
  '@type': 'Article',
  headline: 'Pour-over coffee',
  author: { '@type': 'Person', name: 'Ada' },
  image: ['https://a.example/1.jpg', { url: 'https://a.example/2.jpg' }],
  about: null,
};

describe('describeStructuredData', () => {
  it('names what a page is about', () => {
    expect(describeStructuredData(ARTICLE)).toEqual([
      ['type', 'Article'],
      ['headline', 'Pour-over coffee'],
      ['author', 'Ada'],
      ['image', 'https://a.example/1.jpg, https://a.example/2.jpg'],
    ]);
  });

  it('reads a graph, and the text of JSON', () => {
    const graph = { '@graph': [{ '@type': 'Article' }, { '@type': 'Person' }] };
    expect(describeStructuredData(JSON.stringify(graph))).toEqual([
      ['type', 'Article'],
      ['type', 'Person'],
    ]);
  });

  it.each([null, undefined, 3, '{', []])('makes nothing of %j', (value) => {
    expect(describeStructuredData(value)).toEqual([]);
  });
});
