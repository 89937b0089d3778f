import type { Issue } from '../../../shared/deliveries/deliveries';
import type { Reason } from '../../../shared/deliveries/reasons';
import type { DeliveryFacts } from '../read-delivery/facts';
import type { Lifted } from '../read-delivery/lift';

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
  past: ArrivalPast | null;
}

/** What another log knows of a delivery. Times in epoch ms. */
export interface ArrivalPast {
  acknowledgedAt: number | null;
  duplicates: number;
  lastDuplicateAt: number | null;
  /** Somebody's decision against it; counts where it is in quarantine here, too. */
  discarded: { at: number; reason: Reason | null } | null;
}
