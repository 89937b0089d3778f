import type { Core } from '@strapi/strapi';
import {
  readReason,
  toldReason,
  type StoredReason,
} from '../../../src/plugins/article-receiver/shared/deliveries/reasons';
import type { DeliveryState } from '../../../src/plugins/article-receiver/shared/deliveries/deliveries';

const ARTICLE = 'plugin::article-receiver.article';
const DELIVERY = 'plugin::article-receiver.delivery';

/** What became of a delivery. */
export interface Outcome {
  state: DeliveryState;
  reason: string | null;
  /** Paths of its issues. */
  issues: string[];
}

interface Row extends StoredReason {
  state: DeliveryState;
  issues: string | null;
}

/** What the log says of a delivery; null when it does not have it. */
export async function outcomeOf(strapi: Core.Strapi, deliveryId: string): Promise<Outcome | null> {
  const row = (await strapi.db
    .query(DELIVERY)
    .findOne({ where: { deliveryId } })) as unknown as Row | null;
  if (!row) return null;
  const issues = JSON.parse(row.issues ?? '[]') as { path: string }[];
  const { reason } = toldReason(readReason(row));
  return { state: row.state, reason, issues: issues.map(({ path }) => path) };
}

export const logSize = (strapi: Core.Strapi): Promise<number> => strapi.db.query(DELIVERY).count();

/** Deliveries that were not brought to an end. */
export const unfinished = (strapi: Core.Strapi): Promise<number> =>
  strapi.db.query(DELIVERY).count({ where: { state: { $in: ['failed', 'pending'] } } });

/** The drafts of an article of the feed: one, or none. */
export async function draftsOf(
  strapi: Core.Strapi,
  sourceId: string,
): Promise<Record<string, unknown>[]> {
  const drafts = await strapi.documents(ARTICLE).findMany({
    filters: { sourceId },
    status: 'draft',
    populate: { heroImage: true, images: { populate: ['file'] }, tags: true, campaign: true },
  });
  // MySQL compares without regard to case.
  return (drafts as unknown as Record<string, unknown>[]).filter(
    (draft) => draft.sourceId === sourceId,
  );
}
