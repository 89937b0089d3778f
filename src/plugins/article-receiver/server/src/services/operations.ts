import type { Core } from '@strapi/types';
import type { Operations } from '../../../shared/deliveries/operations';
import { ownTypeOf, optionsOf } from '../config/site-options';
import { UIDS } from '../content-types/uids';
import { targetSchema } from '../config/target-options';
import { countPlanned } from '../views/overview/planned';
import { pagesSummary } from '../views/site-pages/pages';
import { previewMapping } from '../views/previews/preview-mapping';
import { sampleBody } from '../views/previews/sample-delivery';
import { schemasOf } from '../strapi/schemas';
import { detailOf } from '../views/deliveries/delivery-detail';
import { remove, removalPlan } from '../uninstall/removal';
import { webhookPath } from '../receive/webhook-path';
import { filterOf } from '../ledger/deliveries/filters';
import { ledgerOf } from '../ledger/ledger';
import { importDeliveries } from '../receive/import-deliveries';
import { recordsOf } from '../views/deliveries/records';
import { eventLogOf } from '../event-log/event-log';
import { summariesOf } from '../views/deliveries/delivery-summary';
import { propose } from '../mapping/rules/propose';
import { drain } from '../run/runners/drain';
import { dryRun } from '../views/previews/dry-run';
import { requestRebuild } from '../run/by-hand/rebuild-all';
import { redriveMatching, redriveOne } from '../run/by-hand/redrive-many';
import { stoppingOf } from '../run-context/stopping';
import { getService } from './get-service';

/** Who asks, where nobody is signed in. */
const asker = (): string =>
  process.env.ARTICLE_RECEIVER_CLI ? 'the command line' : 'the site’s own code';

/** What an operator can ask for; the command line has no other way into the receiver. */
export default ({ strapi }: { strapi: Core.Strapi }): Operations => ({
  tokens: getService(strapi, 'tokens'),

  async status() {
    const runner = getService(strapi, 'runner');
    const { runner: kind, work: works } = optionsOf(strapi);
    const oldest = await ledgerOf(strapi).deliveries.oldestPending();
    return {
      ...(await ledgerOf(strapi).counts.all()),
      // It may have come in by a clock that is ahead.
      oldestPendingAgeMs: oldest === null ? null : Math.max(0, Date.now() - oldest),
      planned: await countPlanned(strapi),
      pages: await pagesSummary(strapi),
      quarantine: await ledgerOf(strapi).quarantine.room(),
      runner: { kind, works, running: runner.running(), problem: runner.problem() },
      webhookPath: webhookPath(strapi),
      firstDelivery: await ledgerOf(strapi).deliveries.hasReal(),
      tokens: await getService(strapi, 'tokens').count(),
      articleType: ownTypeOf(strapi) ?? UIDS.article,
    };
  },

  async *deliveries(filter) {
    for await (const rows of ledgerOf(strapi).selected.newestFirst(filterOf(filter))) {
      yield* await summariesOf(strapi, rows);
    }
  },

  async delivery(deliveryId) {
    const row = await ledgerOf(strapi).deliveries.find(deliveryId);
    return row && detailOf(strapi, row);
  },

  async body(deliveryId) {
    const row = await ledgerOf(strapi).deliveries.find(deliveryId);
    if (!row) return null;
    const body = await eventLogOf(strapi).body(row.id);
    if (!body) throw new Error('retention dropped this body, or the bytes of its images');
    return body;
  },

  records: (filter) => recordsOf(strapi, filter),
  importDeliveries: (deliveries) => importDeliveries(strapi, deliveries),
  count: (filter) => ledgerOf(strapi).selected.count(filterOf(filter)),
  redrive: (filter) => redriveMatching(strapi, filter),
  redriveOne: (deliveryId) => redriveOne(strapi, deliveryId, asker()),
  rebuildPreview: (restoreDeleted = false, told) => {
    const signal = stoppingOf(strapi);
    return dryRun(strapi, { filter: {}, options: optionsOf(strapi), restoreDeleted, signal }, told);
  },
  rebuild: (restoreDeleted = false) => requestRebuild(strapi, asker(), restoreDeleted),
  latestJob: () => ledgerOf(strapi).jobs.latest(),
  drain: () => drain(strapi, getService(strapi, 'runner')),
  countVerifiable: () => eventLogOf(strapi).countVerifiable(),
  verify: () => eventLogOf(strapi).verify(),
  proposeTarget: (type) => propose(type, schemasOf(strapi)),

  async previewTarget(target, body) {
    const options = optionsOf(strapi);
    const checked = targetSchema.parse(target);
    return previewMapping(strapi, checked, body ?? (await sampleBody(strapi)), options);
  },

  removalPlan: () => removalPlan(strapi),
  remove: ({ files }) => {
    const { folder } = optionsOf(strapi).images;
    return remove(strapi, { files, folder });
  },
});
