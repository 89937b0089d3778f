import type { Core } from '@strapi/types';
import type { Operations } from '../../../shared/operations';
import { ownTypeOf } from '../config/site-options';
import { UIDS } from '../content-types/uids';
import { targetSchema } from '../config/target-options';
import { pagesSummary } from '../views/front-end/pages';
import { previewMapping } from '../views/previews/preview-mapping';
import { sampleBody } from '../views/previews/sample-delivery';
import { schemasOf } from '../strapi/schemas';
import { detailOf } from '../views/log/delivery-detail';
import { remove, removalPlan } from '../removal/removal';
import { webhookPath } from '../receive/webhook-path';
import { countDeliveries as countAll } from '../ledger/counts';
import { findDelivery, hasRealDelivery, oldestPending } from '../ledger/deliveries';
import { takeIn } from '../receive/take-in';
import { recordsOf } from '../views/log/records';
import { countDeliveries, pagesOfDeliveries } from '../views/log/select-deliveries';
import { quarantineRoom } from '../log/quarantine';
import { eventLogOf } from '../log/event-log';
import { countPlanned } from '../ledger/planned';
import { summariesOf } from '../views/log/delivery-summary';
import { latestJob } from '../ledger/jobs';
import { propose } from '../mapping/options/propose';
import { drain } from '../run/drain';
import { dryRun } from '../views/previews/dry-run';
import { requestRebuild } from '../run/rebuild-all';
import { redriveMatching, redriveOne } from '../run/redrive-many';
import { stoppingOf } from '../work/stopping';
import { getService } from './get-service';

/** What an operator can ask for; the command line has no other way into the receiver. */
export default ({ strapi }: { strapi: Core.Strapi }): Operations => ({
  tokens: getService(strapi, 'tokens'),

  async status() {
    const runner = getService(strapi, 'runner');
    const { runner: kind, work: works } = getService(strapi, 'options').get();
    const oldest = await oldestPending(strapi);
    return {
      ...(await countAll(strapi)),
      oldestPendingAgeMs: oldest === null ? null : Date.now() - oldest,
      planned: await countPlanned(strapi),
      pages: await pagesSummary(strapi),
      quarantine: await quarantineRoom(strapi),
      runner: { kind, works, running: runner.running(), problem: runner.problem() },
      webhookPath: webhookPath(strapi),
      firstDelivery: await hasRealDelivery(strapi),
      tokens: await getService(strapi, 'tokens').count(),
      articleType: ownTypeOf(strapi) ?? UIDS.article,
    };
  },

  async *deliveries(filter) {
    for await (const rows of pagesOfDeliveries(strapi, filter)) {
      yield* await summariesOf(strapi, rows);
    }
  },

  async delivery(deliveryId) {
    const row = await findDelivery(strapi, deliveryId);
    return row && detailOf(strapi, row);
  },

  async body(deliveryId) {
    const row = await findDelivery(strapi, deliveryId);
    if (!row) return null;
    const body = await eventLogOf(strapi).body(row.id);
    if (!body) throw new Error('retention dropped this body, or the bytes of its images');
    return body;
  },

  records: (filter) => recordsOf(strapi, filter),
  takeIn: (deliveries) => takeIn(strapi, deliveries),
  count: (filter) => countDeliveries(strapi, filter),
  redrive: (filter) => redriveMatching(strapi, filter),
  redriveOne: (deliveryId) => redriveOne(strapi, deliveryId),
  rebuildPreview: (restoreDeleted = false) =>
    dryRun(strapi, {
      filter: {},
      options: getService(strapi, 'options').get(),
      restoreDeleted,
      signal: stoppingOf(strapi),
    }),
  rebuild: (restoreDeleted = false) => requestRebuild(strapi, 'the command line', restoreDeleted),
  latestJob: () => latestJob(strapi),
  drain: () => drain(strapi, getService(strapi, 'runner')),
  countVerifiable: () => eventLogOf(strapi).countVerifiable(),
  verify: () => eventLogOf(strapi).verify(),
  proposeTarget: (type) => propose(type, schemasOf(strapi)),

  async previewTarget(target, body) {
    const options = getService(strapi, 'options').get();
    const checked = targetSchema.parse(target);
    return previewMapping(strapi, checked, body ?? (await sampleBody(strapi)), options);
  },

  removalPlan: () => removalPlan(strapi),
  remove: ({ files }) => {
    const { folder } = getService(strapi, 'options').get().images;
    return remove(strapi, { files, folder });
  },
});
