/** Who deleted an article, and when. */
export interface Deletion {
  at: string;
  /** Name of the person; empty where it was the site's own code. */
  by: string;
  /** The entry that it had. */
  documentId: string;
}

/** What an export says about a delivery beside its exact body. Times are ISO 8601 in UTC. */
export interface DeliveryRecord {
  /** SHA-256 of the body, 64 hex digits. */
  digest: string;
  receivedAt: string;
  /** When it was acknowledged; null where that is not known. */
  acknowledgedAt: string | null;
  /** Name of the token that it came with; never the token itself. */
  token: string;
  remoteAddress: string | null;
  userAgent: string | null;
  /** How often the same bytes arrived again, and when last. */
  duplicates: number;
  lastDuplicateAt: string | null;
  /** Somebody's decision against it, while it was in quarantine. */
  discarded: { at: string; reason: string | null } | null;
  /** That its article was deleted, and did not come back since. */
  deleted: Deletion | null;
}

/** A delivery on its way from one log to another. */
export interface CarriedDelivery {
  record: DeliveryRecord;
  /** Exactly as it was received. */
  body: Buffer;
}

/** A delivery of the log; without a body where it cannot be taken along. */
export type LoggedDelivery =
  | CarriedDelivery
  | {
      record: DeliveryRecord;
      body: null;
      /**
       * `dropped`: retention took its body or bytes of its images; `damaged`: what is stored has
       * not its digest any more; `test`: the site sent it to itself.
       */
      why: 'dropped' | 'damaged' | 'test';
    };

/** What became of deliveries that another log exported. */
export interface ImportResult {
  /** Appended to the log. */
  added: number;
  /** Of those: in quarantine, because they cannot be used here. */
  quarantined: number;
  /** In the log before. */
  known: number;
  /** Of those: stored again, as far as retention had dropped them. */
  restored: number;
}
