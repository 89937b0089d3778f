export type ImageFormat = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif';

/** What the first bytes say: an image format that is accepted, or the name of something else. */
export type Sniffed = { format: ImageFormat } | { other: string };

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);

/** Known kinds of file that are refused, by the text they begin with (latin1). */
const REFUSED: readonly (readonly [start: string, name: string])[] = [
  ['II*\0', 'a TIFF image'],
  ['MM\0*', 'a TIFF image'],
  ['II+\0', 'a TIFF image'],
  ['BM', 'a BMP image'],
  ['\0\0\x01\0', 'an icon (ICO)'],
  ['%PDF-', 'a PDF document'],
  ['%!PS', 'a PostScript document'],
  ['PK\x03\x04', 'a ZIP archive'],
  ['\x1f\x8b', 'a gzip archive'],
  ['8BPS', 'a Photoshop document'],
  ['MZ', 'a program'],
  ['\x7fELF', 'a program'],
  ['\xff\x0a', 'a JPEG XL image'],
  ['\0\0\0\x0cJXL ', 'a JPEG XL image'],
  ['\0\0\0\x0cjP  ', 'a JPEG 2000 image'],
];

/** How many bytes are searched for the first tag of an SVG or HTML document. */
const MARKUP_WINDOW = 4_096;

/**
 * Tells the kind of a file by its first bytes, never by a name or a declared type.
 * Pure; any bytes are fine.
 */
export function sniff(bytes: Buffer): Sniffed {
  if (bytes.length === 0) return { other: 'empty' };
  if (startsWith(bytes, JPEG)) return { format: 'jpeg' };
  if (startsWith(bytes, PNG)) return { format: 'png' };
  const start = bytes.toString('latin1', 0, 16);
  if (start.startsWith('GIF87a') || start.startsWith('GIF89a')) return { format: 'gif' };
  if (start.startsWith('RIFF') && start.slice(8, 12) === 'WEBP') return { format: 'webp' };
  if (start.slice(4, 8) === 'ftyp') return sniffBrands(bytes);
  for (const [signature, name] of REFUSED) {
    if (start.startsWith(signature)) return { other: name };
  }
  return sniffMarkup(bytes);
}

function startsWith(bytes: Buffer, signature: Buffer): boolean {
  return bytes.subarray(0, signature.length).equals(signature);
}

/** The ISO media container holds AVIF, HEIC and films; its brands say which. */
function sniffBrands(bytes: Buffer): Sniffed {
  const size = bytes.readUInt32BE(0);
  const text = bytes.toString('latin1', 8, Math.min(size, bytes.length, 256));
  const brands: string[] = text.match(/.{4}/gs) ?? [];
  if (brands.includes('avif') || brands.includes('avis')) return { format: 'avif' };
  if (brands.some((brand) => /^(?:hei[cxms]|hev[cxms]|mif1|msf1)$/.test(brand))) {
    return { other: 'a HEIC image' };
  }
  return { other: 'a film or an unknown media container' };
}

function sniffMarkup(bytes: Buffer): Sniffed {
  const isWide = bytes[0] === 0xff || bytes[0] === 0xfe || bytes[1] === 0;
  const text = bytes
    .toString('latin1', 0, MARKUP_WINDOW)
    .replace(isWide ? /\0|^[\xfe\xff]{2}/g : /^\xef\xbb\xbf/, '')
    .trimStart();
  if (!text.startsWith('<')) return { other: 'not an image of a known kind' };
  if (/<svg[\s>:]/i.test(text)) return { other: 'an SVG document' };
  if (/<(?:!doctype html|html|head|body|script)[\s>]/i.test(text)) {
    return { other: 'an HTML document' };
  }
  return { other: 'an XML or HTML document' };
}
