import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import { z } from 'zod';
import type { DryRun, JobState, JobSummary } from '../../../../shared/deliveries/jobs';
import type { Filter } from '../../ledger/deliveries/filters';
import type { Job } from '../../ledger/work/jobs';
import { ledgerOf } from '../../ledger/ledger';
import { dryRun, dryRunPart } from '../../views/previews/dry-run';
import { getService } from '../../services/get-service';
import { deliveryFilters, searchText, whereOf } from './delivery-query';
import { administratorName, bodyOf, inputFault, refuse, rowPosition } from '../request';
import { Stopped } from '../../faults/outcomes';
import { stoppingOf } from '../../run-context/stopping';

/** Behind which position of the log the part of a dry run begins that is asked for. */
const after = rowPosition.optional();
const onlyOfDryRun = {
  path: ['after'],
  message: 'expected dryRun: true with it; only a dry run is told in parts',
};
const isOfDryRun = (input: { dryRun: boolean; after?: number }) =>
  input.dryRun || input.after === undefined;

const rebuildInput = z
  .strictObject({
    dryRun: z.boolean().default(false),
    restoreDeleted: z.boolean().default(false),
    after,
  })
  .refine(isOfDryRun, onlyOfDryRun);

/** Whether filters say anything: there is a value somewhere in them. An empty text is in every other. */
const isSaid = (filters: unknown): boolean =>
  typeof filters === 'object' && filters !== null
    ? Object.values(filters).some(isSaid)
    : filters !== undefined && filters !== '';

/** Something has to be said, `all` too: by mistake, nobody should redrive everything. */
const redriveInput = z
  .strictObject({
    filters: deliveryFilters.optional(),
    ids: z.array(z.string().max(255)).min(1).max(10_000).optional(),
    _q: searchText.optional(),
    all: z.literal(true).optional(),
    dryRun: z.boolean().default(false),
    after,
  })
  .refine(isOfDryRun, onlyOfDryRun)
  .refine(({ filters, ids, _q, all }) => isSaid(filters) || ids || _q || all, {
    path: ['filters'],
    message: 'expected filters, ids, _q or all',
  });

/** Of which job that is meant, as whoever decides saw it; without an id, of the one that is not over. */
const changeInput = z.strictObject({ id: z.number().int().positive().optional() });

const toSummary = (job: Job): JobSummary => ({
  id: job.id,
  kind: job.kind,
  state: job.state,
  total: job.total,
  done: job.done,
  changed: job.changed,
  failed: job.failed,
  requestedBy: job.requestedBy,
  startedAt: new Date(job.startedAt).toISOString(),
  finishedAt: job.finishedAt === null ? null : new Date(job.finishedAt).toISOString(),
});

/** Of which deliveries the articles are projected again, and whether deleted ones come back. */
interface Wanted {
  filter: Filter;
  restoreDeleted?: boolean;
}

/** Aborted when the client is gone. */
function goneSignal({ res }: Context): AbortSignal {
  const gone = new AbortController();
  res.once('close', () => gone.abort());
  return gone.signal;
}

/** As Strapi answers errors. */
interface ErrorAnswer {
  data: null;
  error: { status: number; name: string; message: string };
}

/** Whoever is gone does not hear it. */
function sayStopping(ctx: Context): void {
  const error = { status: 503, name: 'ServiceUnavailableError', message: 'the site is stopping' };
  ctx.status = error.status;
  ctx.body = { data: null, error } satisfies ErrorAnswer;
}

/** Rebuild and bulk redrive: a dry run first, then the work in the background. */
export default ({ strapi }: { strapi: Core.Strapi }) => {
  /** All of it, or the part behind a position. */
  async function look(
    ctx: Context,
    { filter, restoreDeleted = false, after }: Wanted & { after: number | undefined },
  ): Promise<void> {
    const signal = AbortSignal.any([stoppingOf(strapi), goneSignal(ctx)]);
    // Whoever asks may have changed them at another instance a moment ago, and this one not know of it yet.
    const options = await ledgerOf(strapi).settings.refresh();
    const trial = { filter, options, restoreDeleted, signal };
    const asked = after === undefined ? dryRun(strapi, trial) : dryRunPart(strapi, trial, after);
    const result = await asked.catch((error: unknown) => {
      if (error instanceof Stopped) return null;
      throw error;
    });
    if (result === null) return sayStopping(ctx);
    ctx.body = { data: result } satisfies { data: DryRun };
  }

  async function begin(
    ctx: Context,
    kind: Job['kind'],
    { filter, restoreDeleted = false }: Wanted,
  ): Promise<void> {
    const { jobs, selected } = ledgerOf(strapi);
    const refuseFor = ({ kind: other, state }: Job) =>
      refuse(ctx, 'job-active', `a ${other} is ${state} already`, { kind: other, state });
    const active = await jobs.latest(['running', 'paused']);
    if (active) return refuseFor(active);
    const total = await selected.count(filter);
    const requestedBy = administratorName(ctx);
    const result = await jobs.begin({ kind, filter, restoreDeleted, total, requestedBy });
    if ('active' in result) return refuseFor(result.active);
    getService(strapi, 'runner').kick();
    ctx.status = 202;
    ctx.body = { data: toSummary(result.begun) } satisfies { data: JobSummary };
  }

  async function change(ctx: Context, from: JobState[], to: JobState): Promise<void> {
    const input = changeInput.safeParse(bodyOf(ctx));
    if (!input.success) return inputFault(ctx, input.error);
    const { id } = input.data;
    const job = await ledgerOf(strapi).jobs.latest(from);
    const isMeant = job !== null && (id === undefined || id === job.id);
    if (!isMeant || !(await ledgerOf(strapi).jobs.changeState(job.id, from, to))) {
      return refuse(
        ctx,
        'no-job',
        `there is no${id === undefined ? '' : ' such'} job that is ${from.join(' or ')}`,
      );
    }
    getService(strapi, 'runner').kick();
    ctx.body = { data: toSummary({ ...job, state: to }) } satisfies { data: JobSummary };
  }

  return {
    async rebuild(ctx: Context): Promise<void> {
      const input = rebuildInput.safeParse(bodyOf(ctx));
      if (!input.success) return inputFault(ctx, input.error);
      const { dryRun: isDryRun, restoreDeleted, after } = input.data;
      const wanted = { filter: {}, restoreDeleted };
      if (isDryRun) await look(ctx, { ...wanted, after });
      else await begin(ctx, 'rebuild', wanted);
    },

    async redrive(ctx: Context): Promise<void> {
      const input = redriveInput.safeParse(bodyOf(ctx));
      if (!input.success) return inputFault(ctx, input.error);
      const { filters = {}, ids, _q, dryRun: isDryRun, after } = input.data;
      const where = whereOf({ filters, _q });
      const filter = ids ? { $and: [where, { deliveryId: { $in: ids } }] } : where;
      if (isDryRun) await look(ctx, { filter, after });
      else await begin(ctx, 'redrive', { filter });
    },

    /** The latest rebuild or bulk redrive, and how far it is. */
    async progress(ctx: Context): Promise<void> {
      const job = await ledgerOf(strapi).jobs.latest();
      ctx.body = { data: job && toSummary(job) } satisfies { data: JobSummary | null };
    },

    pause: (ctx: Context) => change(ctx, ['running'], 'paused'),
    resume: (ctx: Context) => change(ctx, ['paused'], 'running'),
    cancel: (ctx: Context) => change(ctx, ['running', 'paused'], 'cancelled'),
  };
};
