import type { PublicationStep } from './decide-publication';

/** What is going to be done by a word of the feed, and whether Strapi refused that before. */
export interface Attempt<Word> {
  word: Word;
  step: PublicationStep;
  wasRefused: boolean;
}

/**
 * The word by which an article is going to be published, as far as can be foreseen; null where nothing
 * is: what Strapi refused before it refuses again, and then the word before it is tried.
 */
export function foreseenWord<Word>(
  first: Attempt<Word> | null,
  instead: Attempt<Word> | null,
): Word | null {
  if (first?.step !== 'publish') return null;
  if (!first.wasRefused) return first.word;
  return instead?.step === 'publish' && !instead.wasRefused ? instead.word : null;
}
