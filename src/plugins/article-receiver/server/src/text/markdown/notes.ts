import { isSafeDestination } from '../addresses/link-schemes';
import type { Edit } from './edits';

/** Longest label of a note that is known as one, in characters. */
const MAX_LABEL = 100;

/** What stands before a bracket, with a mark that no line begins with where it was cut. */
export const labelBefore = (text: string, end: number): string =>
  end > MAX_LABEL ? `.${text.slice(end - MAX_LABEL, end)}` : text.slice(0, end);

/** Whether the bracket ends the label of a note (`[^1]:`), whose text often begins with a link. */
export const isNote = (text: string, end: number): boolean =>
  text[end + 1] === ':' && /(?:^|[\n\r])[ \t>]*\[\^[^[\]\n\r]*$/.test(labelBefore(text, end));

const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const WORD_AND_COLON = /^[a-z][a-z0-9+.-]*:$/i;
/** Text on the same line that is no title: whoever knows no notes sees no definition then. */
const TEXT = /[ \t]+[^\s"'(|]/y;

/** Whether a note begins with a word and a colon (`Source: …`), which is no address with text behind it. */
export function beginsWithWord(text: string, opener: number, end: number, raw: string): boolean {
  TEXT.lastIndex = end;
  return WORD_AND_COLON.test(raw) && isNote(text, opener) && TEXT.test(text);
}

/** `Data: Eurostat, 2024`: what has no slash before a comma is no type of data that runs, if it were an address. */
const ABOUT_DATA = /[ \t]+[^,/\\%&]*(?:[,\n\r]|$)/y;

/** Whether a note that begins with a word says where data is from. */
export function isAboutData(text: string, end: number, raw: string): boolean {
  ABOUT_DATA.lastIndex = end;
  return /^data:$/i.test(raw) && ABOUT_DATA.test(text);
}

/**
 * `JavaScript: The Good Parts (2008)`: two names with a blank between them are no code, if it were an address, and what
 * calls and sets nothing does nothing.
 */
const ABOUT_CODE =
  / +\p{Lu}\p{L}* (?!in(?:stanceof)?\b)\p{L}|[ \t]+[^()[\]{}=`&%\\<>+\n\r]*(?:[\n\r]|$)/uy;

/** Whether a note that begins with the language's name is about it. */
export function isAboutCode(text: string, end: number, raw: string): boolean {
  ABOUT_CODE.lastIndex = end;
  return /^javascript:$/i.test(raw) && ABOUT_CODE.test(text);
}

/** Longest first word of a note that is looked at, and most of the spaces before it, in characters. */
const MAX_WORD = 400;
const MAX_SPACES = 100;
const BEGINNING = /([ \t]*)([^ \t\n\r]*)(?:[ \t]+(["'(|]))?/y;
/** An address, or where a link leads, that is the same without its angle brackets. */
const IN_ANGLES = /^<https?:\/\/[^\s<>"'\\]+>|(?<=\]\()<[^\s<>"'\\()]+>/gi;
const REFERENCES: Readonly<Record<string, string>> = {
  '"': '&quot;',
  '<': '&lt;',
  '>': '&gt;',
  "'": '&#39;',
  '(': '&#40;',
  '|': '&#124;',
};
const referenceFor = (char: string): string => REFERENCES[char] ?? char;

/**
 * How a note may begin so that whoever knows no notes sees no definition of a link in it, or a harmless one,
 * and all others read the same: its quotes and angle brackets as references, and a space behind the colon of
 * what could be a scheme.
 *
 * @param mayHoldHtml whether tags in it are tags.
 */
export function softenedNote(text: string, opener: number, mayHoldHtml: boolean): Edit[] {
  if (!isNote(text, opener)) return [];
  BEGINNING.lastIndex = opener + 2;
  const [all = '', space = '', word = '', opensTitle] = BEGINNING.exec(text) ?? [];
  if (space.length > MAX_SPACES || word.length > MAX_WORD || /^$|`/.test(word)) return [];
  const start = opener + 2 + space.length;
  const bare = [...word.matchAll(IN_ANGLES)].flatMap(({ 0: { length }, index }) => [
    index,
    index + length - 1,
  ]);
  const edits = bare.map((angle) => at(start + angle, 1, ''));
  const marks = mayHoldHtml && /<[a-z/!?]/i.test(word) ? /\\?"/g : /\\?["<>]/g;
  for (const { 0: mark, index } of word.matchAll(marks)) {
    if (bare.includes(index)) continue;
    if (word.slice(index - 2, index + 1) === '](<') return [];
    edits.push(at(start + index, mark.length, referenceFor(mark.slice(-1))));
  }
  const scheme = SCHEME.exec(word)?.[0] ?? '';
  const isDoubtful = scheme !== '' && !isSafeDestination(`${scheme}x`);
  if (isDoubtful && scheme !== word) {
    const behind = word.slice(scheme.length, scheme.length + 1);
    const opens = /['(|]/.test(behind);
    edits.push(
      at(start + scheme.length - 1, opens ? 2 : 1, opens ? `: ${referenceFor(behind)}` : ': '),
    );
  }
  if (isDoubtful && scheme === word && opensTitle !== undefined) {
    edits.push(at(opener + 2 + all.length - 1, 1, referenceFor(opensTitle)));
  }
  return edits;
}

const at = (start: number, length: number, text: string): Edit => ({
  start,
  end: start + length,
  text,
});
