import type { Core } from '@strapi/types';
import { isIssue, issueOf } from '../../../shared/deliveries/issues';
import type { Placeholders } from '../../../shared/wording';
import type { Options } from '../config/options';
import type { DeliveredImage } from '../read-delivery/images';
import { eventLogOf } from '../event-log/event-log';
import type { FetchFailure, FetchOutcome } from '../ledger/deliveries/fetched-images';
import type { LoadedDelivery } from '../event-log/load-delivery';
import { ledgerOf } from '../ledger/ledger';
import { siteReach } from '../guarded-requests/site-reach';
import { fetchImage, type FetchRules } from './fetch-image';
import { hostTest, readImageUrl } from './fetch-url';
import { checkImage, refusalValues } from './check-image';
import { heroAddressOf, isHero } from '../projection/article/hero-image';
import { beforeChange } from '../run-context/looks';
import { checkpoint, currentRun } from '../run-context/run-context';

/** How long a failed fetch is left alone when the delivery is only looked at again. */
const FAILURE_KEPT_MS = 10 * 60_000;

/**
 * The images of a delivery, with those that it names but does not bring. These are fetched where
 * the site's option `images.fetchFrom` lists their host, once for each delivery: the bytes are
 * stored with the log's, so that the delivery gives the same whenever it is projected again. What
 * cannot be fetched is recorded as an issue; the article arrives all the same, with what the address gave for another
 * delivery of it, if it did: a host that fails for a moment takes no image from an article.
 * @param preview asks nobody; it only takes what is stored already.
 */
export async function withMissingImages(
  strapi: Core.Strapi,
  loaded: LoadedDelivery,
  options: Options,
  preview: boolean,
): Promise<DeliveredImage[]> {
  const all = [...loaded.images, ...unlistedHero(loaded)];
  if (all.every(({ url, digest }) => digest !== null || !url)) return loaded.images;
  const { position, streamKey } = loaded.entry;
  const known = await ledgerOf(strapi).fetchedImages.of(position);
  if (known.size === 0 && !options.images.fetchFrom) return loaded.images;

  const rules = preview ? null : rulesOf(options);
  const images: DeliveredImage[] = [];
  for (const image of all) {
    if (image.digest !== null || !image.url) {
      images.push(image);
      continue;
    }
    const before = known.get(image.url);
    const outcome = isFinal(before, loaded)
      ? before
      : await fetchNow(strapi, { position, streamKey, url: image.url }, rules, options);
    if (outcome) known.set(image.url, outcome);
    images.push(settle(image, outcome, loaded));
  }
  return images;
}

/** The hero image of a delivery that gives no more than its address. */
export function unlistedHero({
  delivery,
  images,
}: Pick<LoadedDelivery, 'delivery' | 'images'>): DeliveredImage[] {
  const { heroImageUrl: url, heroImageAlt: alt } = delivery.article;
  const address = heroAddressOf(delivery.article);
  if (!url || address === null || images.some((image) => isHero(image, address))) return [];
  const path = 'article.heroImageUrl';
  const unknown = { caption: null, declaredType: null, declaredSize: null };
  return [{ path, kind: 'hero', url, alt, ...unknown, digest: null, bytes: null }];
}

/** A redrive tries again at once what failed; a delivery that is merely shown does not. */
function isFinal(outcome: FetchOutcome | undefined, { entry }: LoadedDelivery): boolean {
  if (!outcome || !('why' in outcome)) return outcome !== undefined;
  const isAsked = entry.state === 'pending' || entry.state === 'failed';
  return !isAsked && Date.now() - outcome.fetchedAt < FAILURE_KEPT_MS;
}

function rulesOf({ images }: Options): FetchRules | null {
  if (!images.fetchFrom) return null;
  return {
    ...siteReach(images.fetchFromPrivate, images.fetchTimeoutMs, currentRun()?.signal),
    isHostAllowed: hostTest(images.fetchFrom),
    maxBytes: images.maxBytes,
  };
}

/** An image that a delivery of an article names by its address alone. */
interface Named {
  position: number;
  streamKey: string;
  url: string;
}

async function fetchNow(
  strapi: Core.Strapi,
  { position, streamKey, url }: Named,
  rules: FetchRules | null,
  { images }: Options,
): Promise<FetchOutcome | null> {
  if (!rules) return null;
  const read = readImageUrl(url, rules.isHostAllowed);
  // The options say so, not the host: nothing to remember.
  if (!(read instanceof URL)) return { why: { ...read }, fetchedAt: Date.now() };
  beforeChange();
  const fetched = await fetchImage(url, rules);
  // A fetch that ended because the site stops says nothing about the image.
  checkpoint();
  const check = fetched.ok ? await checkImage(fetched.bytes, images) : null;
  const outcome =
    fetched.ok && check?.ok
      ? { digest: await eventLogOf(strapi).storeImage(fetched.bytes) }
      : await failure(strapi, { streamKey, url }, whyNone(fetched, check));
  await ledgerOf(strapi).fetchedImages.remember(position, url, outcome);
  return outcome;
}

async function failure(
  strapi: Core.Strapi,
  { streamKey, url }: Pick<Named, 'streamKey' | 'url'>,
  why: Placeholders,
): Promise<FetchFailure> {
  const digest = await ledgerOf(strapi).fetchedImages.inStream(streamKey, url);
  return { why, fetchedAt: Date.now(), ...(digest === null ? {} : { digest }) };
}

function whyNone(
  fetched: Awaited<ReturnType<typeof fetchImage>>,
  check: Awaited<ReturnType<typeof checkImage>> | null,
): Placeholders {
  if (!fetched.ok) return fetched.why;
  if (!check || check.ok) return { why: '' };
  return { ...refusalValues(check), why: `what the host answered ${check.reason}` };
}

/** The image with the bytes that were found for it; without them, or with another delivery's, the delivery says why. */
function settle(
  image: DeliveredImage,
  outcome: FetchOutcome | null | undefined,
  { issues }: LoadedDelivery,
): DeliveredImage {
  if (!outcome) return image;
  const { digest } = outcome;
  if ('why' in outcome) {
    const code = digest === undefined ? 'imageNotFetched' : 'imageOfBefore';
    issues.push(issueOf(image.path, code, outcome.why));
  }
  if (digest === undefined) return image;
  const missing = issues.findIndex(
    (issue) => issue.path === image.path && isIssue(issue, 'imageMissing'),
  );
  if (missing !== -1) issues.splice(missing, 1);
  return { ...image, digest };
}
