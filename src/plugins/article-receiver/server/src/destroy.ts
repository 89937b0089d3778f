import type { Core } from '@strapi/types';
import { takeInLast } from './receive/under-way';
import { getService } from './services/get-service';
import { unscheduleRetention } from './services/schedule';
import { beginStop } from './run-context/stopping';

/** Finishes the current article before the database goes away. */
export default async function destroy({ strapi }: { strapi: Core.Strapi }): Promise<void> {
  beginStop(strapi);
  unscheduleRetention(strapi);
  await getService(strapi, 'runner').stop();
  await getService(strapi, 'pages').stop();
  await getService(strapi, 'pulse').stop();
  await takeInLast(strapi);
}
