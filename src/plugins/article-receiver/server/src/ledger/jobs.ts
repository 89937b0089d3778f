import type { Core } from '@strapi/types';
import type { JobState, JobSummary } from '../../../shared/jobs';
import { TABLES } from '../event-log/models';
import { columns, databaseTime, table, toNumber } from '../event-log/sql';

/** A rebuild or bulk redrive, and how far it is. */
export interface Job {
  id: number;
  kind: JobSummary['kind'];
  state: JobState;
  /** A filter of Strapi's query engine on deliveries; null for all. */
  filter: Record<string, unknown>;
  requestedBy: string | null;
  total: number;
  done: number;
  changed: number;
  failed: number;
  /** Position in the log up to which it is done. */
  position: number;
  /** Epoch ms. */
  startedAt: number;
  finishedAt: number | null;
}

type Row = Omit<Job, 'filter' | 'startedAt' | 'finishedAt'> & {
  filter: string | null;
  startedAt: number | string;
  finishedAt: number | string | null;
};

/** How long a job stays with the instance that works on it when that does not renew its hold. */
const HOLD_MS = 30_000;

const jobs = (strapi: Core.Strapi) => strapi.db.query(TABLES.job);

const toJob = ({ filter, startedAt, finishedAt, ...row }: Row): Job => ({
  ...row,
  filter: filter ? (JSON.parse(filter) as Record<string, unknown>) : {},
  startedAt: Number(startedAt),
  finishedAt: toNumber(finishedAt),
});

/** The latest job, or the latest in one of the given states; null when there is none. */
export async function latestJob(strapi: Core.Strapi, states?: JobState[]): Promise<Job | null> {
  const where = states ? { state: { $in: states } } : {};
  const row = (await jobs(strapi).findOne({ where, orderBy: { id: 'desc' } })) as Row | null;
  return row && toJob(row);
}

export async function createJob(
  strapi: Core.Strapi,
  { filter, ...job }: Pick<Job, 'kind' | 'filter' | 'requestedBy' | 'total'>,
): Promise<Job> {
  const row = (await jobs(strapi).create({
    data: {
      ...job,
      filter: JSON.stringify(filter),
      state: 'running',
      done: 0,
      changed: 0,
      failed: 0,
      position: 0,
      startedAt: Date.now(),
    },
  })) as Row;
  return toJob(row);
}

/**
 * Takes the running job for a while, so that of several instances one works on it.
 * @param holder the instance.
 */
export async function holdJob(strapi: Core.Strapi, holder: string): Promise<Job | null> {
  const job = await latestJob(strapi, ['running']);
  if (!job) return null;
  const held: number = await table(strapi, TABLES.job)
    .where({ id: job.id, state: 'running' })
    .andWhere((free) => {
      void free
        .whereNull('held_until')
        .orWhere('held_until', '<', databaseTime(strapi))
        .orWhere('held_by', holder);
    })
    .update(columns({ heldBy: holder, heldUntil: databaseTime(strapi, HOLD_MS) }));
  return held > 0 ? job : null;
}

/** Records how far a job is. A job that was paused or cancelled meanwhile stays so. */
export async function advanceJob(
  strapi: Core.Strapi,
  { id, position, done, changed, failed }: Job,
): Promise<void> {
  await jobs(strapi).updateMany({ where: { id }, data: { position, done, changed, failed } });
}

/** @returns whether the job was in one of the states that it may leave. */
export async function changeJobState(
  strapi: Core.Strapi,
  id: number,
  from: JobState[],
  to: JobState,
): Promise<boolean> {
  const finished = to === 'done' || to === 'cancelled' ? { finishedAt: Date.now() } : {};
  const changed: number = await table(strapi, TABLES.job)
    .where({ id })
    .whereIn('state', from)
    .update(columns({ state: to, heldBy: null, heldUntil: null, ...finished }));
  return changed > 0;
}
