import type { Core } from '@strapi/types';
import type { Knex } from 'knex';
import { reasonOf } from '../../../shared/deliveries/reasons';
import { claim, type Claim } from '../database/claims';
import type { ImageFile } from '../ledger/shared-documents/image-files';
import { ledgerOf } from '../ledger/ledger';
import {
  formerStorageName,
  storageNameFor,
  storageSuffix,
} from '../projection/shared-documents/file-name';
import { debugPoint } from '../faults/debug-point';
import { beforeChange } from '../run-context/looks';
import { imageFolderId } from './folder';
import type { CheckedImage } from './check-image';
import { leftFilesOf } from './left-files';
import { Busy, Reasoned } from '../faults/outcomes';
import { findByStorageSuffix, findFile, findFiles, recordSize, uploadImage } from './library-files';
import type { LibraryFile } from '../strapi/media-library';
import { within } from '../pace/within';
import { explain } from '../faults/explain';

/** An image's file in the Media Library, and what its bytes turned out to be. */
export interface PlacedFile extends Omit<ImageFile, 'fileId'> {
  file: LibraryFile;
}

/** The files that images became, by their digests: of those that have one that nobody deleted. */
export async function knownFiles(
  strapi: Core.Strapi,
  digests: readonly string[],
): Promise<Map<string, PlacedFile>> {
  const known = await ledgerOf(strapi).imageFiles.of(digests);
  const files = await findFiles(
    strapi,
    [...known.values()].map(({ fileId }) => fileId),
  );
  return new Map(
    [...known].flatMap(([digest, image]) => {
      const file = files.get(image.fileId);
      if (file) return [[digest, { ...image, file }] as const];
      // It becomes a file again.
      beforeChange();
      return [];
    }),
  );
}

/** A file that an image became just now. */
interface MadeFile {
  file: LibraryFile;
  contentType: string;
  /** Whether the image never was a file before. */
  isFirst: boolean;
}

export interface NewImage {
  digest: string;
  checked: CheckedImage;
  /** Size of the image as delivered, in bytes. */
  byteSize: number;
  fileName: string;
  alternativeText: string | null;
  caption: string | null;
  folder: string;
  /** How long the storage may take, in milliseconds. */
  timeoutMs: number;
  /** Writes down what is said of the file, in the transaction in which it becomes the image's. */
  record(trx: Knex.Transaction, made: MadeFile): Promise<void>;
}

/** How long others wait for the image of a process that was killed, in milliseconds. */
const CLAIM_MS = 10_000;

/** How long the upload of an image keeps others from it at most, in milliseconds. */
export const longestUploadMs = (timeoutMs: number): number => Math.max(CLAIM_MS, 2 * timeoutMs);

/**
 * Uploads an image that has no file yet, and remembers the file at once. A storage that takes too
 * long is not waited for: the upload goes on under its claim, and whoever comes later finds its
 * file. One that never answers loses the claim in the end, and may write nothing any more.
 * @throws Busy while somebody else uploads the same image.
 */
export async function uploadOnce(strapi: Core.Strapi, image: NewImage): Promise<PlacedFile> {
  const renewedForMs = longestUploadMs(image.timeoutMs) - CLAIM_MS;
  const terms = { forMs: CLAIM_MS, renewedForMs };
  // What the first article to bring these bytes calls them, whoever brings them again.
  const name = storageNameFor(image);
  const held = await claim(strapi, ledgerOf(strapi).imageFiles.uploadOf(image.digest, name), terms);
  if (!held) throw new Busy(`image sha256:${image.digest} is being uploaded`);
  const upload = uploadClaimed(strapi, image, held, name);
  if (!(await within(image.timeoutMs, upload))) {
    upload.catch((error: unknown) =>
      strapi.log.warn(`article-receiver: an upload that took too long failed: ${explain(error)}`),
    );
    throw new Reasoned(reasonOf('storageSlow', { ms: image.timeoutMs }));
  }
  return upload;
}

async function uploadClaimed(
  strapi: Core.Strapi,
  image: NewImage,
  held: Claim,
  name: string,
): Promise<PlacedFile> {
  const { digest, checked, byteSize } = image;
  const { contentType, trailing } = checked;
  try {
    const row = held.isFirst
      ? { made: null, storageName: name }
      : await ledgerOf(strapi).imageFiles.row(digest);
    const known = row.made && (await findFile(strapi, row.made.fileId));
    if (row.made && known) {
      await held.release();
      return { ...row.made, file: known };
    }
    const made = (file: LibraryFile) => ({ fileId: file.id, contentType, byteSize, trailing });
    const former = row.made ? await filesSoFar(strapi, row.made.fileId) : [];
    const settle = async (file: LibraryFile) => {
      debugPoint('after-upload');
      const record = (trx: Knex.Transaction) =>
        image.record(trx, { file, contentType, isFirst: held.isFirst });
      await ledgerOf(strapi).imageFiles.settleUpload(held, made(file), record, former);
    };
    const storageName = row.storageName ?? formerStorageName(digest);
    const left = await leftBehind(strapi, digest, held);
    if (left) await settle(left);
    const file = left ?? (await uploadNow(strapi, image, storageName, settle));
    debugPoint('after-record');
    return { ...made(file), file };
  } catch (error) {
    await held.release();
    throw error;
  }
}

/** All files that an image was, and that somebody deleted, the last one included. */
async function filesSoFar(strapi: Core.Strapi, last: number): Promise<number[]> {
  const former = await ledgerOf(strapi).imageFiles.formerIdsOf([last]);
  return [...(former.get(last) ?? []), last];
}

/**
 * The file of an image that is written down nowhere: of an upload that was killed before that could be
 * done, of an earlier installation, or of a backup. Whoever claims the image first is its first upload here.
 */
export async function leftBehind(
  strapi: Core.Strapi,
  digest: string,
  { isFirst }: Pick<Claim, 'isFirst'>,
): Promise<LibraryFile | null> {
  const suffix = storageSuffix(digest);
  if (!isFirst) return findByStorageSuffix(strapi, suffix);
  const id = await leftFilesOf(strapi).idOf(suffix);
  return id === null ? null : findFile(strapi, id);
}

/** @param settle makes the file the image's, in the transaction in which Strapi writes it down. */
async function uploadNow(
  strapi: Core.Strapi,
  { checked, fileName, alternativeText, caption, folder }: NewImage,
  storageName: string,
  settle: (file: LibraryFile) => Promise<void>,
): Promise<LibraryFile> {
  return uploadImage(strapi, {
    bytes: checked.bytes,
    fileName,
    contentType: checked.contentType,
    storageName,
    alternativeText,
    caption,
    folderId: await imageFolderId(strapi, folder),
    whenWritten: async (file) => {
      // Strapi measures the formats that it can make smaller; AVIF is none of them.
      if ((file.width ?? null) === null) await recordSize(strapi, file.id, checked);
      await settle(file);
    },
  });
}
