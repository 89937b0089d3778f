/** What lists and messages show of a text, in characters: a title of megabytes is one, too. */
export const MAX_SHOWN = 1_000;

/** As much of a text. */
export const beginningOf = (text: string): string => text.slice(0, MAX_SHOWN).toWellFormed();
