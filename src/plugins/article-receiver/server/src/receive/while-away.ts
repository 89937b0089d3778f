import { setTimeout as sleep } from 'node:timers/promises';
import { isLate, isUnreachable } from '../database/transient';
import { retryDelay, type RetryPolicy } from '../pace/retry-delay';

/**
 * For how long a request waits for a database that is away, or too slow: as long as a restart or a failover takes, and
 * less than routers in front of a site wait (Heroku's 30 s: https://devcenter.heroku.com/articles/request-timeout).
 */
const PATIENCE_MS = 20_000;
const PAUSES: RetryPolicy = { attempts: Infinity, firstDelayMs: 100, maxDelayMs: 1_000 };

/**
 * Does something again while the database is away, or does not get to it in time: the service is not known to send a
 * delivery twice, so one that could be kept a moment later would be lost. Also where the sender does not wait for it
 * any more.
 * @param work may have been done in part or whole by the time that it fails.
 * @param patienceMs after how many milliseconds no other try is begun.
 * @throws what `work` threw last, or at once where it was for another reason.
 */
export async function whileAway<Result>(
  work: () => Promise<Result>,
  patienceMs = PATIENCE_MS,
): Promise<Result> {
  const startedAt = performance.now();
  for (let failures = 1; ; failures += 1) {
    try {
      return await work();
    } catch (error) {
      const pause = retryDelay(failures, PAUSES, Math.random());
      const isOver = pause === null || performance.now() - startedAt + pause > patienceMs;
      if (isOver || !(isUnreachable(error) || isLate(error))) throw error;
      await sleep(pause);
    }
  }
}
