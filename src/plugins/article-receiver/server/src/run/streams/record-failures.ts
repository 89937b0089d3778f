import type { Core } from '@strapi/types';
import { sameReason } from '../../../../shared/deliveries/reasons';
import type { Options } from '../../config/options';
import { inTransaction } from '../../database/transaction';
import { refreshAttention } from '../../entries/attention';
import { faultReason, isForPeople } from '../../faults/explain';
import type { StreamDelivery } from '../../ledger/deliveries/deliveries';
import { ledgerOf } from '../../ledger/ledger';
import { retryDelay, type RetryPolicy } from '../../pace/retry-delay';
import { nextLook } from '../../project-stream/next-look';
import { inOrder } from '../../projection/article/evolve';

/** A delivery as a run of its stream read it, and what kept it from being projected. */
export interface Failure {
  entry: StreamDelivery;
  error: unknown;
}

/**
 * What a person has to put right is looked at again now and then, for as long as it takes: nobody
 * tells the receiver that another entry has given up a value that may be there only once.
 */
const policyFor = (error: unknown, retry: RetryPolicy): RetryPolicy =>
  isForPeople(error)
    ? { attempts: Infinity, firstDelayMs: retry.maxDelayMs, maxDelayMs: retry.maxDelayMs }
    : retry;

/** Whether the failure is one that waits for a person already: there is nothing new to say of it. */
export const isKnown = ({ entry: { state, reason }, error }: Failure): boolean =>
  state === 'failed' && isForPeople(error) && sameReason(reason, faultReason(error));

/** What a run of a stream failed at. */
interface FailedRun {
  failed: readonly Failure[];
  startedAt: number;
  options: Options;
}

/**
 * Records that a run of a stream failed: what is tried again, and when.
 * @param first any delivery of the stream; none where there is none left.
 */
export async function recordFailures(
  strapi: Core.Strapi,
  first: StreamDelivery | undefined,
  { failed, startedAt, options }: FailedRun,
): Promise<void> {
  const ledger = ledgerOf(strapi);
  if (!first) return;
  const { streamKey } = first;
  await inTransaction(strapi, async ({ trx }) => {
    await ledger.streams.open(trx, streamKey, first.articleId ?? '');
    await lookLater(strapi, streamKey, options);
    const stream = await ledger.deliveries.inStream(streamKey);
    const now = new Map(stream.map((entry) => [entry.position, entry]));
    for (const { entry, error } of [...failed].sort((a, b) => inOrder(a.entry, b.entry))) {
      const { position } = entry;
      if (isChanged(entry, now.get(position))) continue;
      const failures = entry.failures + 1;
      const delay = retryDelay(failures, policyFor(error, options.retry), Math.random());
      const nextAttemptAt = delay === null ? null : Date.now() + delay;
      const reason = faultReason(error);
      await ledger.alerts.enterState(position, 'failed');
      await ledger.deliveries.changeState(position, {
        state: 'failed',
        reason,
        failures,
        nextAttemptAt,
      });
      if (isKnown({ entry, error })) continue;
      await ledger.attempts.record([
        {
          streamKey,
          deliveryPosition: position,
          startedAt,
          outcome: 'failed',
          reason,
          changes: [],
        },
      ]);
      await refreshAttention(strapi, streamKey);
    }
  });
}

/**
 * Whether another instance has projected a delivery, or failed at it, since the run read it, or somebody asked for
 * it again: then the run's failure is not the last word on it.
 */
const isChanged = (
  { state, failures }: StreamDelivery,
  now: Pick<StreamDelivery, 'state' | 'failures'> | undefined,
): boolean => now?.state !== state || now.failures !== failures;

/** A look at a refused publication that failed is due again only later: it would be taken up at once, for ever. */
async function lookLater(strapi: Core.Strapi, streamKey: string, options: Options): Promise<void> {
  const { deliveries } = ledgerOf(strapi);
  const now = Date.now();
  for (const { id, failures, nextAttemptAt } of await deliveries.parkedIn(streamKey)) {
    if (nextAttemptAt === null) continue;
    const isPlanned = nextAttemptAt > now && nextAttemptAt <= now + options.retry.maxDelayMs;
    if (!isPlanned) await deliveries.planLook(id, nextLook(failures, options));
  }
}
