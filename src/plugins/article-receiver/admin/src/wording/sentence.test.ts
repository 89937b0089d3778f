import { asSentence, ended, unended } from './sentence';

describe('words that stand alone', () => {
  it.each([
    ['the bucket is closed', 'The bucket is closed.'],
    ['It was refused: the bucket is closed.', 'It was refused: the bucket is closed.'],
    ['expected a title (at position 7)', 'Expected a title (at position 7).'],
    ['The disk is full. (ENOSPC)', 'The disk is full. (ENOSPC)'],
    ['Olga wrote: “Not now.”', 'Olga wrote: “Not now.”'],
  ])('are a sentence: %s', (words, sentence) => expect(asSentence(words)).toBe(sentence));

  it('go on with the place that they are about before their end', () =>
    expect(ended(`${unended('A value is missing.')} (article.title)`)).toBe(
      'A value is missing (article.title).',
    ));

  it('keep the names that they begin with', () =>
    expect(ended('api::tag.tag has no such entry')).toBe('api::tag.tag has no such entry.'));
});
