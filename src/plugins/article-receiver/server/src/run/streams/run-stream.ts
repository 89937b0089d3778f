import type { Core } from '@strapi/types';
import type { Options } from '../../config/options';
import { Busy, PartlyFailed, Stopped, StreamMoved } from '../../faults/outcomes';
import { projectStream } from '../../project-stream/project-stream';
import { withinRun, type RunContext } from '../../run-context/run-context';
import type { StreamDelivery } from '../../ledger/deliveries/deliveries';
import { ledgerOf } from '../../ledger/ledger';
import { metricsOf } from '../../metrics/metrics';
import { explain } from '../../faults/explain';
import type { SecondLooks } from '../../pace/second-looks';
import { longestUploadMs } from '../../images/upload-once';
import { failureLine } from './failure-line';
import { isKnown, recordFailures, type Failure } from './record-failures';

/**
 * What came of a run. Nothing failed in `moved` (a delivery came in meanwhile: run it again) nor
 * in `busy` (another instance is at work on the same thing: run it again in a moment).
 */
export type RunResult = 'done' | 'moved' | 'busy' | 'stopped' | 'failed';

/**
 * How often in a row a stream may move before it has to wait like whoever comes second: what moves it
 * for ever must not keep a processor, nor the other streams.
 */
const MOVES_AT_ONCE = 20;

/**
 * Runs a stream's projection once and records it when that fails.
 * @throws Error of the database when not even the failure can be recorded.
 */
export async function runStream(
  strapi: Core.Strapi,
  streamKey: string,
  how: { options: () => Options; context: RunContext; busy: SecondLooks },
): Promise<RunResult> {
  const { busy } = how;
  const end = metricsOf(strapi).projectionSeconds.startTimer();
  const result = await runOnce(strapi, streamKey, how);
  end({ outcome: result });
  if (result === 'busy') busy.met(streamKey);
  else if (result === 'moved') busy.met(streamKey, MOVES_AT_ONCE);
  else busy.forget(streamKey);
  return result;
}

async function runOnce(
  strapi: Core.Strapi,
  streamKey: string,
  { options: current, context, busy }: Parameters<typeof runStream>[2],
): Promise<RunResult> {
  const startedAt = Date.now();
  const options = current();
  const known = await ledgerOf(strapi).deliveries.inStream(streamKey);
  try {
    await withinRun(context, () => projectStream(strapi, streamKey, options, { stream: known }));
    return 'done';
  } catch (error) {
    const lasts = isLasting(busy.metFor(streamKey), options);
    if (error instanceof StreamMoved && !lasts) return 'moved';
    if (error instanceof Busy && !lasts) return 'busy';
    // Whatever fails in a site that is going down says nothing about the delivery.
    if (error instanceof Stopped || context.signal.aborted) return 'stopped';
    const failed = failedBy(error, known);
    for (const line of failureLines(failed)) strapi.log.error(line);
    // None failed where a stream only had to be put in place once more, or was looked at again.
    if (failed.length === 0) strapi.log.error(failureLine(known.slice(-1), explain(error)));
    await recordFailures(strapi, known[0], { failed, startedAt, options });
    return 'failed';
  }
}

/**
 * Whether somebody has been at it, or it has moved, for longer than anything may take. That is no reason to wait on: it is
 * tried again like whatever else fails, and a person gets to know of it in the end.
 */
const isLasting = (metForMs: number, { images }: Options): boolean =>
  metForMs > longestUploadMs(images.uploadTimeoutMs);

/**
 * Every delivery that waited for a projection goes on waiting when it failed. One that came in
 * meanwhile had no part in it: it may be the one that puts things right.
 */
function failedBy(error: unknown, known: readonly StreamDelivery[]): Failure[] {
  if (error instanceof PartlyFailed) {
    return known.flatMap((entry) =>
      error.faults.has(entry.position) ? { entry, error: error.faults.get(entry.position) } : [],
    );
  }
  return known
    .filter(({ state }) => state === 'pending' || state === 'failed')
    .map((entry) => ({ entry, error }));
}

/** What the site's log says: a line for each reason, with the deliveries that wait because of it. */
function failureLines(failed: readonly Failure[]): string[] {
  const reasons = new Map<string, StreamDelivery[]>();
  for (const failure of failed.filter((one) => !isKnown(one))) {
    const reason = explain(failure.error);
    reasons.set(reason, [...(reasons.get(reason) ?? []), failure.entry]);
  }
  return [...reasons].map(([reason, entries]) => failureLine(entries, reason));
}
