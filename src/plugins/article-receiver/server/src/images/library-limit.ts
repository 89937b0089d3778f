import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import type { Core } from '@strapi/types';
import { isSaidNo } from '../faults/refusal';
import { mediaLibrary, type UploadedFile } from '../strapi/media-library';

interface Uploadable {
  bytes: Buffer;
  fileName: string;
  contentType: string;
}

/**
 * In Strapi's words why the Media Library would not take an image, because of its size; null where it would.
 * Asked as Strapi asks before it stores a file: once it has compressed it, where its settings say so.
 */
export async function sizeRefusal(strapi: Core.Strapi, image: Uploadable): Promise<string | null> {
  const asIs = await refusalOf(strapi, fileOf(image));
  return asIs && (await compressed(strapi, image, (file) => refusalOf(strapi, file)));
}

async function refusalOf(strapi: Core.Strapi, file: UploadedFile): Promise<string | null> {
  try {
    await mediaLibrary(strapi).service('provider').checkFileSize(file);
    return null;
  } catch (error) {
    // What else goes wrong says nothing about the image.
    return isSaidNo(error) ? error.message : null;
  }
}

const fileOf = ({ bytes, fileName, contentType }: Uploadable): UploadedFile => ({
  name: fileName,
  hash: 'image',
  ext: extname(fileName),
  mime: contentType,
  size: Math.round(bytes.length / 10) / 100,
  sizeInBytes: bytes.length,
});

async function compressed<Result>(
  strapi: Core.Strapi,
  image: Uploadable,
  use: (file: UploadedFile) => Promise<Result>,
): Promise<Result> {
  const tmpWorkingDirectory = await mkdtemp(join(tmpdir(), 'article-receiver-'));
  try {
    const filepath = join(tmpWorkingDirectory, 'image');
    await writeFile(filepath, image.bytes);
    const getStream = () => createReadStream(filepath);
    const file = { ...fileOf(image), filepath, tmpWorkingDirectory, getStream };
    const smaller = mediaLibrary(strapi).service('image-manipulation').optimize(file);
    // As with an upload, what Strapi cannot compress is taken as it is.
    return await use(await smaller.catch(() => file));
  } finally {
    await rm(tmpWorkingDirectory, { recursive: true, force: true });
  }
}
