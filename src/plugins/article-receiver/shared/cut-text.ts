/** What is cut off a character beyond the BMP: alone it is none, and what is strict about JSON refuses it. */
const HALF = /[\ud800-\udbff]$/;

/** The beginning of a text, at most so many UTF-16 units of it; of a character that the cut would halve, neither half. */
export const cutText = (text: string, length: number): string =>
  text.length > length ? text.slice(0, length).replace(HALF, '') : text;
