import { foreseenWord } from './foreseen-word';

const attempt = (word: string, rest: object = {}) => ({
  word,
  step: 'publish' as const,
  wasRefused: false,
  ...rest,
});

describe('the word by which an article is going to be published', () => {
  it.each([
    ['is the feed’s', attempt('last'), null, 'last'],
    [
      'is the one before a refused one',
      attempt('last', { wasRefused: true }),
      attempt('older'),
      'older',
    ],
    [
      'is none where all were refused',
      attempt('last', { wasRefused: true }),
      attempt('older', { wasRefused: true }),
      null,
    ],
    [
      'is none where the one before waits',
      attempt('last', { wasRefused: true }),
      attempt('older', { step: 'hold' }),
      null,
    ],
    [
      'is none where there is nothing before a refused one',
      attempt('last', { wasRefused: true }),
      null,
      null,
    ],
    [
      'is none where nothing is to be done',
      attempt('last', { step: 'none' }),
      attempt('older'),
      null,
    ],
    ['is none where it waits for a person', attempt('last', { step: 'hold' }), null, null],
    [
      'is none where the article is taken offline',
      attempt('last', { step: 'unpublish' }),
      null,
      null,
    ],
    ['is none where the feed says none', null, null, null],
  ] as const)('%s', (_name, first, instead, word) => {
    expect(foreseenWord<string>(first, instead)).toBe(word);
  });
});
