import type { Core } from '@strapi/types';
import { eventLogOf } from '../../event-log/event-log';
import type { DeliveryImage } from '../../../../shared/deliveries/deliveries';
import { isIssue, issueOf, type Issue } from '../../../../shared/deliveries/issues';
import type { DeliveredImage } from '../../read-delivery/images';
import type { StoredDelivery } from '../../event-log/load-delivery';
import { ledgerOf } from '../../ledger/ledger';
import { unlistedHero } from '../../images/missing-images';
import { fileRows, mediaLibrary, type LibraryFile } from '../../strapi/media-library';

interface Known {
  contentType: string;
  byteSize: number;
  file: LibraryFile | null;
}

/** The images of a delivery as people look at them: what became of each, and why. */
export async function imagesOf(
  strapi: Core.Strapi,
  { id, issues }: { id: number; issues: readonly Issue[] },
  stored: StoredDelivery,
): Promise<DeliveryImage[]> {
  const fetched = await ledgerOf(strapi).fetchedImages.of(id);
  const all = [...stored.images, ...unlistedHero(stored)].map((image) => {
    const outcome = image.url ? fetched.get(image.url) : undefined;
    const digest = image.digest ?? outcome?.digest ?? null;
    return { ...image, digest };
  });
  const digests = [...new Set(all.flatMap(({ digest }) => digest ?? []))];
  const known = await knownFiles(strapi, digests);
  const held = await eventLogOf(strapi).imagesHeld(digests);
  return all.map((image) => shown(image, issues, known, held));
}

function shown(
  image: DeliveredImage,
  issues: readonly Issue[],
  known: ReadonlyMap<string, Known>,
  held: ReadonlySet<string>,
): DeliveryImage {
  const { path, kind, alt, caption, digest } = image;
  const found = known.get(digest ?? '');
  const { state, issue } = stateOf(image, issues, found, held);
  const file = found?.file ?? null;
  return {
    path,
    kind,
    alt,
    caption,
    contentType: found?.contentType ?? image.declaredType,
    byteSize: found?.byteSize ?? image.declaredSize,
    digest,
    state,
    reason: issue?.message ?? null,
    issue,
    file: file && {
      id: file.id,
      url: file.url,
      thumbnailUrl: file.formats?.thumbnail?.url ?? null,
      width: file.width ?? null,
      height: file.height ?? null,
    },
  };
}

function stateOf(
  { path, digest, bytes }: DeliveredImage,
  issues: readonly Issue[],
  known: Known | undefined,
  held: ReadonlySet<string>,
): Pick<DeliveryImage, 'state' | 'issue'> {
  if (known?.file) return { state: 'stored', issue: null };
  const own = issues.filter((issue) => issue.path === path || issue.path.startsWith(`${path}.`));
  const refusal = own.find((issue) => isIssue(issue, 'imageRefused'));
  if (refusal) return { state: 'refused', issue: refusal };
  const [first] = own;
  if (digest === null) return { state: 'missing', issue: first ?? issueOf(path, 'imageMissing') };
  if (known) return { state: 'missing', issue: issueOf(path, 'imageFileDeleted') };
  if (bytes === null && !held.has(digest)) {
    return { state: 'dropped', issue: issueOf(path, 'imageDropped') };
  }
  return { state: 'missing', issue: issueOf(path, 'imagePending') };
}

/** What became of images, by the SHA-256 of their bytes. */
async function knownFiles(
  strapi: Core.Strapi,
  digests: readonly string[],
): Promise<Map<string, Known>> {
  const made = [...(await ledgerOf(strapi).imageFiles.of(digests))];
  const files = await fileRows(strapi).findMany({
    where: { id: { $in: made.map(([, { fileId }]) => fileId) } },
  });
  // With a private storage, a file's address has to be signed before anybody can look at it.
  const service = mediaLibrary(strapi).service('file');
  const signed = new Map(
    await Promise.all(
      files.map(async (file) => [file.id, await service.signFileUrls(file)] as const),
    ),
  );
  return new Map(
    made.map(([digest, { fileId, contentType, byteSize }]) => [
      digest,
      { contentType, byteSize, file: signed.get(fileId) ?? null },
    ]),
  );
}
