import { createHash } from 'node:crypto';
import type { Issue } from '../../../shared/deliveries';
import type { Reason } from '../../../shared/reasons';
import type { DeliveryFacts } from '../delivery/facts';
import type { Lifted } from '../delivery/lift';

/** A delivery on its way into the log: the body, how it came, and what it says about itself. */
export interface Arrival {
  /** SHA-256 of the raw body (after gzip), 64 hex digits. */
  digest: string;
  /** Size of the raw body in bytes. */
  byteSize: number;
  lifted: Lifted;
  /** Epoch milliseconds. */
  receivedAt: number;
  /** Name of the token that it came with; never the token itself. */
  token: string;
  remoteAddress: string | null;
  userAgent: string | null;
  state: 'pending' | 'quarantined';
  reason: Reason | null;
  issues: Issue[];
  facts: DeliveryFacts;
  /** What happened to it in the log that it was exported from; null when it comes from the feed. */
  past: Past | null;
}

/** What another log knows of a delivery. Times in epoch ms. */
export interface Past {
  acknowledgedAt: number | null;
  duplicates: number;
  lastDuplicateAt: number | null;
  /** Somebody's decision against it; counts where it is in quarantine here, too. */
  discarded: { at: number; reason: Reason | null } | null;
}

/**
 * A delivery's public id, from its digest: the same bytes have the same id, here and in any other
 * log that received them.
 */
export const deliveryIdOf = (digest: string): string => `dlv_${digest.slice(0, 24)}`;

/**
 * The key of an article's stream. A hash, because ids are compared without regard to case by
 * MySQL's usual collations, and the feed's are not known to be free of case.
 */
export const streamKeyOf = (articleId: string): string =>
  createHash('sha256').update(articleId).digest('hex');

/** The stream that a delivery belongs to; null for one that does not name its article. */
export const streamOf = ({ articleId }: DeliveryFacts): string | null =>
  articleId === null ? null : streamKeyOf(articleId);
