import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import sharp, { type Sharp } from 'sharp';
import { checkImage, type CheckedImage } from './check-image';
import { imageEnd } from './image-end';
import type { ImageFormat } from './magic-bytes';

const LIMITS = { maxBytes: 2_000_000, maxPixels: 1_000_000, maxFrames: 10 };

/** A picture with enough in it that every part of the file matters. */
function picture(width = 96, height = 64): Sharp {
  const pixels = Buffer.alloc(width * height * 3);
  let state = 7;
  for (let at = 0; at < pixels.length; at += 1) {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff;
    pixels[at] = ((at / 3) % width) + ((state >> 16) & 63);
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

const encode: Record<ImageFormat, () => Promise<Buffer>> = {
  jpeg: () => picture().jpeg().toBuffer(),
  png: () => picture().png().toBuffer(),
  webp: () => picture().webp().toBuffer(),
  gif: () => picture().gif().toBuffer(),
  avif: () => picture().avif({ effort: 0 }).toBuffer(),
};

const FORMATS = Object.keys(encode) as ImageFormat[];

function animation(frames: number, format: 'gif' | 'webp'): Promise<Buffer> {
  return picture(32, 32 * frames)
    .raw()
    .toBuffer()
    .then((raw: Buffer) =>
      sharp(raw, { raw: { width: 32, height: 32 * frames, channels: 3, pageHeight: 32 } })
        .toFormat(format)
        .toBuffer(),
    );
}

/** One that every browser shows, though the last bytes of its last scan are lost. */
async function flawedJpeg(): Promise<Buffer> {
  const jpeg = await encode.jpeg();
  return Buffer.concat([jpeg.subarray(0, -22), jpeg.subarray(-2)]);
}

/** A PNG of one colour as small as it gets: what a decompression bomb is. */
function flatPng(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 1;
  const rows = deflateSync(Buffer.alloc((Math.ceil(side / 8) + 1) * side));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', rows),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A WebP of one colour as small as it gets: no bit for any of its pixels. */
function flatWebp(width: number, height: number): Buffer {
  const bits: number[] = [];
  const put = (value: number, count: number) => {
    for (let bit = 0; bit < count; bit += 1) bits.push((value >> bit) & 1);
  };
  put(0x2f, 8);
  put(width - 1, 14);
  put(height - 1, 14);
  put(0, 7);
  // A code with a single symbol for each channel, and for distances.
  for (const symbol of [51, 17, 85, 255, 0]) put(0b101 + 8 * symbol, 11);
  const data = Buffer.alloc(Math.ceil(bits.length / 16) * 2);
  for (const [at, bit] of bits.entries()) {
    data.writeUInt8(data.readUInt8(at >> 3) | (bit << (at & 7)), at >> 3);
  }
  const head = Buffer.from('RIFF....WEBPVP8L....', 'latin1');
  head.writeUInt32LE(12 + data.length, 4);
  head.writeUInt32LE(data.length, 16);
  return Buffer.concat([head, data]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(12 + data.length);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(type, 4, 'latin1');
  data.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length);
  return chunk;
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

const reasonOf = async (bytes: Buffer, limits = LIMITS): Promise<string> => {
  const result = await checkImage(bytes, limits);
  return result.ok ? 'accepted' : result.reason;
};

describe('checkImage accepts', () => {
  it.each([
    ['jpeg', 'image/jpeg', 'jpg'],
    ['png', 'image/png', 'png'],
    ['webp', 'image/webp', 'webp'],
    ['gif', 'image/gif', 'gif'],
    ['avif', 'image/avif', 'avif'],
  ] as const)('%s', async (format, contentType, extension) => {
    const bytes = await encode[format]();
    expect(await checkImage(bytes, LIMITS)).toEqual({
      ok: true,
      format,
      contentType,
      extension,
      width: 96,
      height: 64,
      frames: 1,
      trailing: 0,
      turned: false,
      bytes,
    });
  });

  it.each(['gif', 'webp'] as const)('an animated %s, with its frames counted', async (format) => {
    const result = await checkImage(await animation(4, format), LIMITS);
    expect(result).toMatchObject({
      ok: true,
      format,
      width: 32,
      height: 32,
      frames: 4,
      trailing: 0,
    });
  });

  it('JPEG with several scans, and with metadata', async () => {
    const progressive = await picture().jpeg({ progressive: true }).toBuffer();
    const described = await picture()
      .withExif({ IFD0: { Copyright: 'Marta' } })
      .withIccProfile('srgb')
      .jpeg()
      .toBuffer();
    for (const bytes of [progressive, described]) {
      expect(await checkImage(bytes, LIMITS)).toMatchObject({ ok: true, trailing: 0 });
    }
  });

  it('lossless WebP and images with transparency', async () => {
    const clear = picture().ensureAlpha(0.5);
    for (const bytes of [
      await clear.clone().webp({ lossless: true }).toBuffer(),
      await clear.clone().png({ palette: true }).toBuffer(),
      await clear.clone().avif({ effort: 0 }).toBuffer(),
    ]) {
      expect(await checkImage(bytes, LIMITS)).toMatchObject({ ok: true, trailing: 0 });
    }
  });
});

describe('checkImage turns', () => {
  /** Red above blue once it is turned; stored as red left of blue. */
  const lying = async (format: ImageFormat): Promise<Buffer> =>
    sharp({ create: { width: 40, height: 20, channels: 3, background: 'blue' } })
      .composite([{ input: RED, left: 0, top: 0 }])
      .withMetadata({ orientation: 6 })
      .toFormat(format)
      .toBuffer();
  const RED = { create: { width: 20, height: 20, channels: 3 as const, background: 'red' } };

  it.each(['jpeg', 'png', 'webp'] as const)(
    'a %s that lies on its side the right way up, and no other',
    async (format) => {
      const bytes = await lying(format);
      const check = (await checkImage(bytes, LIMITS)) as CheckedImage;
      expect(check).toMatchObject({ ok: true, format, turned: true, width: 20, height: 40 });
      const stored = await sharp(check.bytes).metadata();
      expect([stored.format, stored.width, stored.height]).toEqual([format, 20, 40]);
      expect(stored.orientation ?? 1).toBe(1);
      const pixels = await sharp(check.bytes).removeAlpha().raw().toBuffer();
      expect([[...pixels.subarray(0, 3)], [...pixels.subarray(-3)]]).toEqual([
        [expect.closeTo(255, -1), expect.closeTo(0, -1), expect.closeTo(0, -1)],
        [expect.closeTo(0, -1), expect.closeTo(0, -1), expect.closeTo(255, -1)],
      ]);
      const untouched = (await checkImage(check.bytes, LIMITS)) as CheckedImage;
      expect(untouched.turned).toBe(false);
      expect(untouched.bytes.equals(check.bytes)).toBe(true);
    },
  );

  it('a PNG of 16 bits with all of its shades', async () => {
    const shades = Uint16Array.from({ length: 40 * 20 * 3 }, (_, at) => (at * 37) % 65_536);
    const bytes = await sharp(shades, { raw: { width: 40, height: 20, channels: 3 } })
      .toColourspace('rgb16')
      .withMetadata({ orientation: 6 })
      .png()
      .toBuffer();
    const check = (await checkImage(bytes, LIMITS)) as CheckedImage;
    expect(check).toMatchObject({ ok: true, turned: true, width: 20, height: 40 });
    expect(await sharp(check.bytes).metadata()).toMatchObject({ depth: 'ushort', space: 'rgb16' });
  });

  it('no animation', async () => {
    const still = await animation(4, 'webp');
    const bytes = await sharp(still, { animated: true })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect((await sharp(bytes).metadata()).orientation).toBe(6);
    const check = (await checkImage(bytes, LIMITS)) as CheckedImage;
    expect(check).toMatchObject({ ok: true, frames: 4, turned: false, width: 32, height: 32 });
    expect(check.bytes.equals(bytes)).toBe(true);
  });
});

describe('checkImage encodes anew', () => {
  it('a JPEG that decoders warn of, and no other', async () => {
    const flawed = await flawedJpeg();
    await expect(sharp(flawed).stats()).rejects.toThrow(/premature end/);
    const check = (await checkImage(flawed, LIMITS)) as CheckedImage;
    expect(check).toMatchObject({ ok: true, width: 96, height: 64, turned: false, trailing: 0 });
    await sharp(check.bytes).stats();
  });
});

describe('checkImage follows the sizes in a file', () => {
  it('WebP of an odd size, with its padding byte', async () => {
    const bytes = await encode.webp();
    bytes.writeUInt32LE(bytes.length - 9, 4);
    expect(imageEnd(Buffer.concat([bytes, Buffer.from('tail')]), 'webp')).toBe(bytes.length);
  });

  it('an AVIF box that reaches to the end of the file', async () => {
    const bytes = await encode.avif();
    bytes.writeUInt32BE(0, bytes.indexOf('mdat') - 4);
    expect(await checkImage(bytes, LIMITS)).toMatchObject({ ok: true, trailing: 0 });
  });

  it('a PNG end that reaches past the file', async () => {
    const bytes = await encode.png();
    bytes.writeUInt32BE(5, bytes.length - 12);
    expect(await reasonOf(bytes)).toBe('is a png image that is cut off or damaged');
  });
});

describe('checkImage cuts off what follows the image', () => {
  const TAIL = Buffer.from('<?php system($_GET[0]); ?><script>alert(1)</script>');

  it.each(FORMATS)('%s', async (format) => {
    const bytes = await encode[format]();
    const result = await checkImage(Buffer.concat([bytes, TAIL]), LIMITS);
    expect(result).toMatchObject({ ok: true, format, trailing: TAIL.length });
    expect(result.ok && result.bytes.equals(bytes)).toBe(true);
  });

  it('also a second image', async () => {
    const [jpeg, png] = [await encode.jpeg(), await encode.png()];
    const result = await checkImage(Buffer.concat([jpeg, png]), LIMITS);
    expect(result).toMatchObject({ ok: true, format: 'jpeg', trailing: png.length });
  });
});

describe('checkImage refuses', () => {
  const points = [0.1, 0.3, 0.5, 0.7, 0.9, 0.99];

  it.each(FORMATS)('a %s that is cut off anywhere', async (format) => {
    const bytes = await encode[format]();
    const lengths = [...points.map((part) => Math.floor(bytes.length * part)), bytes.length - 1];
    for (const length of lengths) {
      expect(await reasonOf(bytes.subarray(0, length))).toMatch(/cut off or damaged|not an image/);
    }
  });

  it('damaged pixels within a whole file', async () => {
    const png = await picture(400, 400).png().toBuffer();
    const webp = await picture(400, 400).webp().toBuffer();
    const middle = (bytes: Buffer): Buffer =>
      Buffer.from(bytes).fill(0, Math.floor(bytes.length / 2), bytes.length - 20);
    expect(await reasonOf(middle(png))).toMatch(/cut off or damaged|^cannot be decoded as png$/);
    const damaged = Buffer.from(png);
    const start = png.indexOf('IDAT') + 4;
    damaged.fill(0, start + 100, start + 120);
    expect(await reasonOf(damaged)).toMatch(/^cannot be decoded as png$/);
    const short = Buffer.from(webp.subarray(0, webp.length / 2 - ((webp.length / 2) % 2)));
    short.writeUInt32LE(short.length - 8, 4);
    expect(await reasonOf(short)).toMatch(/^cannot be decoded as webp$/);
  });

  it('a bomb, without decoding it', async () => {
    const bomb = flatPng(20_000);
    expect(bomb.length).toBeLessThan(100_000);
    const limits = { ...LIMITS, maxPixels: 50_000_000 };
    expect(await reasonOf(bomb, limits)).toBe('has more than 50000000 pixels (20000 × 20000)');
    expect(await checkImage(flatPng(900), LIMITS)).toMatchObject({ ok: true, width: 900 });
  });

  it('millions of pixels in next to no bytes, without decoding them', async () => {
    const limits = { ...LIMITS, maxPixels: 50_000_000 };
    const bytes = flatWebp(7_000, 7_000);
    const { length } = bytes;
    expect(length).toBeLessThan(50);
    expect(await checkImage(bytes, limits)).toEqual({
      ok: false,
      fault: 'tooEmpty',
      max: 25_000,
      reason: `has more than 25000 pixels for each of its bytes (7000 × 7000 in ${length} bytes)`,
    });
  });

  it('no image of one colour of a size that pages show, nor larger ones with anything in them', async () => {
    const limits = { ...LIMITS, maxPixels: 50_000_000 };
    expect(await checkImage(flatWebp(1_600, 900), limits)).toMatchObject({ ok: true });
    expect(await checkImage(flatWebp(3_840, 2_160), limits)).toMatchObject({ ok: true });
    const flat = sharp({
      create: { width: 5_120, height: 2_880, channels: 3, background: '#113355' },
    });
    for (const bytes of [
      await flat.clone().webp({ lossless: true }).toBuffer(),
      await flat.clone().png({ palette: true }).toBuffer(),
      await flat.clone().jpeg().toBuffer(),
    ]) {
      expect(await checkImage(bytes, limits)).toMatchObject({ ok: true, width: 5_120 });
    }
  });

  it('one for which the delivery has no room left, without decoding it', async () => {
    const png = await encode.png();
    png.fill(0, png.indexOf('IDAT') + 20, png.indexOf('IDAT') + 30);
    const asked: number[] = [];
    const room = (isLeft: boolean) => ({
      max: 9_000,
      takes: (pixels: number) => {
        asked.push(pixels);
        return isLeft;
      },
    });
    expect(await checkImage(png, LIMITS, room(false))).toEqual({
      ok: false,
      fault: 'tooManyTogether',
      max: 9_000,
      reason: "would bring the delivery's images to more than 9000 pixels together (96 × 64)",
    });
    expect(await checkImage(png, LIMITS, room(true))).toMatchObject({ fault: 'damaged' });
    expect(asked).toEqual([96 * 64, 96 * 64]);
    // What is refused by its header anyway takes no room.
    await checkImage(png, { ...LIMITS, maxPixels: 9 }, room(true));
    expect(asked).toHaveLength(2);
  });

  it('more bytes, frames or pixels over all frames than allowed', async () => {
    const gif = await animation(4, 'gif');
    expect(await reasonOf(gif, { ...LIMITS, maxFrames: 3 })).toBe('has more than 3 frames (4)');
    expect(await reasonOf(gif, { ...LIMITS, maxPixels: 4_000 })).toBe(
      'has more than 4000 pixels (32 × 32 × 4 frames)',
    );
    expect(await reasonOf(gif, { ...LIMITS, maxBytes: 99 })).toBe(
      `is larger than 99 bytes (${gif.length})`,
    );
    const { length } = gif;
    expect(await reasonOf(gif, { maxBytes: length, maxPixels: 4_096, maxFrames: 4 })).toBe(
      'accepted',
    );
  });

  it.each([
    ['nothing', '', 'is empty'],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'is an SVG document'],
    [
      'SVG with a prolog',
      '\ufeff<?xml version="1.0"?>\n<!-- x --><svg/>',
      'is an XML or HTML document',
    ],
    ['SVG with a prolog and content', '<?xml version="1.0"?><svg width="1">', 'is an SVG document'],
    ['HTML', '\n <!DOCTYPE html><html><script>', 'is an HTML document'],
    ['PDF', '%PDF-1.7', 'is a PDF document'],
    ['ICO', '\0\0\x01\0\x01\0', 'is an icon (ICO)'],
    ['BMP', 'BM....', 'is a BMP image'],
    ['ZIP', 'PK\x03\x04', 'is a ZIP archive'],
    ['text', 'hello', 'is not an image of a known kind'],
    ['HEIC', '\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'is a HEIC image'],
    ['MP4', '\0\0\0\x18ftypisom\0\0\0\0isommp42', 'is a film or an unknown media container'],
  ])('%s', async (_, content, reason) => {
    expect(await reasonOf(Buffer.from(content))).toBe(reason);
  });

  it('TIFF, and SVG in UTF-16', async () => {
    expect(await reasonOf(await picture().tiff().toBuffer())).toBe('is a TIFF image');
    expect(await reasonOf(Buffer.from('\ufeff<svg >', 'utf16le'))).toBe('is an SVG document');
  });

  it('the first bytes of one format on another', async () => {
    const png = await encode.png();
    for (const start of ['GIF89a', 'RIFF\xff\0\0\0WEBP', '\xff\xd8\xff\xe0']) {
      const bytes = Buffer.from(png);
      bytes.write(start, 'latin1');
      expect(await reasonOf(bytes)).toMatch(/cut off or damaged|^cannot be decoded as webp/);
    }
  });
});

describe('checkImage never throws', () => {
  it('on random bytes, with or without the first bytes of an image', async () => {
    const starts = [
      '',
      '\xff\xd8\xff',
      '\x89PNG\r\n\x1a\n',
      'GIF89a',
      'RIFF\x20\0\0\0WEBP',
      '\0\0\0\x10ftypavif',
    ];
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...starts), fc.uint8Array(), async (start, rest) => {
        const bytes = Buffer.concat([Buffer.from(start, 'latin1'), rest]);
        expect((await checkImage(bytes, LIMITS)).ok).toBe(false);
      }),
      { numRuns: 300 },
    );
  });

  it('on images with some bytes changed', async () => {
    const images = await Promise.all(FORMATS.map((format) => encode[format]()));
    const change = fc.tuple(fc.nat(), fc.nat({ max: 255 }));
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...images),
        fc.array(change, { maxLength: 8 }),
        async (image, changes) => {
          const bytes = Buffer.from(image);
          for (const [place, value] of changes) bytes[place % bytes.length] = value;
          const result = await checkImage(bytes, LIMITS);
          if (!result.ok) return expect(result.reason).not.toBe('');
          // As Strapi does afterwards, with sharp's own strictness.
          await sharp(result.bytes, { animated: true }).resize(20).raw().toBuffer();
        },
      ),
      { numRuns: 150 },
    );
  });
});
