import { isBlank, type Line, type Range } from './lines';

const OPENING = /^(`{3,}) ?[\w+#.-]*$/;
const LIKE_A_FENCE = /`{3}|~{3}/;
/** Ends a paragraph, or could be read as something else than text, in some renderer. */
const NOISE = /^\s*(?:$|[#>*+=_~|:-]|\d+[.)])|`/;

/** Words, as they introduce a block; nothing that is more than text to any renderer. */
const WORDS = /^\p{L}[\p{L}\p{N} ,.:;!?–—-]*$/u;

/**
 * The fenced blocks that all renderers take for code: between two blank lines, or behind lines of mere
 * words, at the start of the line, closed by the marker that opened them, and with nothing in them that
 * ends a paragraph; a renderer that knows no fences takes such a block for a paragraph with a code span.
 *
 * They are looked for up to the first thing that is like a fence and not certain: whether what follows
 * is within a block or outside is then anybody's guess.
 *
 * @returns the lines of code, by the number of the line that closes them
 */
export function certainFences(lines: readonly Line[]): Map<number, Range[]> {
  const fences = new Map<number, Range[]>();
  for (let at = 0; at < lines.length; at += 1) {
    const text = lines[at]?.text ?? '';
    if (!LIKE_A_FENCE.test(text)) {
      if (!endsOnItsLine(text, lines[at + 1]?.text)) break;
      continue;
    }
    const closes = closingLine(lines, at);
    if (closes === null) break;
    const content = lines.slice(at + 1, closes);
    if (!content.some((line) => NOISE.test(line.text))) fences.set(closes, content);
    else if (!content.every((line, n) => endsOnItsLine(line.text, content[n + 1]?.text))) break;
    at = closes;
  }
  return fences;
}

/** The line that closes the block which this one opens; null where either is not certain. */
function closingLine(lines: readonly Line[], opens: number): number | null {
  const marker = OPENING.exec(lines[opens]?.text ?? '')?.[1];
  let before = opens - 1;
  while (WORDS.test(lines[before]?.text ?? '')) before -= 1;
  if (marker === undefined || !isBlank(lines[before]?.text)) return null;
  let at = opens + 1;
  while (at < lines.length && !LIKE_A_FENCE.test(lines[at]?.text ?? '')) at += 1;
  const closes = lines[at]?.text ?? '';
  const isClosing = closes.startsWith(marker) && /^ *$/.test(closes.slice(marker.length));
  return isClosing && at > opens + 1 && isBlank(lines[at + 1]?.text) ? at : null;
}

/** A definition's address and title, all of it on one line; or no address. */
const WHOLE = /^\s+\S+(?:\s+(?:"[^"]*"|'[^']*'|\([^()]*\)))?\s*$/;

/**
 * Whether a definition, if this is one, ends with its line: some renderers look for its address on
 * the next, a fence's marker too, and for the end of its title anywhere.
 */
function endsOnItsLine(text: string, next: string | undefined): boolean {
  const at = text.indexOf(']:');
  if (at === -1) return true;
  const rest = text.slice(at + 2);
  if (rest.trim() === '' || rest.includes(']:')) return false;
  if (WHOLE.test(rest)) return !/^\s*["'(]/.test(next ?? '') || /["')]\s*$/.test(rest);
  return !/["'(]/.test(rest);
}
