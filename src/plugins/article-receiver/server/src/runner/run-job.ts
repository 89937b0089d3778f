import { randomUUID } from 'node:crypto';
import type { Core } from '@strapi/types';
import type { Options } from '../config/options';
import { projectStream } from '../content/project-stream';
import { Busy, Stopped, StreamMoved } from '../content/outcomes';
import { checkpoint } from '../content/run-scope';
import { pendAll, type DeliveryRow } from '../event-log/deliveries';
import { refreshAttention } from '../ledger/attention';
import { advanceJob, changeJobState, holdJob, type Job } from '../ledger/jobs';
import { restoreStream } from '../ledger/streams';
import { explain } from './faults';
import { giveWay } from './give-way';
import { redrive } from './redrive';
import { isFirstOfStream, nextSelected } from './selection';

/** This process, among those that may work on a job. */
const HOLDER = randomUUID();

/** Deliveries per step: after each, what came in meanwhile has its turn. */
const STEP = 10;

/**
 * Carries the running rebuild or bulk redrive a few deliveries further. How far it got is recorded
 * with each step, so it goes on after a restart, and doing a step twice does no harm.
 * @returns whether there may be more to do.
 */
export async function runJobStep(strapi: Core.Strapi, options: Options): Promise<boolean> {
  const job = await holdJob(strapi, HOLDER);
  if (!job) return false;
  const rows = await nextSelected(strapi, job.filter, job.position, STEP);
  if (rows.length === 0) {
    await changeJobState(strapi, job.id, ['running'], 'done');
    return false;
  }
  for (const row of rows) {
    checkpoint();
    await giveWay(strapi);
    await projectAgain(strapi, job, row, options);
    job.position = row.id;
    job.done += 1;
    await advanceJob(strapi, job);
  }
  return true;
}

async function projectAgain(
  strapi: Core.Strapi,
  job: Job,
  row: DeliveryRow,
  options: Options,
): Promise<void> {
  if (row.state === 'quarantined') {
    // A discarded one was decided on by a person.
    if (row.discardedAt === null) await redrive(strapi, row);
    return;
  }
  const { streamKey } = row;
  if (streamKey === null || !(await isFirstOfStream(strapi, job.filter, row))) return;
  try {
    await restoreStream(strapi, streamKey);
    const { changes } = await projectStream(strapi, streamKey, options, true);
    if (changes.length > 0) job.changed += 1;
  } catch (error) {
    // The job goes on here when the site does.
    if (error instanceof Stopped) throw error;
    if (!(error instanceof Busy || error instanceof StreamMoved)) {
      job.failed += 1;
      strapi.log.error(`article-receiver: a projection failed: ${explain(error)}`);
    }
    // From here on it is the runner's, with its retries and its record of what went wrong.
    await pendAll(strapi, streamKey);
    await refreshAttention(strapi, streamKey);
  }
}
