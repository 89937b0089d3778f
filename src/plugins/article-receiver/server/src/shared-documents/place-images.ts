import { issueOf, type Issue } from '../../../shared/deliveries/issues';
import type { Placeholders } from '../../../shared/wording';
import type { DeliveredImage } from '../read-delivery/images';
import { eventLogOf } from '../event-log/event-log';
import { sourceUrlOf } from '../projection/addresses/unsigned';
import { imageFileName } from '../projection/shared-documents/file-name';
import type { Stamp } from '../projection/shared-documents/registers';
import {
  beyondLimits,
  checkImage,
  extensionOf,
  notTaken,
  refusalValues,
  type CheckedImage,
} from '../images/check-image';
import { isTypeAllowed } from '../images/allowed-types';
import { imageDifferences } from '../images/image-differences';
import { pixelBudget, type PixelBudget } from '../images/pixel-budget';
import type { ProjectedKey } from '../ledger/shared-documents/projected-key';
import { ledgerOf } from '../ledger/ledger';
import { sizeRefusal } from '../images/library-limit';
import { knownFiles, uploadOnce, type NewImage, type PlacedFile } from '../images/upload-once';
import { wordsOf } from '../faults/explain';
import { isSaidNo } from '../faults/refusal';
import { checkpoint } from '../run-context/run-context';
import { inTurns } from '../pace/give-way';
import type { Run } from './run';
import type { ProjectedDocument } from './shared-document';
import type { Expected } from './shared-documents';
import { recordMade } from './write-shared';
import { files, mediaAssets, mediaAssetsOf, type SharedStore } from './shared-stores';
import type { LibraryFile } from '../strapi/media-library';

/** An image of a delivery that is in the Media Library. */
export interface PlacedImage {
  image: DeliveredImage;
  file: LibraryFile;
  /** The media-asset document that describes it; null where there are none. */
  asset: ProjectedDocument | null;
}

/** The delivery that images belong to. */
export interface ImageSource {
  articleId: string;
  slug: string;
  stamp: Stamp;
  /** What does not fit is added here. */
  issues: Issue[];
  /** Whether images are described in documents of their own. */
  describeAssets: boolean;
  /** Whether those are only offered: none is made. */
  isOffer: () => Promise<boolean>;
}

/** What the images of a delivery have in common while they are brought. */
interface Bringing extends ImageSource {
  budget: PixelBudget;
  /** Why images are refused, by their digests. */
  refusals: Map<string, Placeholders>;
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
    const found = known.get(digest) ?? (await uploadNew(run, image, digest, bringing));
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

async function uploadNew(
  run: Run,
  image: DeliveredImage,
  digest: string,
  source: Bringing,
): Promise<PlacedFile | null> {
  const { issues, refusals } = source;
  const leaveOut = (issue: Issue) => {
    issues.push(issue);
    return null;
  };
  const refuse: Refuse = (why) => {
    refusals.set(digest, why);
    return leaveOut(issueOf(image.path, 'imageRefused', why));
  };
  const refusal = refusals.get(digest);
  if (refusal) return refuse(refusal);
  const bytes = image.bytes ?? (await eventLogOf(run.strapi).image(digest));
  if (!bytes) return leaveOut(issueOf(image.path, 'imageBytesGone'));
  const made = run.preview ? foresee : upload;
  return made(run, { image, digest, bytes }, source, refuse);
}

/** Says why an image is left out. */
type Refuse = (why: Placeholders) => null;

interface WithBytes {
  image: DeliveredImage;
  digest: string;
  bytes: Buffer;
}

/** What an upload would come to. */
async function foresee(
  { strapi, options }: Run,
  { image, digest, bytes }: WithBytes,
  { slug, issues, budget }: Bringing,
  refuse: Refuse,
): Promise<PlacedFile | null> {
  // What was a file once was decoded then: here it is only asked whether it is within the limits of now.
  const before = (await ledgerOf(strapi).imageFiles.of([digest])).get(digest);
  const room = budget.of(digest);
  const check = before
    ? ((await beyondLimits(bytes, options.images, room)) ?? { ...before, ok: true as const })
    : await checkImage(bytes, options.images, room);
  if (!check.ok) return refuse(refusalValues(check));
  const { contentType, trailing } = check;
  if (!isTypeAllowed(strapi, contentType)) return refuse(typeNotTaken(contentType));
  if ('turned' in check && check.turned) issues.push(issueOf(image.path, 'imageTurned'));
  const fileName = fileNameOf(image, digest, slug, contentType);
  const stored = 'bytes' in check ? check.bytes : bytes.subarray(0, bytes.length - trailing);
  const tooLarge = await sizeRefusal(strapi, { bytes: stored, fileName, contentType });
  if (tooLarge !== null) return refuse(notTaken(tooLarge));
  return previewOf(check, bytes.length, { digest, fileName });
}

async function upload(
  { strapi, options }: Run,
  { image, digest, bytes }: WithBytes,
  source: Bringing,
  refuse: Refuse,
): Promise<PlacedFile | null> {
  const check = await checkImage(bytes, options.images, source.budget.of(digest));
  if (!check.ok) return refuse(refusalValues(check));
  const { contentType } = check;
  if (!isTypeAllowed(strapi, contentType)) return refuse(typeNotTaken(contentType));
  if (check.turned) source.issues.push(issueOf(image.path, 'imageTurned'));
  const record: NewImage['record'] = (trx, { isFirst, ...made }) =>
    recordMade(strapi, trx, fileSaid(image, digest, made, source), {
      mode: options.editorEdits,
      isFirst,
    });
  try {
    return await uploadOnce(strapi, {
      digest,
      checked: check,
      byteSize: bytes.length,
      fileName: fileNameOf(image, digest, source.slug, contentType),
      alternativeText: image.alt,
      caption: image.caption,
      folder: options.images.folder,
      timeoutMs: options.images.uploadTimeoutMs,
      record,
    });
  } catch (error) {
    // What the site's Media Library does not take must not cost the article.
    if (!isSaidNo(error)) throw error;
    return refuse(notTaken(wordsOf(error)));
  }
}

const typeNotTaken = (contentType: string): Placeholders =>
  notTaken(`File type '${contentType}' is not allowed`);

/** Stands for a file that is not uploaded yet: of the same bytes always the same one. */
const previewOf = (
  { contentType, trailing }: Pick<CheckedImage, 'contentType' | 'trailing'>,
  byteSize: number,
  { digest, fileName: name }: { digest: string; fileName: string },
): PlacedFile => ({
  file: {
    id: -1 - Number.parseInt(digest.slice(0, 8), 16),
    url: name,
    name,
    alternativeText: null,
    caption: null,
  },
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

/** Whether a file is one that is not uploaded yet. */
export const isPreviewed = ({ id }: Pick<LibraryFile, 'id'>): boolean => id < 0;

const fileKey = (digest: string): ProjectedKey => ({ kind: 'file', sourceId: digest });

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

/** What a delivery says of an image's file. */
const fileSaid = (
  image: DeliveredImage,
  digest: string,
  { file, contentType }: Pick<PlacedFile, 'file' | 'contentType'>,
  { articleId, slug, stamp }: ImageSource,
) => ({
  key: fileKey(digest),
  store: files,
  documentId: String(file.id),
  present: { ...file },
  fields: {
    name: fileNameOf(image, digest, slug, contentType),
    alternativeText: image.alt ?? '',
    caption: image.caption ?? '',
  },
  stamp,
  claimedBy: articleId,
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
