/** A sentence's end, also before a closing quotation mark or a place in parentheses. */
const END = /[.!?…]["”»’]?(?:\s\([^()]*\))?$/;

/** Words with an end: what they close with may come from elsewhere, with a full stop or without. */
export const ended = (words: string): string => (END.test(words) ? words : `${words}.`);

/** A sentence that another follows: a place or a detail in parentheses comes before its full stop then. */
const followed = (sentence: string): string => sentence.replace(/\.(\s\([^()]*\))$/, '$1.');

/** Sentences one after another. */
export const inARow = (sentences: readonly string[]): string =>
  sentences
    .map((sentence, index) => (index < sentences.length - 1 ? followed(sentence) : sentence))
    .join(' ');

/** Words without their full stop, for a sentence that goes on. */
export const unended = (words: string): string => words.replace(/\.$/, '');

/** Words from elsewhere, as a sentence of their own. */
export const asSentence = (words: string): string =>
  ended(words.charAt(0).toUpperCase() + words.slice(1));
