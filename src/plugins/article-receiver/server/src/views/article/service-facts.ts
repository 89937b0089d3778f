import type { Core } from '@strapi/types';
import type { LostImage, ServiceFacts } from '../../../../shared/articles/articles';
import { isIssue } from '../../../../shared/deliveries/issues';
import { isAboutAll } from '../../../../shared/deliveries/reasons';
import { optionsOf } from '../../config/site-options';
import { mappingOf } from '../../entries/mapping-of';
import { readEntry } from '../../entries/read-entry';
import type { StreamDocument } from '../../ledger/streams/documents';
import { leavesOf } from '../../mapping/values/compute';
import { campaignIdOf } from '../../read-delivery/identity';
import type { DeliveredImage } from '../../read-delivery/images';
import type { StreamDelivery } from '../../ledger/deliveries/deliveries';
import type { StoredDelivery } from '../../event-log/load-delivery';
import { ledgerOf } from '../../ledger/ledger';
import { eventLogOf } from '../../event-log/event-log';
import { storageSuffix } from '../../projection/shared-documents/file-name';
import { evolve } from '../../projection/article/evolve';
import { imagesOf } from '../deliveries/delivery-images';
import { isLostImage } from '../deliveries/outcome';

/** The delivery that an article's draft shows, as the log has it. */
export interface ShownDelivery {
  entry: StreamDelivery;
  stored: StoredDelivery;
}

/**
 * The delivery that an article's draft shows: from the log, so that it is known whatever type the
 * article goes to. Null where nothing of the article is shown, or retention dropped that body.
 */
export async function shownDelivery(
  strapi: Core.Strapi,
  streamKey: string,
): Promise<ShownDelivery | null> {
  const stream = await ledgerOf(strapi).deliveries.inStream(streamKey);
  // Of what failed, or waits for a decision on all of it, nothing is shown.
  const shown = stream.filter(
    ({ state, reason }) =>
      state !== 'failed' && !(state === 'parked' && isAboutAll(reason?.code ?? null)),
  );
  const { draft } = evolve(shown, { ...optionsOf(strapi), now: Date.now() });
  const entry = shown.find(({ position }) => position === draft);
  const stored = entry ? await eventLogOf(strapi).look(entry.position) : null;
  return entry && stored ? { entry, stored } : null;
}

/** What a delivery says of its article besides its content. */
export function serviceFacts({ stored }: ShownDelivery): ServiceFacts {
  const { article } = stored.delivery;
  return {
    sourceStatus: article.status,
    campaign: article.campaign?.name || campaignIdOf(article),
    reviewVerdict: article.reviewVerdict,
    reviewScore: article.reviewScore,
    qualitySummary: article.qualitySummary,
    qualityFailedChecks: article.qualityFailedChecks,
    plannedForDate: article.contentPlan?.plannedForDate ?? null,
  };
}

/**
 * The images of a delivery that its article is without, each with why.
 * @param held fields that editors changed: where one of them has another file, nobody misses the hero, and no picture
 * of the text where they took it out of that.
 */
export async function lostImages(
  strapi: Core.Strapi,
  { entry: { position, issues }, stored }: ShownDelivery,
  { documentId, locale }: StreamDocument,
  held: readonly string[],
): Promise<LostImage[]> {
  const refused = issues.filter(isLostImage).map((issue) => {
    const image = stored.images.find(({ path }) => `${issue.path}.`.startsWith(`${path}.`));
    return { name: nameOf(image), issue };
  });
  const images = await imagesOf(strapi, { id: position, issues }, stored);
  const deleted = images.flatMap(({ path, kind, issue }) =>
    issue && isIssue(issue, 'imageFileDeleted')
      ? [{ kind, issue, image: stored.images.find((image) => image.path === path) }]
      : [],
  );
  if (deleted.length === 0) return refused;
  const mapping = mappingOf(strapi);
  const leaves = leavesOf(mapping.shapes);
  const isMedia = (field: string) => leaves.get(field)?.kind === 'media';
  const isReplaced = held.some(isMedia);
  const draft = held.every(isMedia)
    ? null
    : JSON.stringify(await readEntry(strapi, { mapping, locale }, documentId, 'draft'));
  // The text of the service has its file in it, and who edits a text leaves that as it is.
  const isTakenOut = ({ url, digest }: DeliveredImage): boolean =>
    draft !== null &&
    digest !== null &&
    url !== null &&
    stored.delivery.article.content?.includes(url) === true &&
    !draft.includes(storageSuffix(digest));
  const missed = deleted.filter(
    ({ kind, image }) => !(kind === 'hero' && isReplaced) && !(image && isTakenOut(image)),
  );
  return [...refused, ...missed.map(({ image, issue }) => ({ name: nameOf(image), issue }))];
}

/** What people call an image: what it shows, or the name of its file. */
function nameOf(image: DeliveredImage | undefined): string | null {
  if (image?.alt) return image.alt;
  const url = image?.url ?? '';
  const end = url.search(/[?#]/);
  const path = end === -1 ? url : url.slice(0, end);
  return path.slice(path.lastIndexOf('/') + 1) || null;
}
