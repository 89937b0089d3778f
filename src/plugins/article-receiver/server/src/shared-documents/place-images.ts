import type { DeliveredImage } from '../read-delivery/images';
import { sourceUrlOf } from '../projection/addresses/unsigned';
import { imageDifferences } from '../images/image-differences';
import { pixelBudget } from '../images/pixel-budget';
import { knownFiles, type PlacedFile } from '../images/upload-once';
import type { ProjectedKey } from '../ledger/shared-documents/projected-key';
import { checkpoint } from '../run-context/run-context';
import { inTurns } from '../pace/give-way';
import type { LibraryFile } from '../strapi/media-library';
import { fileKey, fileSaid, makeFile, type Bringing, type ImageSource } from './image-file';
import type { Run } from './run';
import type { ProjectedDocument } from './shared-document';
import type { Expected } from './shared-documents';
import { mediaAssets, mediaAssetsOf, type SharedStore } from './shared-stores';

/** An image of a delivery that is in the Media Library. */
export interface PlacedImage {
  image: DeliveredImage;
  file: LibraryFile;
  /** The media-asset document that describes it; null where there are none. */
  asset: ProjectedDocument | null;
}

/** An image of a delivery with its file. */
interface BroughtImage {
  image: DeliveredImage;
  digest: string;
  found: PlacedFile;
}

/**
 * Brings the images of a delivery into the Media Library: each distinct image once, ever. What
 * cannot be used is recorded as an issue; the others and the article arrive all the same.
 * Nothing of this is in a transaction: an upload cannot be rolled back.
 */
export async function bringImages(
  run: Run,
  images: readonly DeliveredImage[],
  source: ImageSource,
): Promise<BroughtImage[]> {
  const brought: BroughtImage[] = [];
  const known = await knownFiles(
    run.strapi,
    images.flatMap(({ digest }) => digest ?? []),
  );
  const budget = pixelBudget(run.options.images);
  const bringing: Bringing = { ...source, budget, refusals: new Map() };
  const othersTurn = inTurns();
  for (const image of images) {
    const { digest } = image;
    if (digest === null) continue;
    checkpoint();
    await othersTurn();
    const found = known.get(digest) ?? (await makeFile(run, image, digest, bringing));
    if (!found) continue;
    known.set(digest, found);
    // One that has its file already counts as when it had none, so that a delivery comes to the same each time.
    budget.takes(digest, pixelsOf(found));
    source.issues.push(...imageDifferences(image, found));
    brought.push({ image, digest, found });
  }
  return brought;
}

/** Says what there is to say of images that were brought: of their files, and in documents of their own. */
export async function describeImages(
  run: Run,
  brought: readonly BroughtImage[],
  source: ImageSource,
): Promise<PlacedImage[]> {
  const placed: PlacedImage[] = [];
  const store = run.options.adopt === 'never' ? mediaAssets : mediaAssetsOf(source.articleId);
  const othersTurn = inTurns();
  for (const { image, digest, found } of brought) {
    await othersTurn();
    const asset = await describe(run, image, { ...found, digest }, { ...source, store });
    placed.push({ image, file: found.file, asset });
  }
  return placed;
}

/** As far as the Media Library knows: of one frame. */
const pixelsOf = ({ file }: PlacedFile): number => (file.width ?? 0) * (file.height ?? 0);

const assetKey = (articleId: string, image: DeliveredImage, digest: string): ProjectedKey => ({
  kind: 'media-asset',
  sourceId: JSON.stringify([articleId, sourceUrlOf(image), digest]),
});

/** The documents in which images are described. What is said of a file is found with the image. */
export const documentsOf = (
  brought: readonly BroughtImage[],
  { articleId, describeAssets }: ImageSource,
): Expected[] =>
  brought.flatMap(({ image, digest }) => {
    const file = { key: fileKey(digest) };
    const asset = { key: assetKey(articleId, image, digest), store: mediaAssets };
    return describeAssets ? [file, asset] : [file];
  });

/** Keeps what is known about the image: on the file, and in its media-asset document, if any. */
async function describe(
  { shared }: Run,
  image: DeliveredImage,
  { digest, ...found }: PlacedFile & { digest: string },
  { store, ...source }: ImageSource & { store: SharedStore },
): Promise<ProjectedDocument | null> {
  const { articleId, stamp, describeAssets, isOffer } = source;
  const { kind, alt, caption } = image;
  await shared.place(fileSaid(image, digest, found, source));
  if (!describeAssets) return null;
  return shared.place({
    key: assetKey(articleId, image, digest),
    store,
    fields: {
      kind,
      sourceUrl: sourceUrlOf(image),
      alt,
      caption,
      contentType: found.contentType,
      byteSize: found.byteSize,
      digest,
      file: found.file.id,
    },
    stamp,
    identity: ['file'],
    isOffer,
  });
}
