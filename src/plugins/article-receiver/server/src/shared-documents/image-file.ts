import { issueOf, type Issue } from '../../../shared/deliveries/issues';
import type { Placeholders } from '../../../shared/wording';
import type { DeliveredImage } from '../read-delivery/images';
import { eventLogOf } from '../event-log/event-log';
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
import { sizeRefusal } from '../images/library-limit';
import type { PixelBudget } from '../images/pixel-budget';
import { leftBehind, uploadOnce, type NewImage, type PlacedFile } from '../images/upload-once';
import type { ProjectedKey } from '../ledger/shared-documents/projected-key';
import { ledgerOf } from '../ledger/ledger';
import { wordsOf } from '../faults/explain';
import { isSaidNo } from '../faults/refusal';
import type { LibraryFile } from '../strapi/media-library';
import type { Run } from './run';
import { files } from './shared-stores';
import { recordMade } from './write-shared';

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
export interface Bringing extends ImageSource {
  budget: PixelBudget;
  /** Why images are refused, by their digests. */
  refusals: Map<string, Placeholders>;
}

/**
 * The file of an image that has none yet: uploaded, or foreseen where nothing is to be written. Null where
 * it cannot be used, which is an issue of the delivery then.
 */
export async function makeFile(
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
  const left = await leftBehind(strapi, digest, { isFirst: !before });
  if (left) return { file: left, contentType, byteSize: bytes.length, trailing };
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

export const fileKey = (digest: string): ProjectedKey => ({ kind: 'file', sourceId: digest });

/** What a delivery says of an image's file. */
export const fileSaid = (
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
