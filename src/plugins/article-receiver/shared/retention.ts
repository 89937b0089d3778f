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
