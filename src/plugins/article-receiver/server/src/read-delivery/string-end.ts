const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Bytes walked one by one before jumping: most strings end here, and a jump has a cost. */
const WALKED = 48;

/**
 * The offset of the quote that ends a JSON string, or -1 when the string never ends.
 *
 * Long strings (base64 of megabytes) are jumped over with `indexOf`, which compares many bytes at
 * once; dense escapes (`\"\"\"…`) are walked, because a native call for every two bytes is slow.
 *
 * @param start - offset of the first byte after the opening quote
 */
export function stringEnd(bytes: Buffer, start: number): number {
  let at = start;
  while (at < bytes.length) {
    const jumpAt = at + WALKED;
    while (at < jumpAt && at < bytes.length) {
      const byte = bytes[at];
      if (byte === QUOTE) return at;
      at += byte === BACKSLASH ? 2 : 1;
    }
    if (at >= bytes.length) return -1;
    const quote = bytes.indexOf(QUOTE, at);
    if (quote === -1) return -1;
    let slashes = 0;
    while (quote - slashes > at && bytes[quote - slashes - 1] === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return quote;
    at = quote + 1;
  }
  return -1;
}
