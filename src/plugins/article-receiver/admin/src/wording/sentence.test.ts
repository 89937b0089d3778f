import { asSentence, ended, inARow, unended } from './sentence';

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

describe('sentences one after another', () => {
  it('are apart, also where one has a detail behind its end', () =>
    expect(inARow(['A file is not there. (ENOENT: no file)', 'It is tried again.'])).toBe(
      'A file is not there (ENOENT: no file). It is tried again.',
    ));

  it('leave the last one as it is', () =>
    expect(inARow(['The disk is full. (ENOSPC)'])).toBe('The disk is full. (ENOSPC)'));
});
