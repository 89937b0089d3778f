import type { Word } from './evolve';
import { wordTurned } from './word-turned';

const on = (position: number): Word => ({ effect: 'publish', position });
const off = (position: number): Word => ({ effect: 'unpublish', position });

describe('wordTurned', () => {
  it.each([
    ['is true of another word', [on(1), off(2)], 1, 2, true],
    ['is true of a word that came back', [on(1), off(2), on(3)], 1, 3, true],
    ['is false of the same word again', [on(1), on(2), on(3)], 1, 3, false],
    ['is false of what was said before', [off(1), on(2), on(3)], 2, 3, false],
    ['is false of what is said later', [on(1), on(2), off(3)], 1, 2, false],
    ['goes by the order of the words, not of the log', [on(4), off(2), on(9)], 4, 9, true],
    ['is false of the word itself', [on(1), off(2)], 2, 2, false],
    ['is false where no word is known', [on(1), off(2)], null, 2, false],
    ['is false where the known word does not count any more', [off(2), on(3)], 1, 3, false],
  ] as const)('%s', (_name, words, from, to, turned) => {
    expect(wordTurned(words, from, to)).toBe(turned);
  });
});
