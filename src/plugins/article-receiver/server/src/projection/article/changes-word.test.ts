import { changesWord, goesOn } from './changes-word';
import type { StreamEntry } from './evolve';

const policy = {
  publishOnReady: false,
  statusMap: {},
  planned: { time: '09:00', timeZone: 'UTC' },
  now: 0,
};

/** A stream of words, `+` before those that come from another site's log. */
const story = (words: string): StreamEntry[] =>
  words.split(' ').map((written, index) => {
    const word = written.replace('+', '');
    return {
      position: index + 1,
      occurredAt: index,
      sourceUpdatedAt: null,
      event: word === 'ready' ? 'article.ready' : 'article.status_changed',
      sourceStatus: word === 'ready' ? 'draft' : word,
      plannedFor: null,
      isCarried: written.startsWith('+'),
    };
  });

describe('changesWord', () => {
  it.each([
    ['is false of one word', 'published', null, null, false],
    ['is false of the same word again', 'published ready published', null, null, false],
    ['is true of the first word after none', 'ready published', null, null, true],
    ['is true of another word', 'published archived', null, null, true],
    ['is false of what an editor had heard', 'published archived', null, 2, false],
    ['is false of what comes from another log', '+ready +published', null, null, false],
    ['is false of what was said there, again', '+published +ready published', null, null, false],
    ['is true of another word after that', '+ready +published archived', null, null, true],
    ['is true of the first word after none there', '+ready published', null, null, true],
    ['is false of what was said before that', 'archived +published', null, null, false],
    ['is true once a word was carried out', '+ready +published archived', 'unpublish', 3, true],
  ] as const)('%s', (_name, words, publishedEffect, heededPosition, changes) => {
    const past = { publishedEffect, heededPosition };
    expect(changesWord(story(words), policy, {}, past)).toBe(changes);
  });
});

describe('goesOn', () => {
  it.each([
    ['is true of the same word after another log', '+ready +published published', true],
    ['is false of what comes from that log', '+ready +published', false],
    ['is false where nothing does', 'ready published published', false],
    ['is false where it was offline there', '+published +archived published', false],
    ['is false where no word was said there', '+ready published', false],
  ])('%s', (_name, words, is) => {
    const stream = story(words);
    expect(goesOn(stream, policy, {}, stream.length)).toBe(is);
  });
});
