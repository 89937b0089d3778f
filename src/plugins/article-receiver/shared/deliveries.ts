import type { Effect } from './settings';

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
  /** The document that its stream projects into; null before the first projection. */
  documentId: string | null;
  /** Its content type: the plugin's Article, or the site's own. */
  contentType: string | null;
  /** The locale of the entry; null on a type without locales. */
  locale: string | null;
  /** The title that the entry's draft has now; null where there is no entry, or of the site's own type. */
  articleTitle: string | null;
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
  timings: DeliveryTimings;
  images: DeliveryImage[];
  changes: FieldChange[];
  decision: PendingDecision | null;
}

/** When what happened; null where it is not known, or has not happened. */
export interface DeliveryTimings {
  receivedAt: string;
  acknowledgedAt: string | null;
  /** End of the first projection that brought it into the article, or found a newer one there. */
  projectedAt: string | null;
  /** From the arrival to the answer, in milliseconds. */
  acknowledgeMs: number | null;
  /** From the answer to the end of that projection, in milliseconds. */
  projectMs: number | null;
}

/** An image that a delivery brings or names. */
export interface DeliveryImage {
  /** Its place in the delivery: `article.images.0`. */
  path: string;
  kind: string | null;
  alt: string | null;
  caption: string | null;
  /** What the delivery says; of a stored image what it really is. */
  contentType: string | null;
  byteSize: number | null;
  /** SHA-256 of its bytes; null when there are none. */
  digest: string | null;
  /**
   * `refused`: the bytes cannot be used; `missing`: there are none, or none yet; `dropped`:
   * retention took the delivery's body or the image's bytes, and no file is left either.
   */
  state: 'stored' | 'refused' | 'missing' | 'dropped';
  /** Why it was refused or is missing, in words for an editor. */
  reason: string | null;
  file: {
    id: number;
    url: string;
    thumbnailUrl: string | null;
    width: number | null;
    height: number | null;
  } | null;
}

/** What a delivery says differently from the one before it in the order of its article. */
export interface FieldChange {
  /** Attribute of the article. */
  field: string;
  /** JSON values; null for the article's first delivery. */
  before: unknown;
  after: unknown;
}

/** A status word that somebody has to decide on. */
export interface PendingDecision {
  /** The word as the delivery writes it. */
  word: string;
  /** How many parked deliveries have the word. */
  deliveries: number;
  /** Whether the site's config files decide on it, so that it cannot be decided here. */
  fixedByConfig: boolean;
}

/** What came of deciding on a status word. */
export interface DecisionResult {
  word: string;
  effect: Effect;
  /** Deliveries that are projected again because of it. */
  redriven: number;
}

/** Pages by number. `next` goes on by cursor from the end of the page. */
export interface Pagination {
  page: number;
  pageSize: number;
  pageCount: number;
  total: number;
  next: string | null;
}

/** Pages by cursor; cursors are opaque. Null at the ends of the log. */
export interface KeysetPagination {
  pageSize: number;
  next: string | null;
  previous: string | null;
}

/** A line of the export. */
export type DeliveryExport = DeliverySummary & Pick<DeliveryDetail, 'issues' | 'attempts'>;

export interface ReceiverStatus {
  counts: Record<DeliveryState, number>;
  /** Age of the oldest pending delivery, in milliseconds; null when nothing is pending. */
  oldestPendingAgeMs: number | null;
  runner: {
    kind: 'embedded' | 'bullmq';
    /** Whether the process that answers projects; `false` where that is left to others. */
    works: boolean;
    /** The stream that it is projecting now; null when it is at none. */
    running: string | null;
    /** What is wrong with it (Redis is away, say), in words; null when nothing is. */
    problem: string | null;
  };
  /** The webhook's path without its token, e.g. `/api/article-receiver/webhook`. */
  webhookPath: string;
  /** Whether a delivery has arrived that was not a test. */
  firstDelivery: boolean;
  /** Tokens that open the webhook now. */
  tokens: number;
  /** The content type that articles are entries of. */
  articleType: string;
}
