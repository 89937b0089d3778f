import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import { z } from 'zod';
import type { JobState, JobSummary } from '../../../shared/jobs';
import { changeJobState, createJob, latestJob, type Job } from '../ledger/jobs';
import { dryRun } from '../runner/dry-run';
import { countSelected, type Filter } from '../runner/selection';
import { getService } from '../services/get-service';
import { deliveryFilters, whereOf } from './delivery-query';
import { administratorName, inputFault } from './request';

const rebuildInput = z.strictObject({ dryRun: z.boolean().default(false) });
/** Something has to be said: by mistake, nobody should redrive everything. */
const redriveInput = z
  .strictObject({
    filters: deliveryFilters.optional(),
    ids: z.array(z.string().max(255)).min(1).max(10_000).optional(),
    _q: z.string().trim().max(255).optional(),
    dryRun: z.boolean().default(false),
  })
  .refine(({ filters, ids, _q }) => filters ?? ids ?? _q, {
    path: ['filters'],
    message: 'expected filters, ids or _q',
  });

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

/** Rebuild and bulk redrive: a dry run first, then the work in the background. */
export default ({ strapi }: { strapi: Core.Strapi }) => {
  const options = () => getService(strapi, 'options').get();

  async function begin(
    ctx: Context,
    kind: Job['kind'],
    filter: Filter,
    isDryRun: boolean,
  ): Promise<void> {
    if (isDryRun) {
      ctx.body = { data: await dryRun(strapi, filter, options()) };
      return;
    }
    const active = await latestJob(strapi, ['running', 'paused']);
    if (active) return void ctx.conflict(`a ${active.kind} is ${active.state} already`);
    const total = await countSelected(strapi, filter);
    const job = await createJob(strapi, {
      kind,
      filter,
      total,
      requestedBy: administratorName(ctx),
    });
    getService(strapi, 'runner').kick();
    ctx.status = 202;
    ctx.body = { data: toSummary(job) };
  }

  async function change(ctx: Context, from: JobState[], to: JobState): Promise<void> {
    const job = await latestJob(strapi, from);
    if (!job || !(await changeJobState(strapi, job.id, from, to))) {
      return void ctx.conflict(`there is no job that is ${from.join(' or ')}`);
    }
    getService(strapi, 'runner').kick();
    ctx.body = { data: toSummary({ ...job, state: to }) };
  }

  return {
    async rebuild(ctx: Context): Promise<void> {
      const input = rebuildInput.safeParse(ctx.request.body ?? {});
      if (!input.success) return inputFault(ctx, input.error);
      await begin(ctx, 'rebuild', {}, input.data.dryRun);
    },

    async redrive(ctx: Context): Promise<void> {
      const input = redriveInput.safeParse(ctx.request.body ?? {});
      if (!input.success) return inputFault(ctx, input.error);
      const { filters = {}, ids, _q, dryRun: isDryRun } = input.data;
      const where = whereOf({ filters, _q });
      const filter = ids ? { $and: [where, { deliveryId: { $in: ids } }] } : where;
      await begin(ctx, 'redrive', filter, isDryRun);
    },

    /** The latest rebuild or bulk redrive, and how far it is. */
    async progress(ctx: Context): Promise<void> {
      const job = await latestJob(strapi);
      ctx.body = { data: job && toSummary(job) };
    },

    pause: (ctx: Context) => change(ctx, ['running'], 'paused'),
    resume: (ctx: Context) => change(ctx, ['paused'], 'running'),
    cancel: (ctx: Context) => change(ctx, ['running', 'paused'], 'cancelled'),
  };
};
