import { createHash } from 'node:crypto';
import { issueOf } from '../../../../shared/deliveries/issues';
import { wordReason } from '../../../../shared/deliveries/reasons';
import type { Issue } from '../../../../shared/deliveries/deliveries';
import type { Effect } from '../../../../shared/settings/settings';
import { optionsSchema } from '../../config/options';
import { checkTime } from '../../read-delivery/check-time';
import { factsOf } from '../../read-delivery/facts';
import { readImages, type DeliveredImage } from '../../read-delivery/images';
import { readDelivery } from '../../read-delivery/read';
import { deliveryIdOf } from '../../read-delivery/identity';
import {
  checkCampaign,
  checkHero,
  checkTags,
  readSlug,
} from '../../projection/article/check-article';
import { mapArticle } from '../../projection/article/map-article';
import { effectOf } from '../../projection/publication/publication';
import { checkImage, refusalValues, type ImageLimits } from '../../images/check-image';
import { imageDifferences } from '../../images/image-differences';
import { pixelBudget } from '../../images/pixel-budget';

/** What a site with the default options would make of a body. */
export interface BodyCheck {
  deliveryId: string;
  /** What the webhook answers. */
  status: 202 | 400 | 413 | 422;
  event: string | null;
  articleId: string | null;
  title: string | null;
  sourceStatus: string | null;
  /** What the delivery does to the publication; null when it waits for a person or is refused. */
  effect: Effect | null;
  /** Why it waits for a person or is refused; null when it does neither. */
  reason: string | null;
  /** How many images it names, and how many of them can be used. */
  images: { named: number; usable: number };
  /** What would be left out or changed, and what differs from what the delivery says. */
  issues: Issue[];
  /** Fields that the receiver does not know: kept with the delivery, and not shown. */
  unknown: string[];
}

/**
 * Reads a body as the webhook does, and its images as the projection does, without a site.
 * Never rejects, whatever the bytes.
 */
export async function checkBody(body: Buffer): Promise<BodyCheck> {
  const options = optionsSchema.parse({});
  const deliveryId = deliveryIdOf(createHash('sha256').update(body).digest('hex'));
  if (body.length > options.maxBodyBytes) {
    const reason = `the body is larger than ${options.maxBodyBytes} bytes (${body.length})`;
    return { ...UNREAD, deliveryId, status: 413, reason };
  }
  const { lifted, reading } = readDelivery(body);
  const { event, articleId, title, sourceStatus } = factsOf(reading);
  const facts = { deliveryId, event, articleId, title, sourceStatus };
  if (reading.kind !== 'delivery') {
    const status = reading.kind === 'malformed' ? 400 : 422;
    const reason = 'it goes to quarantine';
    return { ...UNREAD, ...facts, status, reason, issues: reading.issues };
  }
  const { delivery, unknown } = reading;
  const { article } = delivery;
  const mapped = mapArticle(delivery, {
    // Where its images and other articles are, only a site knows.
    ...{ addresses: new Map(), relink: null },
    ...{ html: options.html, unknown },
  });
  const issues = [
    ...reading.issues,
    ...checkTime(Date.parse(delivery.timestamp), Date.now()),
    ...mapped.issues,
    ...readSlug(article).issues,
    ...checkCampaign(article),
    ...checkTags(article),
  ];
  const cutOut = new Map(lifted.blobs.map(({ digest, bytes }) => [digest, bytes]));
  const images = readImages(article, new Set(cutOut.keys()), issues).map((image) => ({
    ...image,
    bytes: image.bytes ?? cutOut.get(image.digest ?? '') ?? null,
  }));
  const usable = await usableImages(images, options.images, issues);
  issues.push(...checkHero(article, usable));
  const verdict = effectOf({ event: event ?? '', sourceStatus }, options);
  return {
    ...facts,
    status: 202,
    effect: 'effect' in verdict && verdict.effect !== 'planned' ? verdict.effect : null,
    reason: 'undecided' in verdict ? wordReason(verdict.undecided) : null,
    images: { named: images.length, usable: usable.length },
    issues,
    unknown: [...unknown.keys()],
  };
}

const UNREAD = {
  event: null,
  articleId: null,
  title: null,
  sourceStatus: null,
  effect: null,
  images: { named: 0, usable: 0 },
  issues: [],
  unknown: [],
};

/** @param issues what is wrong with an image is added here. */
async function usableImages(
  images: readonly DeliveredImage[],
  limits: ImageLimits,
  issues: Issue[],
): Promise<DeliveredImage[]> {
  const usable: DeliveredImage[] = [];
  const budget = pixelBudget(limits);
  for (const image of images) {
    const { bytes, path, digest } = image;
    // That there are none, or none that can be decoded, is among the issues already.
    if (!bytes || digest === null) continue;
    const check = await checkImage(bytes, limits, budget.of(digest));
    if (!check.ok) {
      issues.push(issueOf(path, 'imageRefused', refusalValues(check)));
      continue;
    }
    usable.push(image);
    if (check.turned) issues.push(issueOf(path, 'imageTurned'));
    issues.push(...imageDifferences(image, { ...check, byteSize: bytes.length }));
  }
  return usable;
}
