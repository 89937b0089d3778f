/** How long something is kept, and what dropping what is older would free. */
interface Kept {
  /** Null: for ever. What it would free is then shown for an age of 90 days. */
  keptDays: number | null;
  frees: { count: number; bytes: number };
}

export interface RetentionSummary {
  bodies: Kept;
  images: Kept;
}

export interface RetentionService {
  /** What retention keeps, and what it would free now. */
  measure(): Promise<RetentionSummary>;
  /**
   * Drops what is old enough, on one of all instances. Does nothing where it is off.
   * @param holdMs for how long nobody does it again; by default an hour.
   */
  run(holdMs?: number): Promise<void>;
}
