import type { Core } from '@strapi/types';
import { optionsOf, ownTypeOf } from './config/site-options';
import { isProposing } from './config/target-options';
import { UIDS } from './content-types/uids';
import { takeAnyCharacter } from './database/character-set';
import { settleByHand } from './editors/by-hand/publish-by-hand';
import { renewViews } from './strapi-patches/renew-views';
import { restoreFileLinks } from './uninstall/restore-file-links';
import { adaptUploads } from './strapi-patches/own-uploads';
import { watchEditors } from './editors/watch/watch-editors';
import { watchFiles } from './editors/watch/watch-files';
import { watchOtherSide } from './editors/watch/watch-other-side';
import { watchShared } from './editors/watch/watch-shared';
import { watchSlugs } from './editors/watch/watch-slugs';
import { endLeftTransactions } from './strapi-patches/left-transaction';
import { warnOfLateCommits } from './database/late-commits';
import { warnOfIsolation } from './database/isolation';
import { warnOfPacketLimit } from './database/packet-limit';
import { readWhatIsCommitted } from './strapi-patches/fresh-reads';
import { giveTurns } from './strapi-patches/sqlite-turns';
import { guardAfterCommit } from './strapi-patches/after-commit';
import { surviveBrokenConnections } from './strapi-patches/broken-connections';
import { tellOfRefusedCommits } from './strapi-patches/refused-commits';
import { surviveFailedChecks } from './strapi-patches/failed-checks';
import { ACTIONS } from './permissions';
import { refuseOtherMethods } from './routes/other-methods';
import { protectTables } from './strapi-patches/protect-tables';
import { keepOwnRows } from './strapi-patches/keep-own-rows';
import { fillInAttention } from './entries/attention';
import { followLocalization } from './entries/locales/follow-localization';
import { followRename } from './entries/follow-rename';
import { checkMapping, warnOfMapping } from './entries/mapping-of';
import { keepTimesInOrder } from './entries/write-time';
import { noteWrites } from './entries/written-again';
import { ledgerOf } from './ledger/ledger';
import { narrowWaitingList } from './controllers/articles/waiting-list';
import { getService } from './services/get-service';
import { allowAlertEvents } from './alerts/emit-alerts';
import { scheduleRetention } from './services/schedule';
import { tokenWarnings } from './tokens/token-warnings';

interface Permissions {
  actionProvider: { registerMany(actions: object[]): Promise<unknown> };
}

/** The database is there and the site is about to serve. */
export default async function bootstrap({ strapi }: { strapi: Core.Strapi }): Promise<void> {
  const permissions = strapi.service('admin::permission') as unknown as Permissions;
  await permissions.actionProvider.registerMany(ACTIONS);
  await protectTables(strapi);
  keepOwnRows(strapi);
  refuseOtherMethods(strapi);
  await takeAnyCharacter(strapi, ownTypeOf(strapi) ?? UIDS.article);
  await ledgerOf(strapi).settings.refresh();
  await restoreFileLinks(strapi);
  // `map` is for sites whose mapping does not fit, too.
  if (!isProposing()) {
    checkMapping(strapi);
    warnOfMapping(strapi);
    await followRename(strapi);
    await followLocalization(strapi);
  }
  await renewViews(strapi);
  surviveBrokenConnections(strapi);
  surviveFailedChecks(strapi);
  adaptUploads(strapi);
  guardAfterCommit(strapi);
  tellOfRefusedCommits(strapi);
  endLeftTransactions(strapi);
  await readWhatIsCommitted(strapi);
  giveTurns(strapi);
  const kick = (streamKey: string) => getService(strapi, 'runner').kick(streamKey);
  watchEditors(strapi, {
    onSettled: async (work) => {
      const streamKey = await settleByHand(strapi, work);
      if (streamKey !== null) kick(streamKey);
    },
    onOffer: async (streamKey) => kick(streamKey),
  });
  watchOtherSide(strapi, kick);
  noteWrites(strapi, ownTypeOf(strapi) ?? UIDS.article);
  keepTimesInOrder(strapi);
  watchShared(strapi);
  watchFiles(strapi);
  narrowWaitingList(strapi);
  watchSlugs(strapi, async () => getService(strapi, 'runner').kick());
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
  const { maxBodyBytes, tokens, work } = optionsOf(strapi);
  for (const warning of tokenWarnings(tokens, process.env.ARTICLE_RECEIVER_TOKEN)) {
    strapi.log.warn(`article-receiver: ${warning}`);
  }
  await warnOfPacketLimit(strapi, maxBodyBytes);
  await warnOfIsolation(strapi);
  await warnOfLateCommits(strapi);
  const runner = getService(strapi, 'runner');
  if (!work) return;
  scheduleRetention(strapi);
  runner.start();
  await getService(strapi, 'pages').start();
}
