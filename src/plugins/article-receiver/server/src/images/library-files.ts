import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Core } from '@strapi/types';
import { reasonOf } from '../../../shared/deliveries/reasons';
import { recordOf } from '../../../shared/records';
import { faultReason } from '../faults/explain';
import { Busy, Reasoned, Stopped } from '../faults/outcomes';
import { isSaidNo } from '../faults/refusal';
import { asOwnEdit } from '../strapi-patches/file-edits';
import { asOwnUpload } from '../strapi-patches/own-uploads';
import { foundTogether } from '../run-context/looks';
import { fileRows, mediaLibrary, type LibraryFile } from '../strapi/media-library';

export interface ImageUpload {
  bytes: Buffer;
  /** Readable, with the extension of the real format. */
  fileName: string;
  /** Media type of the real format. */
  contentType: string;
  /** Name of the file in storage, without extension; ends in what is made from the bytes. */
  storageName: string;
  alternativeText: string | null;
  caption: string | null;
  folderId: number | null;
  /**
   * Called when the storage has the file and Strapi has written it down, before that is committed: when
   * it rejects, Strapi knows nothing of the file.
   */
  whenWritten(file: LibraryFile): Promise<void>;
}

/**
 * Uploads a checked image with the site's own upload service and provider.
 * @throws Reasoned where the provider fails with words of its own alone.
 */
export async function uploadImage(strapi: Core.Strapi, image: ImageUpload): Promise<LibraryFile> {
  const directory = await mkdtemp(join(tmpdir(), 'article-receiver-'));
  try {
    const filepath = join(directory, 'image');
    await writeFile(filepath, image.bytes);
    const upload = () =>
      mediaLibrary(strapi)
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
        });
    let isStored = false;
    const whenWritten = (file: LibraryFile) => {
      isStored = true;
      return image.whenWritten(file);
    };
    return await asOwnUpload({ ...image, whenWritten }, async () => {
      const [file] = await upload().catch((error: unknown) => {
        throw isStored ? error : asStorageFault(error);
      });
      if (!file) throw new Error(`the upload of ${image.fileName} gave no file`);
      return file;
    });
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** "Region is missing", say, would not tell anybody that it is about the storage. */
function asStorageFault(error: unknown): unknown {
  if (error instanceof Busy || error instanceof Stopped || isSaidNo(error)) return error;
  if (!(error instanceof Error) || recordOf(error).code !== undefined) return error;
  const { code, values } = faultReason(error);
  return code === 'asWorded'
    ? new Reasoned(reasonOf('storageFailed', { detail: values.text ?? '' }))
    : error;
}

export async function findFile(strapi: Core.Strapi, id: number): Promise<LibraryFile | null> {
  return fileRows(strapi).findOne({ where: { id } });
}

/** The files of the Media Library with these ids, by their ids: of those that are there. */
export const findFiles = foundTogether(
  async (strapi: Core.Strapi, ids: readonly number[]): Promise<Map<number, LibraryFile>> => {
    const found = await fileRows(strapi).findMany({ where: { id: { $in: ids } } });
    return new Map(found.map((file) => [file.id, file]));
  },
);

/**
 * A file that an upload of ours left before it could be recorded; null when there is none.
 * @param suffix the part of the storage name that is made from the bytes.
 */
export async function findByStorageSuffix(
  strapi: Core.Strapi,
  suffix: string,
): Promise<LibraryFile | null> {
  return fileRows(strapi).findOne({ where: { hash: { $endsWith: suffix } } });
}

/** Writes down how large an image is, in pixels. */
export async function recordSize(
  strapi: Core.Strapi,
  id: number,
  { width, height }: { width: number; height: number },
): Promise<void> {
  await fileRows(strapi).update({ where: { id }, data: { width, height } });
}

/** Changes what the Media Library says about a file; its bytes and address stay. */
export async function updateFileInfo(
  strapi: Core.Strapi,
  id: number,
  info: Record<string, unknown>,
): Promise<void> {
  await asOwnEdit(() => mediaLibrary(strapi).service('upload').updateFileInfo(id, info));
}

/** A file's address as content has to name it: absolute where the site says what its address is. */
export function addressOf(strapi: Core.Strapi, { url }: Pick<LibraryFile, 'url'>): string {
  const site = strapi.config.get<string | undefined>('server.url');
  if (!url.startsWith('/') || !site || !/^https?:\/\//.test(site)) return url;
  return site.replace(/\/+$/, '') + url;
}
