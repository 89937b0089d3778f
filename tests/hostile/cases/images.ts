import sharp from 'sharp';
import { some, tampered, type HostileCase } from '../support/hostile-case';
import { asImage, pictureBytes, type WireImage } from '../../support/feed/images';

type Images = Partial<Record<keyof WireImage, unknown>>[];

/** A delivery with images; the article always arrives, with as many of them as can be used. */
function withImages(
  name: string,
  images: () => Promise<Images> | Images,
  usable: number,
  issues?: string[],
): HostileCase {
  const delivery = tampered({});
  return {
    name,
    body: async () => ({ ...delivery, article: { ...delivery.article, images: await images() } }),
    status: 202,
    state: 'applied',
    issues,
    articleId: delivery.article.id,
    article: {
      title: delivery.article.title,
      images: some(usable),
    },
  };
}

const refused = (name: string, bytes: () => Promise<Buffer> | Buffer): HostileCase =>
  withImages(name, async () => [asImage(await bytes())], 0, ['article.images.0']);

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>1</script></svg>';

const notImages: HostileCase[] = [
  refused('an SVG', () => Buffer.from(SVG)),
  refused('an SVG behind an XML declaration', () => Buffer.from(`<?xml version="1.0"?>\n${SVG}`)),
  refused('an SVG in UTF-16', () => Buffer.from(`\ufeff${SVG}`, 'utf16le')),
  refused('HTML', () => Buffer.from('<!doctype html><script>alert(1)</script>')),
  refused('a PDF', () => Buffer.from('%PDF-1.7\n%%EOF')),
  refused('a ZIP archive', () => Buffer.from('PK\x03\x04rest', 'latin1')),
  refused('a program', () => Buffer.from('MZ\x90\0', 'latin1')),
  refused('a script', () => Buffer.from('#!/bin/sh\nrm -rf /\n')),
  refused('a TIFF', () => sharp({ create: tiny }).tiff().toBuffer()),
  refused('text', () => Buffer.from('not a picture')),
  refused('a GIF that begins a script', () => Buffer.from('GIF89a/*x*/=1;alert(1)')),
  refused('a JPEG that is its first bytes', () => Buffer.from([0xff, 0xd8, 0xff, 0xe0])),
  refused('a PNG that is its first bytes', async () => (await pictureBytes()).subarray(0, 8)),
  refused('HEIC', () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')),
  refused('one byte', () => Buffer.from([0])),
];

const tiny = { width: 4, height: 4, channels: 3, background: '#102030' } as const;

const formats = ['jpeg', 'png', 'webp', 'gif', 'avif'] as const;

const damaged = formats.flatMap((format) => [
  refused(`a ${format} that is cut in half`, async () => {
    const bytes = await pictureBytes({ format, width: 200, height: 200 });
    return bytes.subarray(0, bytes.length / 2);
  }),
  refused(`a ${format} of noise`, async () => {
    const bytes = Buffer.from(await pictureBytes({ format }));
    return bytes.fill(0x41, 30);
  }),
]);

const polyglots = formats
  .filter((format) => format !== 'avif')
  .map((format) =>
    withImages(
      `a ${format} that is also a script`,
      async () => {
        const bytes = await pictureBytes({ format, color: '#445566' });
        return [
          asImage(Buffer.concat([bytes, Buffer.from('<script>alert(1)</script>')]), {
            contentType: `image/${format}`,
          }),
        ];
      },
      1,
      ['article.images.0'],
    ),
  );

const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#fff' }, limitInputPixels: false })
    .png({ compressionLevel: 9 })
    .toBuffer();

const bombs: HostileCase[] = [
  refused('more pixels than allowed', () => blank(8_000, 8_000)),
  refused('a header that promises a gigapixel', async () => {
    const bytes = Buffer.from(await blank(4, 4));
    bytes.writeUInt32BE(60_000, 16);
    bytes.writeUInt32BE(60_000, 20);
    return bytes;
  }),
];

const extremes: [string, () => Promise<Buffer>, string][] = [
  ['one pixel', () => blank(1, 1), 'image/png'],
  ['one column', () => blank(1, 15_000), 'image/png'],
  ['one row', () => blank(15_000, 1), 'image/png'],
  [
    'sixteen bits',
    () => sharp({ create: tiny }).toColourspace('rgb16').png().toBuffer(),
    'image/png',
  ],
  ['CMYK', () => sharp({ create: tiny }).toColourspace('cmyk').jpeg().toBuffer(), 'image/jpeg'],
  ['a palette', () => sharp({ create: tiny }).png({ palette: true }).toBuffer(), 'image/png'],
];

const base64 = async () => asImage(await pictureBytes({ color: '#778899' }));

const encodings: HostileCase[] = [
  ...['!!!!', '%%%', '=', '====', 'A', 'sha256:', `sha256:${'a'.repeat(64)}`, '\u0000'].map(
    (text) =>
      withImages(
        `base64 that is ${JSON.stringify(text)}`,
        () => [{ kind: 'inline', url: 'https://cdn.example.com/x.png', base64: text }],
        0,
      ),
  ),
  ...[
    'data:',
    'data:,',
    'data:image/png,abc',
    'data:text/html;base64,PGI+',
    'javascript:1',
    'x',
  ].map((text) => withImages(`the data URL ${text}`, () => [{ dataUrl: text }], 0)),
  withImages(
    'line breaks in base64',
    async () => {
      const image = await base64();
      return [{ ...image, base64: image.base64.replace(/.{76}/g, '$&\r\n') }];
    },
    1,
    [],
  ),
  withImages(
    'base64 for addresses',
    async () => {
      const image = await base64();
      const text = image.base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
      return [{ ...image, base64: text, dataUrl: null }];
    },
    1,
    [],
  ),
  withImages('only the data URL', async () => [{ ...(await base64()), base64: null }], 1, []),
  withImages(
    'broken base64 beside a good data URL',
    async () => [{ ...(await base64()), base64: '!' }],
    1,
    ['article.images.0.base64'],
  ),
  withImages(
    'two different images in one',
    async () => [
      {
        ...(await base64()),
        dataUrl: `data:image/png;base64,${(await blank(2, 2)).toString('base64')}`,
      },
    ],
    1,
    ['article.images.0.dataUrl'],
  ),
  withImages(
    'an image without bytes',
    () => [{ kind: 'hero', url: 'https://cdn.example.com/a' }],
    0,
    ['article.images.0'],
  ),
];

const lies: HostileCase[] = [
  ...[0, 1, 2 ** 31 - 1].map((byteSize) =>
    withImages(`a size of ${byteSize}`, async () => [{ ...(await base64()), byteSize }], 1, [
      'article.images.0.byteSize',
    ]),
  ),
  ...['text/html', 'image/svg+xml', 'application/x-php', '', '../../x', 'x'.repeat(10_000)].map(
    (contentType) =>
      withImages(
        `the type ${contentType.slice(0, 20)}`,
        async () => [{ ...(await base64()), contentType }],
        1,
        ['article.images.0.contentType'],
      ),
  ),
];

const ADDRESSES = [
  ...['https://cdn.example.com/../../../etc/passwd', 'file:///etc/passwd', '../../../x.php', 'x'],
  ...[
    'https://cdn.example.com/a.png?x=<script>',
    'javascript:alert(1)',
    'https://cdn.example.com/%00.png',
  ],
  ...[
    '\\\\host\\share\\con.png',
    'https://cdn.example.com/con.png',
    `https://e.com/${'a'.repeat(9_999)}`,
  ],
];

const addresses = ADDRESSES.map((url) =>
  withImages(`the address ${url.slice(0, 45)}`, async () => [{ ...(await base64()), url }], 1, []),
);

const many: HostileCase[] = [
  withImages(
    'several images with one address',
    async () => [
      await base64(),
      { ...asImage(await blank(3, 3)) },
      { ...asImage(await blank(5, 5)) },
    ],
    3,
    [],
  ),
  withImages('one image five times', async () => Array(5).fill(await base64()) as Images, 1, []),
  withImages(
    'one image with a hundred addresses',
    async () => {
      const image = await base64();
      return Array.from({ length: 100 }, (_, n) => ({ ...image, url: `https://e.com/${n}.png` }));
    },
    100,
    [],
  ),
  withImages(
    'five hundred tiny images, most of them broken',
    async () => {
      const images = Array.from({ length: 480 }, (_, n) => asImage(Buffer.from(`broken ${n}`)));
      const good = await Promise.all(
        Array.from({ length: 20 }, async (_, n) =>
          asImage(await blank(7, 7 + n), { url: `https://e.com/t${n}` }),
        ),
      );
      return [...images, ...good];
    },
    20,
  ),
  withImages(
    'two thousand images without bytes',
    () => Array(2_000).fill({ alt: 'x' }) as Images,
    0,
  ),
  withImages(
    'images of many kinds',
    async () => [await base64(), ...([null, 'text', 7, []] as unknown as Images)],
    1,
    ['article.images.1', 'article.images.2', 'article.images.3', 'article.images.4'],
  ),
];

export const imageCases: HostileCase[] = [
  ...notImages,
  ...damaged,
  ...polyglots,
  ...bombs,
  ...extremes.map(([name, bytes, contentType]) =>
    withImages(name, async () => [asImage(await bytes(), { contentType })], 1, []),
  ),
  ...encodings,
  ...lies,
  ...addresses,
  ...many,
];
