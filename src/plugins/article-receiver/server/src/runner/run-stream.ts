import type { Core } from '@strapi/types';
import type { Options } from '../config/options';
import { Busy, PartlyFailed, Stopped, StreamMoved } from '../content/outcomes';
import { projectStream } from '../content/project-stream';
import { withinRun, type RunScope } from '../content/run-scope';
import { enterState } from '../event-log/alerts';
import { changeState, isSettled, readStream, type StandingEntry } from '../event-log/deliveries';
import { inTransaction } from '../event-log/transaction';
import { refreshAttention } from '../ledger/attention';
import { recordAttempt } from '../ledger/attempts';
import { figuresOf } from '../metrics/figures';
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
  const end = figuresOf(strapi).projectionSeconds.startTimer();
  const result = await runOnce(strapi, streamKey, options, scope);
  end({ outcome: result });
  return result;
}

async function runOnce(
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
    const failed = failedBy(error, known);
    await recordFailures(strapi, failed, startedAt, options);
    return 'failed';
  }
}

interface Failure {
  entry: StandingEntry;
  error: unknown;
}

/**
 * Every delivery that waited for a projection goes on waiting when it failed. One that came in
 * meanwhile had no part in it: it may be the one that puts things right.
 */
function failedBy(error: unknown, known: readonly StandingEntry[]): Failure[] {
  if (error instanceof PartlyFailed) {
    return known.flatMap((entry) =>
      error.faults.has(entry.position) ? { entry, error: error.faults.get(entry.position) } : [],
    );
  }
  return known
    .filter(({ state }) => state === 'pending' || state === 'failed')
    .map((entry) => ({ entry, error }));
}

async function recordFailures(
  strapi: Core.Strapi,
  failed: readonly Failure[],
  startedAt: number,
  { retry }: Options,
): Promise<void> {
  const inTurn = [...failed].sort((a, b) => inOrder(a.entry, b.entry));
  await inTransaction(strapi, async () => {
    for (const { entry, error } of inTurn) {
      const { position, streamKey } = entry;
      // Another instance may have projected it meanwhile.
      if (await isSettled(strapi, position)) continue;
      const failures = entry.failures + 1;
      const delay = isPermanent(error) ? null : retryDelay(failures, retry, Math.random());
      const nextAttemptAt = delay === null ? null : Date.now() + delay;
      const reason = explain(error);
      await enterState(strapi, position, 'failed');
      await changeState(strapi, position, { state: 'failed', reason, failures, nextAttemptAt });
      await recordAttempt(strapi, {
        streamKey,
        deliveryPosition: position,
        startedAt,
        outcome: 'failed',
        reason,
        changes: [],
      });
      await refreshAttention(strapi, streamKey);
    }
  });
}
