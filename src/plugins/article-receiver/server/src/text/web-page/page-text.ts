/** What a page may say of its encoding in itself is looked for in so many bytes: HTML, 4.2.5.4. */
const LOOKED_AT = 1_024;

/** The marks of an encoding at the beginning of a text, which come before all that is said of it. */
const MARKS: readonly [label: string, mark: readonly number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16be', [0xfe, 0xff]],
  ['utf-16le', [0xff, 0xfe]],
];

const CHARSET = /charset\s*=\s*["']?\s*([\w.:-]+)/i;

/**
 * The text of a page in its encoding, found as browsers do: by a mark at its beginning, by what came with it, by what
 * it says of itself (`<meta charset>`); UTF-8 where that is none that is known.
 * @param contentType as the server says it; may be empty.
 */
export function pageText(bytes: Uint8Array, contentType: string): string {
  const marked = MARKS.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte));
  const decoder =
    decoderOf(marked?.[0]) ??
    decoderOf(CHARSET.exec(contentType)?.[1]) ??
    decoderOf(ownCharset(bytes)) ??
    new TextDecoder();
  return decoder.decode(bytes);
}

function decoderOf(label: string | undefined): InstanceType<typeof TextDecoder> | null {
  if (label === undefined) return null;
  try {
    return new TextDecoder(label);
  } catch {
    return null;
  }
}

/** What a page says of its encoding, in an encoding in which that can be read. */
function ownCharset(bytes: Uint8Array): string | undefined {
  const beginning = new TextDecoder('latin1').decode(bytes.subarray(0, LOOKED_AT));
  const said = beginning
    .replace(/<!--[^]*?-->/g, '')
    .match(/<meta\s[^>]*>/gi)
    ?.map((tag) => CHARSET.exec(tag)?.[1])
    .find((label) => label !== undefined);
  // Had it been one of these, it could not have been read.
  return said && /^utf-?16/i.test(said) ? 'utf-8' : said;
}
