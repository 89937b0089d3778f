const MINUS = 0x2d;
const UNDERSCORE = 0x5f;

/**
 * Decodes the base64 text at `bytes[start, end)`, but only when encoding the result again gives
 * back exactly the same text: standard alphabet, padded, no spare bits, no white space.
 *
 * The event log cuts images out of a body and must later rebuild that body byte for byte; text
 * that is base64 but not canonical would come back different, so it is left where it is.
 *
 * There is no loop over the bytes here: a body may hold tens of megabytes of base64. Node's decoder
 * skips what it does not know, so every foreign character shows as bytes missing at the end.
 *
 * @param start - byte offset of the first character
 * @param end - byte offset after the last one
 * @returns the decoded bytes (a new buffer; empty for empty text), or null when not canonical
 */
export function decodeCanonicalBase64(bytes: Buffer, start: number, end: number): Buffer | null {
  const encoded = bytes.subarray(start, end);
  const length = encoded.length;
  if (length % 4 !== 0) return null;
  if (length === 0) return Buffer.alloc(0);
  // The decoder also takes the URL alphabet, which would be written back differently.
  if (encoded.includes(MINUS) || encoded.includes(UNDERSCORE)) return null;

  const decoded = Buffer.from(encoded.toString('latin1'), 'base64');
  // The bytes of the last four characters give these back only if nothing before them was skipped
  // (they would be too few), and if they are padded rightly and hold no spare bits.
  const lastGroup = decoded.subarray((length / 4 - 1) * 3);
  const lastQuartet = encoded.toString('latin1', length - 4);
  return lastGroup.toString('base64') === lastQuartet ? decoded : null;
}
