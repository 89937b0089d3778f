import type { Core } from '@strapi/types';
import type { JobState } from '../../../../shared/deliveries/jobs';
import { withClaim, type Claim } from '../../database/claims';
import { takeLocks } from '../../database/locks';
import { fromJson, toJson } from '../../database/columns';
import { TABLES } from '../../database/tables';
import { rows, type RowOf } from '../../database/rows';
import { columns, table } from '../../database/sql';
import { inTransaction } from '../../database/transaction';

/** A rebuild or bulk redrive, and how far it is. */
export type Job = Omit<RowOf<typeof TABLES.job>, 'filter'> & {
  /** A filter of Strapi's query engine on deliveries. */
  filter: Record<string, unknown>;
};

type NewJob = Pick<Job, 'kind' | 'filter' | 'restoreDeleted' | 'requestedBy' | 'total'>;

/** Who begins a job has this lock. */
const BEGINNING = 'beginning a job';

/** Rebuilds and bulk redrives, and how far they are. */
export class Jobs {
  constructor(private readonly strapi: Core.Strapi) {}

  private get rows() {
    return rows(this.strapi, TABLES.job);
  }

  /** The latest job, or the latest in one of the given states; null when there is none. */
  async latest(states?: JobState[]): Promise<Job | null> {
    const where = states ? { state: { $in: states } } : {};
    const row = await this.rows.findOne({ where, orderBy: { id: 'desc' } });
    return row && toJob(row);
  }

  /**
   * Begins a job where none is under way or paused. Of two that are asked for at once, one is.
   * @returns it, or the one that is there already.
   */
  async begin(job: NewJob): Promise<{ begun: Job } | { active: Job }> {
    return inTransaction(this.strapi, async ({ trx }) => {
      await takeLocks(this.strapi, trx, [BEGINNING]);
      const active = await this.latest(['running', 'paused']);
      return active ? { active } : { begun: await this.create(job) };
    });
  }

  private async create({ filter, ...job }: NewJob): Promise<Job> {
    const row = await this.rows.create({
      data: {
        ...job,
        filter: toJson(filter),
        state: 'running',
        done: 0,
        changed: 0,
        failed: 0,
        position: 0,
        startedAt: Date.now(),
      },
    });
    return toJob(row);
  }

  /**
   * Works on the running job, where no other instance does.
   * @returns what came of it; null when there is no job, or another has it.
   */
  async withRunning<Result>(work: (job: HeldJob) => Promise<Result>): Promise<Result | null> {
    if (!(await this.latest(['running']))) return null;
    return withClaim(this.strapi, CLAIM, TERMS, async (claim) => {
      // Read again under the claim: another instance may have gone on with it, or ended it.
      const job = await this.latest(['running']);
      return job && work({ ...job, claim });
    });
  }

  /**
   * Records how far a job is. A job that was paused or cancelled meanwhile stays so.
   * @returns whether it goes on.
   * @throws Busy when another instance works on it by now.
   */
  async advance(job: HeldJob): Promise<boolean> {
    const { id, claim, position, done, changed, failed } = job;
    // What came in meanwhile is gone through as well.
    const total = Math.max(job.total, done);
    return inTransaction(this.strapi, async ({ trx }) => {
      await claim.fence(trx);
      await this.rows.updateMany({
        where: { id },
        data: { position, done, total, changed, failed },
      });
      return (await this.rows.count({ where: { id, state: 'running' } })) > 0;
    });
  }

  /**
   * Ends a job that found nothing more. All that was selected is done then: what is not selected any more, as a
   * failed delivery that went through with another one of its article, is not found again.
   */
  async finish({ id, done, total }: HeldJob): Promise<void> {
    const all = Math.max(done, total);
    await table(this.strapi, TABLES.job)
      .where({ id, state: 'running' })
      .update(columns({ state: 'done', finishedAt: Date.now(), done: all, total: all }));
  }

  /** @returns whether the job was in one of the states that it may leave. */
  async changeState(id: number, from: JobState[], to: JobState): Promise<boolean> {
    const finished = to === 'cancelled' ? { finishedAt: Date.now() } : {};
    const changed: number = await table(this.strapi, TABLES.job)
      .where({ id })
      .whereIn('state', from)
      .update(columns({ state: to, ...finished }));
    return changed > 0;
  }
}

const toJob = ({ filter, ...row }: RowOf<typeof TABLES.job>): Job => ({
  ...row,
  filter: fromJson(filter) ?? {},
});

/** The claim that keeps a job with the instance that works on it. */
const CLAIM = 'job';

/** The wait for the job of an instance that was killed, and the longest that one step may take. */
const TERMS = { forMs: 30_000, renewedForMs: 10 * 60_000 };

/** The running job, in the hands of one instance. */
export interface HeldJob extends Job {
  claim: Claim;
}
