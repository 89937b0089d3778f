import { campaignIdOf } from './identity';
import type { Reading } from './read';

/** What identifies and times a delivery; null where an unusable one does not say. */
export interface DeliveryFacts {
  event: string | null;
  orgId: string | null;
  articleId: string | null;
  campaignId: string | null;
  title: string | null;
  slug: string | null;
  sourceStatus: string | null;
  /** Epoch milliseconds. */
  occurredAt: number | null;
  /** Epoch milliseconds. */
  sourceUpdatedAt: number | null;
}

/** The facts of a delivery by which the log is searched and ordered. */
export function factsOf(reading: Reading): DeliveryFacts {
  if (reading.kind !== 'delivery') {
    const unknown = { campaignId: null, slug: null, sourceStatus: null };
    return { ...reading.hints, ...unknown, occurredAt: null, sourceUpdatedAt: null };
  }
  const { event, orgId, timestamp, article } = reading.delivery;
  return {
    event,
    orgId,
    articleId: article.id,
    campaignId: campaignIdOf(article),
    title: article.title,
    slug: article.slug,
    sourceStatus: article.status,
    occurredAt: Date.parse(timestamp),
    sourceUpdatedAt: article.updatedAt === null ? null : Date.parse(article.updatedAt),
  };
}
