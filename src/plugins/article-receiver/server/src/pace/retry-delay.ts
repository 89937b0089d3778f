export interface RetryPolicy {
  /** Tries in a row before a person has to ask for the next. */
  attempts: number;
  firstDelayMs: number;
  maxDelayMs: number;
}

/**
 * How long to wait after the given number of failures in a row: doubling, capped, with jitter over
 * the upper half, so that what failed together does not come back together.
 * @param random a number from 0 to 1.
 * @returns milliseconds, or null when it is a person's turn.
 */
export function retryDelay(
  failures: number,
  { attempts, firstDelayMs, maxDelayMs }: RetryPolicy,
  random: number,
): number | null {
  if (failures >= attempts) return null;
  const full = Math.min(maxDelayMs, firstDelayMs * 2 ** Math.min(failures - 1, 40));
  return Math.round(full * (0.5 + random / 2));
}
