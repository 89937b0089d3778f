import type { Core } from '@strapi/types';
import { optionsOf } from '../config/site-options';
import { explain } from '../faults/explain';
import { getService } from './get-service';

const RETENTION_TASK = 'article-receiver.retention';

/**
 * The part of the time between two runs for which the instance that was first keeps the others
 * from it: they may be late by that much, because of their clocks or their time zones.
 */
const SHARE_OF_INTERVAL = 0.9;

/**
 * Runs retention on its schedule: once, however many instances. What it drops, if anything, may be
 * set while the site runs.
 * @throws Error that names the option where Strapi cannot read it, which differs between its versions.
 */
export function scheduleRetention(strapi: Core.Strapi): void {
  const { schedule } = optionsOf(strapi).retention;
  // What a task rejects with, Strapi's scheduler throws before 5.54 (node-schedule) where nobody catches it: that
  // ends the process.
  const task = async () => {
    try {
      const next = nextRun(strapi)?.getTime() ?? Date.now();
      const holdMs = Math.max(0, Math.round((next - Date.now()) * SHARE_OF_INTERVAL));
      await getService(strapi, 'retention').run(holdMs);
    } catch (error) {
      strapi.log.error(
        `article-receiver: retention was interrupted, and goes on at its next time: ${explain(error)}`,
      );
    }
  };
  strapi.cron.add({ [RETENTION_TASK]: { task, options: { rule: schedule } } });
  // What Strapi cannot read it only logs, since 5.54 here and now: nothing would ever be dropped.
  if (!retentionJob(strapi)) throw new Error(UNREADABLE);
}

const UNREADABLE =
  'article-receiver config: "retention.schedule": expected a cron rule that Strapi can read, like 17 3 * * *';

const retentionJob = (strapi: Core.Strapi) =>
  strapi.cron.jobs.find(({ name }) => name === RETENTION_TASK);

const nextRun = (strapi: Core.Strapi): Date | null =>
  retentionJob(strapi)?.job.nextInvocation() ?? null;

export function unscheduleRetention(strapi: Core.Strapi): void {
  strapi.cron.remove(RETENTION_TASK);
}
