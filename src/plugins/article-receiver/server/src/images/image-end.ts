import type { ImageFormat } from './magic-bytes';

/**
 * Where an image ends within its bytes: the offset after its last byte, or null when it does not
 * end (cut off, or not of this format). What comes after is not part of the image, and is how one
 * file is made to be two things (a JPEG that is also a script).
 */
export function imageEnd(bytes: Buffer, format: ImageFormat): number | null {
  return ENDS[format](bytes);
}

const ENDS: Record<ImageFormat, (bytes: Buffer) => number | null> = {
  jpeg: jpegEnd,
  png: pngEnd,
  gif: gifEnd,
  webp: webpEnd,
  avif: avifEnd,
};

/** Segments with a length each; after a start of scan, data in which FF 00 and FF D0–D7 are data. */
function jpegEnd(bytes: Buffer): number | null {
  let at = 2;
  while (at + 1 < bytes.length) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xff) {
      at += 1;
    } else if (marker === 0xd9) {
      return at + 2;
    } else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) {
      at += 2;
    } else {
      if (at + 4 > bytes.length) return null;
      at += 2 + Math.max(2, bytes.readUInt16BE(at + 2));
      if (marker === 0xda) at = nextMarker(bytes, at);
    }
  }
  return null;
}

/** The next marker that ends a scan, or the end of the bytes. */
function nextMarker(bytes: Buffer, from: number): number {
  let at = bytes.indexOf(0xff, from);
  while (at !== -1 && at + 1 < bytes.length) {
    const marker = bytes.readUInt8(at + 1);
    const isData = marker === 0x00 || (marker >= 0xd0 && marker <= 0xd7);
    if (!isData && marker !== 0xff) return at;
    at = bytes.indexOf(0xff, at + (isData ? 2 : 1));
  }
  return bytes.length;
}

/** Chunks of length, type, data and checksum, up to IEND. */
function pngEnd(bytes: Buffer): number | null {
  let at = 8;
  while (at + 12 <= bytes.length) {
    const next = at + 12 + bytes.readUInt32BE(at);
    if (next > bytes.length) return null;
    if (bytes.toString('latin1', at + 4, at + 8) === 'IEND') return next;
    at = next;
  }
  return null;
}

/** Header, colour table, then extensions (0x21) and frames (0x2C) of sub-blocks, up to 0x3B. */
function gifEnd(bytes: Buffer): number | null {
  if (bytes.length < 13) return null;
  let at = 13 + colourTableSize(bytes.readUInt8(10));
  while (at < bytes.length) {
    const block = bytes[at];
    if (block === 0x3b) return at + 1;
    if (block === 0x21) {
      at = subBlocksEnd(bytes, at + 2);
    } else if (block === 0x2c && at + 10 < bytes.length) {
      at = subBlocksEnd(bytes, at + 11 + colourTableSize(bytes.readUInt8(at + 9)));
    } else {
      return null;
    }
  }
  return null;
}

function colourTableSize(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 0x07) + 1) : 0;
}

function subBlocksEnd(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== 0) at += 1 + bytes.readUInt8(at);
  return at + 1;
}

/** The RIFF header says how long it is, padded to an even number. */
function webpEnd(bytes: Buffer): number | null {
  if (bytes.length < 12) return null;
  const size = bytes.readUInt32LE(4);
  const end = 8 + size + (size % 2);
  if (end <= bytes.length) return end;
  // Some writers leave out the last padding byte.
  return 8 + size === bytes.length ? bytes.length : null;
}

/** Boxes that an AVIF file is made of at its top level. */
const AVIF_BOXES = new Set([
  'ftyp',
  'styp',
  'meta',
  'moov',
  'moof',
  'mdat',
  'idat',
  'free',
  'skip',
  'sidx',
  'mfra',
  'uuid',
]);

/** Boxes of size and type. There is no end mark: the image ends where no known box follows. */
function avifEnd(bytes: Buffer): number | null {
  let at = 0;
  while (at + 8 <= bytes.length && AVIF_BOXES.has(bytes.toString('latin1', at + 4, at + 8))) {
    const next = boxEnd(bytes, at);
    if (next === null || next > bytes.length) return null;
    at = next;
  }
  return at === 0 ? null : at;
}

function boxEnd(bytes: Buffer, at: number): number | null {
  const size = bytes.readUInt32BE(at);
  if (size === 0) return bytes.length;
  if (size !== 1) return size < 8 ? null : at + size;
  if (at + 16 > bytes.length) return null;
  const wide = Number(bytes.readBigUInt64BE(at + 8));
  return wide < 16 ? null : at + wide;
}
