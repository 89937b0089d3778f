import type { Options } from '../config/options';
import { retryDelay } from '../pace/retry-delay';

/**
 * When a publication that Strapi refused is tried again: what it lacks may be put right without the receiver
 * noticing. For as long as it takes, after pauses that grow.
 * @param before how often it was tried in a row.
 */
export function nextLook(
  before: number,
  { sweepIntervalMs, retry: { maxDelayMs } }: Pick<Options, 'sweepIntervalMs' | 'retry'>,
): { failures: number; nextAttemptAt: number } {
  const failures = before + 1;
  const firstDelayMs = Math.min(sweepIntervalMs, maxDelayMs);
  const pauses = { attempts: Infinity, firstDelayMs, maxDelayMs };
  const delay = retryDelay(failures, pauses, Math.random()) ?? maxDelayMs;
  return { failures, nextAttemptAt: Date.now() + delay };
}
