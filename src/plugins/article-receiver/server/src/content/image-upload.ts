import type { Core } from '@strapi/types';
import { claimUpload, imageFileOf, type Claim, type ImageFile } from '../ledger/image-files';
import { debugPoint } from '../config/debug-point';
import { imageFolderId } from './folder';
import type { CheckedImage } from './image-check';
import { Busy } from './outcomes';
import { findByStorageSuffix, findFile, uploadImage, type LibraryFile } from './upload';
import { within } from './within';

/** An image's file in the Media Library, and what its bytes turned out to be. */
export interface PlacedFile extends Omit<ImageFile, 'fileId'> {
  file: LibraryFile;
}

/** The file that an image became; null when it has none, or somebody deleted it. */
export async function knownFile(strapi: Core.Strapi, digest: string): Promise<PlacedFile | null> {
  const known = await imageFileOf(strapi, digest);
  const file = known && (await findFile(strapi, known.fileId));
  return known && file ? { ...known, file } : null;
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
}

/**
 * Uploads an image that has no file yet, and remembers the file at once. A storage that takes too
 * long is not waited for: the upload goes on under its claim, and whoever comes later finds its file.
 * @throws Busy while somebody else uploads the same image.
 */
export async function uploadOnce(strapi: Core.Strapi, image: NewImage): Promise<PlacedFile> {
  const claim = await claimUpload(strapi, image.digest);
  if (!claim) throw new Busy(`image sha256:${image.digest} is being uploaded`);
  const upload = uploadClaimed(strapi, image, claim);
  if (!(await within(image.timeoutMs, upload))) {
    upload.catch((error: Error) => strapi.log.warn(`article-receiver: ${error.message}`));
    throw new Error(`The storage did not take the image within ${image.timeoutMs} ms.`);
  }
  return upload;
}

async function uploadClaimed(
  strapi: Core.Strapi,
  image: NewImage,
  claim: Claim,
): Promise<PlacedFile> {
  const { digest, checked, byteSize } = image;
  const { contentType, trailing } = checked;
  let made: ImageFile | null = null;
  try {
    const known = await knownFile(strapi, digest);
    if (known) return known;
    const suffix = `_${digest.slice(0, 16)}`;
    const file =
      (await findByStorageSuffix(strapi, suffix)) ?? (await uploadNow(strapi, image, suffix));
    debugPoint('after-upload');
    made = { fileId: file.id, contentType, byteSize, trailing };
    return { ...made, file };
  } finally {
    await claim.settle(made);
    debugPoint('after-record');
  }
}

async function uploadNow(strapi: Core.Strapi, image: NewImage, suffix: string) {
  const { checked, fileName, alternativeText, caption, folder } = image;
  return uploadImage(strapi, {
    bytes: checked.bytes,
    fileName,
    contentType: checked.contentType,
    // Made from the bytes alone: which delivery of them comes first must not show in content.
    storageName: `image${suffix}`,
    alternativeText,
    caption,
    folderId: await imageFolderId(strapi, folder),
  });
}
