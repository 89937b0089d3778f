/**
 * Where an address in running text begins and ends. Looks at a bounded number of characters on
 * either side, so that asking at every position of a text stays linear.
 */

/** What stands between an address and its surroundings, in Markdown, HTML and prose. */
const BREAKS_BEFORE = /[\s"'`<>()[\]{}|^\\*~]/;
const BREAKS_AFTER = /[\s"'`<>)[\]{}|^]/;
/** Ends a sentence or an emphasis, but also stands inside addresses: what follows decides. */
const MAY_TRAIL = /[.,;:!*_~]/;
const PUNCTUATION = /[\p{P}\p{S}]/u;

/** HTML references for characters that end an address (a quote in an escaped attribute). */
const BREAKING_REFERENCE = /^&(?:quot|apos|lt|gt|nbsp|#34|#39|#x22|#x27);/i;

/** Longest run of trailing punctuation that is looked through. */
const MAX_TRAIL = 8;

/** Whether the address at `at` is not the tail of a longer one. */
export function startsAddress(text: string, at: number): boolean {
  const before = text[at - 1];
  if (before === undefined || BREAKS_BEFORE.test(before) || !isAscii(before)) return true;
  const behind = text.slice(Math.max(0, at - 32), at);
  // Unquoted attributes (`src=…`), but not parameters (`?src=…`).
  if (before === '=') return /(?:^|[\s"'])[A-Za-z-]+=$/.test(behind);
  // A reference definition without a space.
  if (before === ':') return behind.endsWith(']:');
  if (before === ';')
    return /&[a-z0-9#]{2,8};$/i.test(behind) && !/&(?:amp|#38|#x26);$/i.test(behind);
  if (before === '_') return /(?:^|[\s*_([>])_{1,3}$/.test(behind);
  return false;
}

/** Whether the address that stops before `at` does not go on there. */
export function endsAddress(text: string, at: number): boolean {
  // Most often it goes on with a letter or digit; this is asked very often.
  if (/[A-Za-z0-9]/.test(text[at] ?? '')) return false;
  let end = at;
  while (end < at + MAX_TRAIL && end < text.length && MAY_TRAIL.test(text[end] ?? '')) end += 1;
  const after = text[end];
  if (after === undefined || BREAKS_AFTER.test(after)) return true;
  if (after === '&') return BREAKING_REFERENCE.test(text.slice(end, end + 8));
  // In Markdown `\_` and `\)` are characters of the address; `\"` ends it in quoted code.
  if (after === '\\') return !/[_().~*!,;:&?#/=+-]/.test(text[end + 1] ?? '');
  return !isAscii(after) && PUNCTUATION.test(after);
}

function isAscii(char: string): boolean {
  return char.charCodeAt(0) < 0x80;
}
