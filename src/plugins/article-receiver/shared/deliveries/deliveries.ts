import type { PagesSummary } from '../articles/pages';
import type { QuarantineRoom } from '../settings/retention';
import type { Issue } from './issues';
import type { Outcome } from './outcomes';
import type { ToldReason } from './reasons';
import type { Effect } from '../settings/settings';

export type { Issue } from './issues';

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

/**
 * What pages count and filter by: the states, and apart from them what somebody decided against. A
 * delivery is in one of them.
 */
export const SHOWN_STATES = [...DELIVERY_STATES, 'leftOut'] as const;

export type ShownState = (typeof SHOWN_STATES)[number];

/** The states from which something that was left waits for nobody any more. */
export const SETTLED_STATES = ['applied', 'superseded'] as const satisfies DeliveryState[];

/** The one of `SHOWN_STATES` that a delivery is in. */
export function shownState({
  state,
  discardedAt,
  left,
}: Pick<DeliverySummary, 'state' | 'discardedAt' | 'left'>): ShownState {
  const isSettled = (SETTLED_STATES as readonly DeliveryState[]).includes(state);
  const isLeftOut = state === 'quarantined' ? discardedAt !== null : isSettled && left !== null;
  return isLeftOut ? 'leftOut' : state;
}

/** One row of the event log page. Times are ISO 8601 in UTC. */
export interface DeliverySummary extends ToldReason {
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
  /** What became of it, in codes with values. */
  outcome: Outcome;
  /** When somebody decided against it; only quarantined ones can be discarded. */
  discardedAt: string | null;
  /** Who decided to leave it as it is, and when; null where nobody did. */
  left: { by: string; at: string } | null;
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

/** A delivery as a page lists it to somebody. */
export interface ListedDelivery extends DeliverySummary {
  /** Whether whoever asks may read its entry in the Content Manager. */
  mayOpen: boolean;
}

/** One try to project a stream, as the log of attempts keeps it. */
export interface AttemptSummary extends ToldReason {
  startedAt: string;
  finishedAt: string;
  outcome: DeliveryState;
  /** Fields of the article that this attempt wrote, and what it did to the publication. */
  changes: string[];
}

export interface DeliveryDetail extends DeliverySummary {
  issues: Issue[];
  attempts: AttemptSummary[];
  nextAttemptAt: string | null;
  digest: string;
  /** Where its published article is on the front end; null where it is nowhere. */
  address: string | null;
  sender: DeliverySender;
  timings: DeliveryTimings;
  images: DeliveryImage[];
  /**
   * What it changed in the article, as it was written; in a content type of the site's own what it
   * says differently from the delivery before it. Null where there is nothing to compare: it cannot
   * be read, or retention dropped a body.
   */
  changes: FieldChange[] | null;
  decision: PendingDecision | null;
}

/** One delivery as a page shows it to somebody. */
export type ListedDetail = DeliveryDetail & ListedDelivery;

/** Who sent a delivery; null where it is not known. */
export interface DeliverySender {
  /** Name of the token that it came with. */
  token: string | null;
  address: string | null;
  userAgent: string | null;
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
  /** Why it was refused or is missing, in English. */
  reason: string | null;
  /** The issue that says so, where there is one. */
  issue: Issue | null;
  file: {
    id: number;
    url: string;
    thumbnailUrl: string | null;
    width: number | null;
    height: number | null;
  } | null;
}

/** A field of the article that a delivery changed, or would have but for an editor. */
export interface FieldChange {
  /** Attribute of the article. */
  field: string;
  /** JSON values; null where there was none before. */
  before: unknown;
  after: unknown;
  /** An editor's value stayed: `after` was not written. */
  isKept: boolean;
  /** Both are the part of long texts that differs: of a text with more than 100,000 characters. */
  isPart?: true;
}

/** A word that somebody has to decide on: a status, or what the feed calls a language. */
export interface PendingDecision {
  kind: 'status' | 'language';
  /** The locales to choose from for a language; empty for a status. */
  locales: string[];
  /** The word as the delivery writes it. */
  word: string;
  /** How many parked deliveries have the word. */
  deliveries: number;
  /** Whether the site's config files decide on it, so that it cannot be decided here. */
  fixedByConfig: boolean;
}

/** A word that several deliveries wait for, and one of them. */
export type WaitingWord = PendingDecision & { deliveryId: string };

/** What came of leaving one of several deliveries out; `not`: it asks for nothing that could be left. */
export interface LeftOut {
  deliveryId: string;
  outcome: 'discarded' | 'left' | 'not';
}

/** What came of deciding on a word. */
export interface DecisionResult {
  word: string;
  /** What a status does from now on. */
  effect?: Effect;
  /** The locale of a language from now on. */
  locale?: string;
  /** Deliveries that are projected again because of it. */
  redriven: number;
}

/** What came of deciding on the word of one delivery of several: its result, or why there is none. */
export type DecidedWord =
  { deliveryId: string; result: DecisionResult } | { deliveryId: string; reason: string };

/** What a delivery is after somebody decided on it; a reason where they gave one. */
export interface ChangedDelivery extends Partial<ToldReason> {
  deliveryId: string;
  state: DeliveryState;
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

/** A page of the event log. */
export interface DeliveryPage {
  results: ListedDelivery[];
  pagination: Pagination | KeysetPagination;
}

/** A line of the export. */
export type DeliveryExport = DeliverySummary & Pick<DeliveryDetail, 'issues' | 'attempts'>;

export interface ReceiverStatus {
  /** Deliveries in each state, without those that somebody decided against. */
  counts: Record<DeliveryState, number>;
  /** Deliveries that somebody decided against: discarded, or left as they are. */
  leftOut: number;
  /** Age of the oldest pending delivery, in milliseconds; null when nothing is pending. */
  oldestPendingAgeMs: number | null;
  /** Articles that go online on a day to come. */
  planned: number;
  /** How pages on the front end are; null where nobody looks at them. */
  pages: PagesSummary | null;
  quarantine: QuarantineRoom;
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
