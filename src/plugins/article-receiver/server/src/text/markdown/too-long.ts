/** Longest text that is looked into, in characters; a long article has a tenth of it. */
export const MAX_LENGTH = 400_000;
/** Most lines, and characters that could begin or end a tag, a link or code, in such a text. */
export const MAX_MARKS = 30_000;

/** What escaping writes for one character. */
const ESCAPED = /&(?:lt|gt|quot|#9[13]);/g;

/** Whether a text is too long to be looked into. What escaping added to it does not count. */
export function isTooLong(text: string): boolean {
  if (text.length < MAX_MARKS) return false;
  // First, so that no text of megabytes is looked through for it.
  if (text.length > 6 * MAX_LENGTH) return true;
  if (marksIn(text, MAX_MARKS) >= MAX_MARKS) return true;
  if (text.length <= MAX_LENGTH) return false;
  return text.replace(ESCAPED, '.').replaceAll('< ', '<').length > MAX_LENGTH;
}

const MARKS = new Set([...'<[]`\n\r'].map((mark) => mark.charCodeAt(0)));

/** How many there are, as far as they are counted. */
function marksIn(text: string, enough: number): number {
  let marks = 0;
  for (let at = 0; at < text.length && marks < enough; at += 1) {
    if (MARKS.has(text.charCodeAt(at))) marks += 1;
  }
  return marks;
}

const OPENS_TAG = '<'.charCodeAt(0);
const ENDS_LABEL = ']'.charCodeAt(0);
const ENDS_SCHEME = ':'.charCodeAt(0);
/** What looks like them and is nothing but text. */
const [TEXT_FOR_OPENS_TAG, TEXT_FOR_ENDS_LABEL] = ['‹'.charCodeAt(0), '］'.charCodeAt(0)];

/**
 * The text without any tag or link in it, whatever was one and whatever was none: each `<` and each `]`
 * becomes a character that looks like it. One for one and number by number, because megabytes of what has
 * to be escaped take ten seconds with patterns, and would be five times as long. The numbers are written
 * over in place: to ask a string for each takes several times as long.
 *
 * @param mayHoldHtml - only a `<` stays that begins no `<scheme:…>`
 */
export function withoutMarkup(text: string, mayHoldHtml: boolean): string {
  if (!text.includes(']') && !text.includes('<')) return text;
  const bytes = Buffer.from(text, 'utf16le');
  const codes = new Uint16Array(bytes.buffer, bytes.byteOffset, text.length);
  let isChanged = false;
  let angle = -1;
  const disarm = (at: number, instead: number) => {
    codes[at] = instead;
    isChanged = true;
  };
  for (let at = 0; at < codes.length; at += 1) {
    const code = codes[at] ?? 0;
    if (code === ENDS_LABEL) disarm(at, TEXT_FOR_ENDS_LABEL);
    else if (code === OPENS_TAG) {
      if (mayHoldHtml) angle = at;
      else disarm(at, TEXT_FOR_OPENS_TAG);
    } else if (angle !== -1) {
      if (code === ENDS_SCHEME) disarm(angle, TEXT_FOR_OPENS_TAG);
      if (!goesOnWithScheme(code)) angle = -1;
    }
  }
  return isChanged ? bytes.toString('utf16le') : text;
}

/** Letters, digits, `+`, `-`, `.`, and what is invisible. */
const goesOnWithScheme = (code: number): boolean =>
  (code >= 0x61 && code <= 0x7a) ||
  (code >= 0x41 && code <= 0x5a) ||
  (code >= 0x2b && code <= 0x39 && code !== 0x2c && code !== 0x2f) ||
  code < 0x20 ||
  code >= 0x7f;
