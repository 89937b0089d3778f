import type { Core } from '@strapi/types';
import type { Issue } from '../../../shared/deliveries';
import type { Options } from '../config/options';
import type { DeliveredImage } from '../delivery/images';
import { blobBytes } from '../event-log/bodies';
import { imageFileName } from '../projection/file-name';
import type { Stamp } from '../projection/registers';
import { checkImage, extensionOf, type CheckedImage } from './image-check';
import { knownFile, uploadOnce, type PlacedFile } from './image-upload';
import { checkpoint } from './run-scope';
import { project, type ProjectedDocument } from './shared-documents';
import { files, mediaAssets } from './shared-stores';
import type { LibraryFile } from './upload';

/** An image of a delivery that is in the Media Library. */
export interface PlacedImage {
  image: DeliveredImage;
  file: LibraryFile;
  /** The media-asset document that describes it; null where there are none. */
  asset: ProjectedDocument | null;
}

/** The delivery that images belong to, and how to treat them. */
export interface ImageSource {
  articleId: string;
  slug: string;
  stamp: Stamp;
  options: Options;
  /** What does not fit is added here. */
  issues: Issue[];
  /** Only says what would come of it. */
  preview: boolean;
  /** Whether images are described in documents of their own. */
  describeAssets: boolean;
}

/**
 * Brings the images of a delivery into the Media Library: each distinct image once, ever. What
 * cannot be used is recorded as an issue; the others and the article arrive all the same.
 * Nothing of this is in a transaction: an upload cannot be rolled back.
 */
export async function placeImages(
  strapi: Core.Strapi,
  images: readonly DeliveredImage[],
  source: ImageSource,
): Promise<PlacedImage[]> {
  const placed: PlacedImage[] = [];
  for (const image of images) {
    const { digest } = image;
    if (digest === null) continue;
    checkpoint();
    const found =
      (await knownFile(strapi, digest)) ?? (await uploadNew(strapi, image, digest, source));
    if (!found) continue;
    reportDifferences(image, found, source.issues);
    const asset = await describe(strapi, image, digest, found, source);
    placed.push({ image, file: found.file, asset });
  }
  return placed;
}

async function uploadNew(
  strapi: Core.Strapi,
  image: DeliveredImage,
  digest: string,
  { slug, options, issues, preview }: ImageSource,
): Promise<PlacedFile | null> {
  const refuse = (message: string) => {
    issues.push({ path: image.path, message });
    return null;
  };
  const bytes = image.bytes ?? (await blobBytes(strapi, digest));
  if (!bytes) return refuse('the bytes of this image are no longer stored');
  const check = await checkImage(bytes, options.images);
  if (!check.ok) return refuse(`the image was refused: ${check.reason}`);
  if (preview) return previewOf(check, bytes.length);
  return uploadOnce(strapi, {
    digest,
    checked: check,
    byteSize: bytes.length,
    fileName: fileNameOf(image, digest, slug, check.contentType),
    alternativeText: image.alt,
    caption: image.caption,
    folder: options.images.folder,
    timeoutMs: options.images.uploadTimeoutMs,
  });
}

/** Stands for a file that is not uploaded yet. */
const previewOf = ({ contentType, trailing }: CheckedImage, byteSize: number): PlacedFile => ({
  file: { id: 0, url: 'new file', name: '', alternativeText: null, caption: null },
  contentType,
  byteSize,
  trailing,
});

function fileNameOf(
  { kind, alt, url }: DeliveredImage,
  digest: string,
  slug: string,
  contentType: string,
): string {
  return imageFileName({ slug, kind, alt, url, digest, extension: extensionOf(contentType) });
}

/** What the delivery says of the image and the image itself does not bear out. */
function reportDifferences(image: DeliveredImage, found: PlacedFile, issues: Issue[]): void {
  const { path, declaredType, declaredSize } = image;
  if (declaredSize !== null && declaredSize !== found.byteSize) {
    const message = `expected ${declaredSize} bytes, the image has ${found.byteSize}`;
    issues.push({ path: `${path}.byteSize`, message });
  }
  if (declaredType !== null && declaredType.toLowerCase() !== found.contentType) {
    const message = `expected ${declaredType}, the image is ${found.contentType}`;
    issues.push({ path: `${path}.contentType`, message });
  }
  if (found.trailing > 0) {
    const message = `${found.trailing} bytes after the end of the image were cut off`;
    issues.push({ path, message });
  }
}

/** Keeps what is known about the image: on the file, and in its media-asset document, if any. */
async function describe(
  strapi: Core.Strapi,
  image: DeliveredImage,
  digest: string,
  found: PlacedFile,
  { articleId, slug, stamp, options, preview, describeAssets }: ImageSource,
): Promise<ProjectedDocument | null> {
  const { kind, url, alt, caption } = image;
  const mode = options.editorEdits;
  await project(strapi, {
    key: { kind: 'file', sourceId: digest },
    store: files,
    documentId: String(found.file.id),
    present: { ...found.file },
    fields: {
      name: fileNameOf(image, digest, slug, found.contentType),
      alternativeText: alt ?? '',
      caption: caption ?? '',
    },
    stamp,
    mode,
    preview,
  });
  if (!describeAssets) return null;
  return project(strapi, {
    key: { kind: 'media-asset', sourceId: JSON.stringify([articleId, url, digest]) },
    store: mediaAssets,
    fields: {
      kind,
      sourceUrl: url,
      alt,
      caption,
      contentType: found.contentType,
      byteSize: found.byteSize,
      digest,
      file: found.file.id,
    },
    stamp,
    identity: ['file'],
    mode,
    preview,
  });
}
