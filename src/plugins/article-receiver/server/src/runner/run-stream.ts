import type { Core } from '@strapi/types';
import type { Options } from '../config/options';
import { Busy, StreamMoved } from '../content/outcomes';
import { projectStream } from '../content/project-stream';
import { changeState, readStream } from '../event-log/deliveries';
import { recordAttempt } from '../ledger/attempts';
import { inOrder } from '../projection/evolve';
import { explain, isPermanent } from './faults';
import { retryDelay } from './backoff';

/** `again` asks for another run soon: nothing failed, but the stream is not done. */
export type RunResult = 'done' | 'again' | 'failed';

/** Runs a stream's projection once and records it when that fails. */
export async function runStream(
  strapi: Core.Strapi,
  streamKey: string,
  options: Options,
): Promise<RunResult> {
  const startedAt = Date.now();
  try {
    await projectStream(strapi, streamKey, options);
    return 'done';
  } catch (error) {
    if (error instanceof StreamMoved || error instanceof Busy) return 'again';
    strapi.log.error(`article-receiver: a projection failed: ${explain(error)}`);
    await recordFailure(strapi, streamKey, error, startedAt, options);
    return 'failed';
  }
}

/** Every delivery that waited for this projection goes on waiting, and says why. */
async function recordFailure(
  strapi: Core.Strapi,
  streamKey: string,
  error: unknown,
  startedAt: number,
  { retry }: Options,
): Promise<void> {
  const stream = await readStream(strapi, streamKey);
  const waiting = stream.filter(({ state }) => state === 'pending' || state === 'failed');
  const reason = explain(error);
  await strapi.db.transaction(async () => {
    for (const { position, failures } of [...waiting].sort(inOrder)) {
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
