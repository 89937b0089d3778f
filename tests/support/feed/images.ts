import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';

/** An image as a delivery carries it: its bytes twice, as base64 and as a data URL. */
export interface WireImage {
  kind: string;
  url: string;
  alt: string;
  caption: string | null;
  contentType: string;
  byteSize: number;
  base64: string;
  dataUrl: string;
}

type Format = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif';

interface Picture {
  format?: Format;
  width?: number;
  height?: number;
  /** Pictures of different colours have different bytes. */
  color?: string;
}

/** The bytes of a small one-coloured picture. */
export function pictureBytes({
  format = 'png',
  width = 64,
  height = 48,
  color = '#4945ff',
}: Picture = {}): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: color } })
    .toFormat(format)
    .toBuffer();
}

/** A picture as code of a site's own hands it to the upload service, 32 pixels wide; gone once it was used. */
export async function pictureFile<Result>(use: (file: object) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'picture-'));
  try {
    const filepath = join(folder, 'new.png');
    const bytes = await pictureBytes({ color: '#badcfe', width: 32 });
    await writeFile(filepath, bytes);
    const size = bytes.length;
    return await use({ filepath, originalFilename: 'new.png', mimetype: 'image/png', size });
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Puts bytes of any kind into a delivery's image; `overrides` may make it lie about them. */
export function asImage(bytes: Buffer, overrides: Partial<WireImage> = {}): WireImage {
  const contentType = overrides.contentType ?? 'image/png';
  const base64 = bytes.toString('base64');
  return {
    kind: 'inline',
    url: 'https://cdn.example.com/articles/picture.png',
    alt: 'A picture',
    caption: null,
    contentType,
    byteSize: bytes.length,
    base64,
    dataUrl: `data:${contentType};base64,${base64}`,
    ...overrides,
  };
}

/** A valid image of a delivery, made on the spot. */
export async function makeImage(
  picture: Picture = {},
  overrides: Partial<WireImage> = {},
): Promise<WireImage> {
  const format = picture.format ?? 'png';
  const url = `https://cdn.example.com/articles/picture.${format}`;
  return asImage(await pictureBytes(picture), {
    contentType: `image/${format}`,
    url,
    ...overrides,
  });
}
