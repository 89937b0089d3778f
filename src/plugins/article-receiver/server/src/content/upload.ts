import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Core } from '@strapi/types';

/** A file of the Media Library, as far as this plugin needs it. */
export interface LibraryFile {
  id: number;
  /** Absolute with a remote provider, else a path within the site. */
  url: string;
  name: string;
  alternativeText: string | null;
  caption: string | null;
  /** The storage that has it, by Strapi's name for it; `local` for a folder of the site's. */
  provider?: string;
}

export interface ImageUpload {
  bytes: Buffer;
  /** Readable, with the extension of the real format. */
  fileName: string;
  /** Media type of the real format. */
  contentType: string;
  /** Name of the file in storage, without extension; the same for the same bytes. */
  storageName: string;
  alternativeText: string | null;
  caption: string | null;
  folderId: number | null;
}

const FILE_UID = 'plugin::upload.file';

interface ImageManipulation {
  generateFileName(name: string): string;
  isFaultyImage(file: unknown): Promise<boolean>;
}

/** The name in storage of the upload of ours that is under way. */
const ours = new AsyncLocalStorage<string>();

/**
 * Changes two steps of Strapi's upload service, for uploads of ours only.
 *
 * They choose their name in storage: Strapi adds random digits to every upload, so one that is
 * repeated after a crash would leave its first files behind; under a name made from the bytes it
 * writes the same files again. And they are not checked for faults once more: every pixel was
 * decoded by `checkImage`, where Strapi's statistics take a quarter of the upload's CPU time.
 */
export function adaptUploads(strapi: Core.Strapi): void {
  const upload = strapi.plugin('upload');
  const images = upload.service('image-manipulation') as unknown as ImageManipulation;
  const random = images.generateFileName.bind(images);
  images.generateFileName = (name) => ours.getStore() ?? random(name);
  const isFaulty = images.isFaultyImage.bind(images);
  images.isFaultyImage = async (file) => ours.getStore() === undefined && isFaulty(file);
}

/** Uploads a checked image with the site's own upload service and provider. */
export async function uploadImage(strapi: Core.Strapi, image: ImageUpload): Promise<LibraryFile> {
  const directory = await mkdtemp(join(tmpdir(), 'article-receiver-'));
  try {
    const filepath = join(directory, 'image');
    await writeFile(filepath, image.bytes);
    const upload = () =>
      strapi
        .plugin('upload')
        .service('upload')
        .upload({
          data: {
            fileInfo: {
              name: image.fileName,
              alternativeText: image.alternativeText ?? '',
              caption: image.caption ?? '',
              folder: image.folderId,
            },
          },
          files: [
            {
              filepath,
              originalFilename: image.fileName,
              mimetype: image.contentType,
              size: image.bytes.length,
            },
          ],
        }) as Promise<LibraryFile[]>;
    const [file] = await ours.run(image.storageName, upload);
    if (!file) throw new Error(`the upload of ${image.fileName} gave no file`);
    return file;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

export async function findFile(strapi: Core.Strapi, id: number): Promise<LibraryFile | null> {
  return (await strapi.db.query(FILE_UID).findOne({ where: { id } })) as LibraryFile | null;
}

/**
 * A file that an upload of ours left before it could be recorded; null when there is none.
 * @param suffix the part of the storage name that is made from the bytes.
 */
export async function findByStorageSuffix(
  strapi: Core.Strapi,
  suffix: string,
): Promise<LibraryFile | null> {
  return (await strapi.db
    .query(FILE_UID)
    .findOne({ where: { hash: { $endsWith: suffix } } })) as LibraryFile | null;
}

/** Changes what the Media Library says about a file; its bytes and address stay. */
export async function updateFileInfo(
  strapi: Core.Strapi,
  id: number,
  info: Record<string, unknown>,
): Promise<void> {
  await strapi.plugin('upload').service('upload').updateFileInfo(id, info);
}

/** A file's address as content has to name it: absolute where the site says what its address is. */
export function addressOf(strapi: Core.Strapi, { url }: Pick<LibraryFile, 'url'>): string {
  const site = strapi.config.get<string | undefined>('server.url');
  if (!url.startsWith('/') || !site || !/^https?:\/\//.test(site)) return url;
  return site.replace(/\/+$/, '') + url;
}
