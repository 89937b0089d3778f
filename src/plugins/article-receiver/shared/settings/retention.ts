/** How long something is kept, and what dropping what is older would free. */
interface Kept {
  /** Null: for ever. What it would free is then shown for an age of 90 days. */
  keptDays: number | null;
  frees: { count: number; bytes: number };
}

/** What waits in quarantine, and the room that there is for it. */
export interface QuarantineRoom {
  /** Bytes of its bodies, as they arrived. What somebody discarded is not counted. */
  bytes: number;
  maxBytes: number;
}

export interface RetentionSummary {
  bodies: Kept;
  images: Kept;
  /** Bodies that somebody discarded from quarantine. */
  discarded: Kept;
  quarantine: QuarantineRoom;
}

export interface RetentionService {
  /** What retention keeps, and what it would free now. */
  measure(): Promise<RetentionSummary>;
  /**
   * Drops what is old enough, on one of all instances.
   * @param holdMs for how long nobody does it again; by default an hour.
   */
  run(holdMs?: number): Promise<void>;
}
