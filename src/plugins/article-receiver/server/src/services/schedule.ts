import type { Core } from '@strapi/types';
import { getService } from './get-service';

const RETENTION_TASK = 'article-receiver.retention';

/** Runs retention on its schedule, where the site turned it on. */
export function scheduleRetention(strapi: Core.Strapi): void {
  const { bodiesDays, imagesDays, schedule } = getService(strapi, 'options').get().retention;
  if (bodiesDays === null && imagesDays === null) return;
  const task = () => getService(strapi, 'retention').run();
  strapi.cron.add({ [RETENTION_TASK]: { task, options: { rule: schedule } } });
}

export function unscheduleRetention(strapi: Core.Strapi): void {
  strapi.cron.remove(RETENTION_TASK);
}
