const UTF8_BOM = [0xef, 0xbb, 0xbf];
/** What may stand around values in JSON. */
const WHITE_SPACE = new Set([0x20, 0x09, 0x0a, 0x0d]);
const OPENING = new Set([0x5b, 0x7b]);

/**
 * Whether bytes may be JSON of more than one value, as far as their beginning says: such a document is a list or an
 * object. Nothing is parsed for it.
 */
export function mayHoldValues(bytes: Buffer): boolean {
  let at = UTF8_BOM.every((byte, index) => bytes[index] === byte) ? UTF8_BOM.length : 0;
  while (WHITE_SPACE.has(bytes[at] ?? 0)) at += 1;
  return OPENING.has(bytes[at] ?? 0);
}
