import type { Core } from '@strapi/types';
import type { Options } from '../../config/options';
import { unchangedStreams } from '../../project-stream/look-ahead';
import { projectStream } from '../../project-stream/project-stream';
import { Busy, Stopped, StreamMoved } from '../../faults/outcomes';
import { checkpoint } from '../../run-context/run-context';
import type { DeliveryRow } from '../../ledger/deliveries/delivery-row';
import type { HeldJob } from '../../ledger/work/jobs';
import { ledgerOf } from '../../ledger/ledger';
import { refreshAttention } from '../../entries/attention';
import type { Written } from '../../write/written';
import { inTransaction } from '../../database/transaction';
import { explain } from '../../faults/explain';
import { failureLine } from '../streams/failure-line';
import { giveWay } from '../../pace/give-way';
import { trafficOf } from '../../pace/traffic';
import { redrive } from '../by-hand/redrive';

/** Articles that are projected in a step: after each, what came in meanwhile has its turn. */
const STEP = 10;
/** Deliveries that are looked at together in a step, one look after another while nothing differs. */
const LOOKS = [10, 50, 50];
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
    return (
      (await ledgerOf(strapi).jobs.withRunning((job) => takeStep(strapi, job, options))) ?? false
    );
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
  const { jobs, selected } = ledgerOf(strapi);
  let projected = 0;
  for (const count of LOOKS) {
    const page = await selected.next(job.filter, job.position, count);
    if (page.length === 0) {
      await jobs.finish(job);
      return false;
    }
    const turns = await turnsOf(strapi, job, page, options);
    let recordedAt = performance.now();
    for (const row of page) {
      checkpoint();
      const turn = turns.get(row.id);
      if (turn) {
        await giveWay(trafficOf(strapi));
        await job.claim.hold();
        await turn();
        projected += 1;
      }
      job.position = row.id;
      job.done += 1;
      const isEnd = row === page.at(-1) || projected === STEP;
      // A job that brings deleted articles back records each: after a crash it would bring back what an editor
      // deleted again meanwhile.
      const mustRecord = isEnd || (turn && job.restoreDeleted);
      if (!mustRecord && performance.now() - recordedAt <= RECORD_MS) continue;
      if (!(await jobs.advance(job))) return false;
      recordedAt = performance.now();
      if (projected === STEP) return true;
    }
    if (turns.size > 0) break;
  }
  return true;
}

/** What there is to do for the deliveries of a page, by position; nothing for most. */
async function turnsOf(
  strapi: Core.Strapi,
  job: HeldJob,
  page: readonly DeliveryRow[],
  options: () => Options,
): Promise<Map<number, () => Promise<void>>> {
  const firsts = await ledgerOf(strapi).selected.firstsOfStreams(job.filter, page);
  await job.claim.hold();
  const streamKeys = firsts.map(({ streamKey }) => streamKey);
  const unchanged = await unchangedStreams(strapi, streamKeys, options());
  const turns = new Map<number, () => Promise<void>>();
  for (const row of firsts) {
    const written = unchanged.get(row.streamKey);
    if (!written || (written.isDeleted && job.restoreDeleted))
      turns.set(row.id, () => projectAgain(strapi, job, row, options));
  }
  for (const row of page) {
    // A discarded one was decided on by a person.
    if (row.state !== 'quarantined' || row.discardedAt !== null) continue;
    const turn = turns.get(row.id);
    turns.set(row.id, async () => {
      await takeInAgain(strapi, job, row);
      await turn?.();
    });
  }
  return turns;
}

/** One that fails must not keep the job from all that come after it. */
async function takeInAgain(strapi: Core.Strapi, job: HeldJob, row: DeliveryRow): Promise<void> {
  try {
    await redrive(strapi, row, { restoreDeleted: false });
  } catch (error) {
    if (error instanceof Stopped || error instanceof Busy) throw error;
    job.failed += 1;
    strapi.log.error(failureLine([row], explain(error)));
  }
}

async function projectAgain(
  strapi: Core.Strapi,
  job: HeldJob,
  row: DeliveryRow & { streamKey: string },
  options: () => Options,
): Promise<void> {
  const ledger = ledgerOf(strapi);
  const { streamKey } = row;
  try {
    if (job.restoreDeleted) await restore(strapi, job, streamKey);
    const { changes } = await projectAsIs(strapi, streamKey, options);
    if (changes.length > 0) job.changed += 1;
  } catch (error) {
    // The site stops: the job goes on from here at its next start.
    if (error instanceof Stopped) throw error;
    if (!(error instanceof Busy || error instanceof StreamMoved)) {
      job.failed += 1;
      strapi.log.error(failureLine([row], explain(error)));
    }
    // The runner tries this stream again, and records what goes wrong.
    await inTransaction(strapi, async ({ trx }) => {
      await job.claim.fence(trx);
      await ledger.streams.open(trx, streamKey, row.articleId ?? '');
      await ledger.deliveries.pendAll(streamKey);
      await refreshAttention(strapi, streamKey);
    });
  }
}

/** Another instance may be at the job by now. */
const restore = (strapi: Core.Strapi, job: HeldJob, streamKey: string): Promise<void> =>
  inTransaction(strapi, async ({ trx }) => {
    await job.claim.fence(trx);
    await ledgerOf(strapi).streams.restore(streamKey);
  });

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
