import type { Core } from '@strapi/types';
import { reconsiderHold } from './content/decide-hold';
import { nameUploads } from './content/upload';
import { watchEditors } from './content/watch-editors';
import { endLeftTransactions } from './event-log/left-transaction';
import { warnOfPacketLimit } from './event-log/packet-limit';
import { guardAfterCommit } from './content/after-commit';
import { ACTIONS } from './permissions';
import { protectTables } from './content/protect-tables';
import { getService } from './services/get-service';
import { scheduleRetention } from './services/schedule';

/** The database is there and the site is about to serve. */
export default async function bootstrap({ strapi }: { strapi: Core.Strapi }): Promise<void> {
  await strapi.service('admin::permission').actionProvider.registerMany(ACTIONS);
  await protectTables(strapi);
  nameUploads(strapi);
  guardAfterCommit(strapi);
  endLeftTransactions(strapi);
  watchEditors(strapi, async (documentId) => {
    const streamKey = await reconsiderHold(strapi, documentId);
    if (streamKey !== null) getService(strapi, 'runner').kick(streamKey);
  });
  // The command line works beside the site: what has to be done, it does itself, when it is asked.
  if (process.env.ARTICLE_RECEIVER_CLI) return;
  if ((await getService(strapi, 'tokens').count()) === 0) {
    strapi.log.warn(
      'article-receiver: no token is set, so the webhook refuses every delivery; set ARTICLE_RECEIVER_TOKEN',
    );
  }
  await warnOfPacketLimit(strapi, getService(strapi, 'options').get().maxBodyBytes);
  scheduleRetention(strapi);
  getService(strapi, 'runner').start();
}
