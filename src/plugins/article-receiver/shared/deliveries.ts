/**
 * What the admin API answers and the admin panel and command line show.
 * One definition for all of them, so that a changed shape is a compile error and not a blank cell.
 */

/** The states of a delivery, in the order of its life. `docs/states.md` explains each. */
export const DELIVERY_STATES = [
  'pending',
  'applied',
  'superseded',
  'parked',
  'failed',
  'quarantined',
] as const;

export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Something about a delivery's content that did not fit: the field, and what was expected there. */
export interface Issue {
  /** Dotted path into the body, e.g. `article.images.0.byteSize`; empty for the body as a whole. */
  path: string;
  message: string;
}

/** One row of the event log page. Times are ISO 8601 in UTC. */
export interface DeliverySummary {
  deliveryId: string;
  event: string | null;
  articleId: string | null;
  title: string | null;
  slug: string | null;
  orgId: string | null;
  campaignId: string | null;
  sourceStatus: string | null;
  /** The feed's `timestamp`. */
  occurredAt: string | null;
  /** The feed's `article.updatedAt`. */
  sourceUpdatedAt: string | null;
  receivedAt: string;
  state: DeliveryState;
  /** Why it is in that state, in words for an editor; null where the state says it all. */
  reason: string | null;
  /** When somebody decided against it; only quarantined ones can be discarded. */
  discardedAt: string | null;
  /** How often the same bytes arrived again. */
  duplicates: number;
  /** Size of the body as it arrived, in bytes. */
  bytes: number;
  /** The Article document that its stream projects into; null before the first projection. */
  documentId: string | null;
}

/** One try to project a stream, as the log of attempts keeps it. */
export interface AttemptSummary {
  startedAt: string;
  finishedAt: string;
  outcome: DeliveryState;
  reason: string | null;
  /** Fields of the article that this attempt wrote, and what it did to the publication. */
  changes: string[];
}

export interface DeliveryDetail extends DeliverySummary {
  issues: Issue[];
  attempts: AttemptSummary[];
  nextAttemptAt: string | null;
  digest: string;
}

export interface Pagination {
  page: number;
  pageSize: number;
  pageCount: number;
  total: number;
}

export interface ReceiverStatus {
  counts: Record<DeliveryState, number>;
  /** Age of the oldest pending delivery, in milliseconds; null when nothing is pending. */
  oldestPendingAgeMs: number | null;
  runner: { kind: 'embedded' | 'bullmq'; running: string | null };
  /** The webhook's path without its token, e.g. `/api/article-receiver/webhook`. */
  webhookPath: string;
}
