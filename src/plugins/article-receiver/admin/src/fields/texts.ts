/**
 * A JSON value as a list of texts: what is not there is an empty one.
 * @returns null when it is something else, which no list of inputs can show.
 */
export function readTexts(value: unknown): string[] | null {
  const parsed = typeof value === 'string' ? parse(value) : value;
  if (parsed === null || parsed === undefined) return [];
  if (!Array.isArray(parsed)) return null;
  return parsed.every((item) => typeof item === 'string') ? parsed : null;
}

/** A form that was typed in as JSON keeps the text of it. */
function parse(text: string): unknown {
  if (text.trim() === '') return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** An emptied list is what it was when nobody had filled it: an untouched form stays untouched. */
export const keptTexts = (texts: string[], initial: unknown): string[] | null =>
  texts.length === 0 && (initial === null || initial === undefined) ? null : texts;

/** A list in which the item at one place stands at another. */
export function moved(texts: readonly string[], from: number, to: number): string[] {
  const item = texts[from];
  if (item === undefined || to < 0 || to >= texts.length) return [...texts];
  const rest = texts.filter((_, index) => index !== from);
  return [...rest.slice(0, to), item, ...rest.slice(to)];
}

/** What somebody pastes into, and where: an input, as the browser has it. */
interface Typed {
  value: string;
  selectionStart: number | null;
  selectionEnd: number | null;
}

/**
 * The lines that a text becomes where several are pasted into it; null where it stays one. By itself an
 * input for one line puts them together, with nothing left to tell them apart by.
 */
export function pastedLines(pasted: string, into: Typed): string[] | null {
  if (!/[\r\n]/.test(pasted.trim())) return null;
  const { value, selectionStart, selectionEnd } = into;
  const before = value.slice(0, selectionStart ?? value.length);
  const after = value.slice(selectionEnd ?? value.length);
  const lines = `${before}${pasted}${after}`.split(/[\r\n]+/).map((line) => line.trim());
  return lines.filter((line) => line !== '');
}

/** The words that somebody typed or pasted, apart from those that are there already. */
export function newWords(typed: string, present: readonly string[]): string[] {
  const known = new Set(present.map(fold));
  const words: string[] = [];
  for (const word of typed.split(/[,;\n]/).map((part) => part.trim())) {
    if (word === '' || known.has(fold(word))) continue;
    known.add(fold(word));
    words.push(word);
  }
  return words;
}

const fold = (word: string) => word.toLowerCase();
