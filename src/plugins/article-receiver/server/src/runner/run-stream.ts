import type { Core } from '@strapi/types';
import type { Options } from '../config/options';
import { Busy, Stopped, StreamMoved } from '../content/outcomes';
import { projectStream } from '../content/project-stream';
import { withinRun, type RunScope } from '../content/run-scope';
import { changeState, readStream, type StandingEntry } from '../event-log/deliveries';
import { inTransaction } from '../event-log/transaction';
import { recordAttempt } from '../ledger/attempts';
import { inOrder } from '../projection/evolve';
import { explain, isPermanent } from './faults';
import { retryDelay } from './backoff';

/**
 * What came of a run. Nothing failed in `moved` (a delivery came in meanwhile: run it again) nor
 * in `busy` (another instance is at work on the same thing: run it again in a moment).
 */
export type RunResult = 'done' | 'moved' | 'busy' | 'stopped' | 'failed';

/**
 * Runs a stream's projection once and records it when that fails.
 * @throws Error of the database when not even the failure can be recorded.
 */
export async function runStream(
  strapi: Core.Strapi,
  streamKey: string,
  options: Options,
  scope: RunScope,
): Promise<RunResult> {
  const startedAt = Date.now();
  const known = await readStream(strapi, streamKey);
  try {
    await withinRun(scope, () => projectStream(strapi, streamKey, options));
    return 'done';
  } catch (error) {
    if (error instanceof StreamMoved) return 'moved';
    if (error instanceof Busy) return 'busy';
    // Whatever fails in a site that is going down says nothing about the delivery.
    if (error instanceof Stopped || scope.signal.aborted) return 'stopped';
    strapi.log.error(`article-receiver: a projection failed: ${explain(error)}`);
    await recordFailure(strapi, known, error, startedAt, options);
    return 'failed';
  }
}

/**
 * Every delivery that waited for this projection goes on waiting, and says why. One that came in
 * meanwhile had no part in it: it may be the one that puts things right.
 */
async function recordFailure(
  strapi: Core.Strapi,
  known: readonly StandingEntry[],
  error: unknown,
  startedAt: number,
  { retry }: Options,
): Promise<void> {
  const waiting = known.filter(({ state }) => state === 'pending' || state === 'failed');
  const reason = explain(error);
  await inTransaction(strapi, async () => {
    for (const { position, streamKey, failures } of [...waiting].sort(inOrder)) {
      const count = failures + 1;
      const delay = isPermanent(error) ? null : retryDelay(count, retry, Math.random());
      const nextAttemptAt = delay === null ? null : Date.now() + delay;
      await changeState(strapi, position, {
        state: 'failed',
        reason,
        failures: count,
        nextAttemptAt,
      });
      await recordAttempt(strapi, {
        streamKey,
        deliveryPosition: position,
        startedAt,
        outcome: 'failed',
        reason,
        changes: [],
      });
    }
  });
}
