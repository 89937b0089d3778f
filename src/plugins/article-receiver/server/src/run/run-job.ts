import type { Core } from '@strapi/types';
import type { Options } from '../config/options';
import { projectStream } from '../content/project-stream';
import { Busy, Stopped, StreamMoved } from '../work/outcomes';
import { checkpoint } from '../work/run-scope';
import { pendAll, type DeliveryRow } from '../ledger/deliveries';
import { refreshAttention } from '../entries/attention';
import type { Written } from '../content/write-article';
import { inTransaction } from '../database/transaction';
import { advanceJob, changeJobState, withRunningJob, type HeldJob } from '../ledger/jobs';
import { openStream, restoreStream } from '../ledger/streams';
import { explain } from '../work/faults';
import { failureLine } from './failure-line';
import { giveWay } from '../receive/give-way';
import { redrive } from './redrive';
import { isFirstOfStream, nextSelected } from '../views/log/select-streams';

/** Deliveries per step: after each, what came in meanwhile has its turn. */
const STEP = 10;
/** How far it got is recorded this often at least, in milliseconds, for those who watch. */
const RECORD_MS = 500;

/**
 * Carries the running rebuild or bulk redrive a few deliveries further. How far it got is recorded, so
 * it goes on after a restart; doing a few of them twice does no harm.
 * @param options as they are now, whenever that is.
 * @returns whether there may be more to do.
 */
export async function runJobStep(strapi: Core.Strapi, options: () => Options): Promise<boolean> {
  try {
    return (await withRunningJob(strapi, (job) => takeStep(strapi, job, options))) ?? false;
  } catch (error) {
    // Another instance took over: it records what it does.
    if (error instanceof Busy) return false;
    throw error;
  }
}

async function takeStep(
  strapi: Core.Strapi,
  job: HeldJob,
  options: () => Options,
): Promise<boolean> {
  const rows = await nextSelected(strapi, job.filter, job.position, STEP);
  if (rows.length === 0) {
    await changeJobState(strapi, job.id, ['running'], 'done');
    return false;
  }
  let recordedAt = performance.now();
  for (const row of rows) {
    checkpoint();
    await giveWay(strapi);
    await job.claim.hold();
    await projectAgain(strapi, job, row, options);
    job.position = row.id;
    job.done += 1;
    const isDue = row === rows.at(-1) || performance.now() - recordedAt > RECORD_MS;
    if (!isDue) continue;
    if (!(await advanceJob(strapi, job))) return false;
    recordedAt = performance.now();
  }
  return true;
}

async function projectAgain(
  strapi: Core.Strapi,
  job: HeldJob,
  row: DeliveryRow,
  options: () => Options,
): Promise<void> {
  if (row.state === 'quarantined') {
    // A discarded one was decided on by a person.
    if (row.discardedAt === null) await redrive(strapi, row, { restoreDeleted: false });
    return;
  }
  const { streamKey } = row;
  if (streamKey === null || !(await isFirstOfStream(strapi, job.filter, row))) return;
  try {
    if (job.restoreDeleted) await restoreStream(strapi, streamKey);
    const { changes } = await projectAsIs(strapi, streamKey, options);
    if (changes.length > 0) job.changed += 1;
  } catch (error) {
    // The job goes on here when the site does.
    if (error instanceof Stopped) throw error;
    if (!(error instanceof Busy || error instanceof StreamMoved)) {
      job.failed += 1;
      strapi.log.error(failureLine([row], explain(error)));
    }
    // From here on it is the runner's, with its retries and its record of what went wrong.
    await inTransaction(strapi, async ({ trx }) => {
      await job.claim.fence(trx);
      await openStream(strapi, trx, streamKey, row.articleId ?? '');
      await pendAll(strapi, streamKey);
      await refreshAttention(strapi, streamKey);
    });
  }
}

/** With the settings that are in force when it is done: they may change while it is at it. */
async function projectAsIs(
  strapi: Core.Strapi,
  streamKey: string,
  options: () => Options,
): Promise<Written> {
  const before = options();
  try {
    return await projectStream(strapi, streamKey, before, { everything: true });
  } catch (error) {
    const isOutdated = error instanceof StreamMoved && options() !== before;
    if (!isOutdated) throw error;
    return projectStream(strapi, streamKey, options(), { everything: true });
  }
}
