import type { Core } from '@strapi/types';
import { reconsiderHold } from './content/decide-hold';
import { restoreFileLinks } from './content/restore-file-links';
import { adaptUploads } from './content/upload';
import { watchEditors } from './content/watch-editors';
import { endLeftTransactions } from './event-log/left-transaction';
import { warnOfPacketLimit } from './event-log/packet-limit';
import { guardAfterCommit } from './content/after-commit';
import { ACTIONS } from './permissions';
import { refuseOtherMethods } from './routes/other-methods';
import { protectTables } from './content/protect-tables';
import { fillInAttention } from './ledger/attention';
import { refreshSettings } from './ledger/stored-settings';
import { getService } from './services/get-service';
import { allowAlertEvents } from './services/alerts';
import { scheduleRetention } from './services/schedule';

/** The database is there and the site is about to serve. */
export default async function bootstrap({ strapi }: { strapi: Core.Strapi }): Promise<void> {
  await strapi.service('admin::permission').actionProvider.registerMany(ACTIONS);
  await protectTables(strapi);
  refuseOtherMethods(strapi);
  await refreshSettings(strapi);
  await restoreFileLinks(strapi);
  adaptUploads(strapi);
  guardAfterCommit(strapi);
  endLeftTransactions(strapi);
  watchEditors(strapi, async (documentId) => {
    const streamKey = await reconsiderHold(strapi, documentId);
    if (streamKey !== null) getService(strapi, 'runner').kick(streamKey);
  });
  allowAlertEvents(strapi);
  // The command line works beside the site: what has to be done, it does itself, when it is asked.
  if (process.env.ARTICLE_RECEIVER_CLI) return;
  getService(strapi, 'pulse').start();
  await fillInAttention(strapi);
  if ((await getService(strapi, 'tokens').count()) === 0) {
    strapi.log.warn(
      'article-receiver: no token is set, so the webhook refuses every delivery; set ARTICLE_RECEIVER_TOKEN',
    );
  }
  const { maxBodyBytes, work } = getService(strapi, 'options').get();
  await warnOfPacketLimit(strapi, maxBodyBytes);
  const runner = getService(strapi, 'runner');
  if (!work) return;
  scheduleRetention(strapi);
  runner.start();
}
