const MINUS = 0x2d;
const UNDERSCORE = 0x5f;
const EQUALS = 0x3d;

/** Characters decoded at a time: short-lived strings of this size cost the collector nothing. */
const CHUNK = 64 * 1024;

/**
 * Decodes base64 text, but only when encoding the result again gives back exactly the same text:
 * standard alphabet, padded, no spare bits, no white
 * space.
 *
 * The event log cuts images out of a body and must later rebuild that body byte for byte; text
 * that is base64 but not canonical would come back different, so it is left where it is.
 *
 * There is no loop over the bytes here: a body may hold tens of megabytes of base64. Node's decoder
 * skips what it does not know, so every foreign character shows as bytes that are missing.
 *
 * @param encoded - the text, a byte for each character
 * @returns the decoded bytes (a new buffer; empty for empty text), or null when not canonical
 */
export function decodeCanonicalBase64(encoded: Buffer): Buffer | null {
  const length = encoded.length;
  if (length % 4 !== 0) return null;
  if (length === 0) return Buffer.alloc(0);
  // The decoder also takes the URL alphabet, which would be written back differently.
  if (encoded.includes(MINUS) || encoded.includes(UNDERSCORE)) return null;

  const decoded = Buffer.allocUnsafeSlow((length / 4) * 3 - paddingOf(encoded));
  let written = 0;
  for (let at = 0; at < length; at += CHUNK) {
    written += decoded.write(encoded.toString('latin1', at, at + CHUNK), written, 'base64');
    if (written < decoded.length && written !== ((at + CHUNK) / 4) * 3) return null;
  }
  // The bytes of the last four characters give these back only if nothing before them was skipped
  // (they would be too few), and if they are padded rightly and hold no spare bits.
  const lastGroup = decoded.subarray((length / 4 - 1) * 3);
  const lastQuartet = encoded.toString('latin1', length - 4);
  return written === decoded.length && lastGroup.toString('base64') === lastQuartet
    ? decoded
    : null;
}

/** How many of the last two characters are padding. */
const paddingOf = (encoded: Buffer): number =>
  encoded.subarray(-2).filter((character) => character === EQUALS).length;
