import type { Core } from '@strapi/types';
import type { Operations } from '../../../shared/operations';
import { ownTypeOf } from '../config/site-options';
import { UIDS } from '../content-types/uids';
import { targetSchema } from '../config/target-options';
import { previewMapping } from '../content/preview-mapping';
import { sampleBody } from '../content/sample-delivery';
import { schemasOf } from '../content/target-of';
import { detailOf } from '../content/delivery-detail';
import { remove, removalPlan } from '../content/removal';
import { webhookPath } from '../edge/webhook-path';
import { exactBody } from '../event-log/bodies';
import {
  countByState,
  findDelivery,
  hasRealDelivery,
  oldestPending,
} from '../event-log/deliveries';
import { countDeliveries, pagesOfDeliveries } from '../event-log/select';
import { countVerifiable, verify } from '../event-log/verify';
import { summariesOf } from '../ledger/delivery-summary';
import { latestJob } from '../ledger/jobs';
import { propose } from '../target/propose';
import { drain } from '../runner/drain';
import { dryRun } from '../runner/dry-run';
import { requestRebuild } from '../runner/rebuild-all';
import { redriveMatching, redriveOne } from '../runner/redrive-many';
import { getService } from './get-service';

/** What an operator can ask for; the command line has no other way into the receiver. */
export default ({ strapi }: { strapi: Core.Strapi }): Operations => ({
  tokens: getService(strapi, 'tokens'),

  async status() {
    const runner = getService(strapi, 'runner');
    const { runner: kind, work: works } = getService(strapi, 'options').get();
    const oldest = await oldestPending(strapi);
    return {
      counts: await countByState(strapi),
      oldestPendingAgeMs: oldest === null ? null : Date.now() - oldest,
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
    return row && exactBody(strapi, row.id);
  },

  count: (filter) => countDeliveries(strapi, filter),
  redrive: (filter) => redriveMatching(strapi, filter),
  redriveOne: (deliveryId) => redriveOne(strapi, deliveryId),
  rebuildPreview: () => dryRun(strapi, {}, getService(strapi, 'options').get()),
  rebuild: () => requestRebuild(strapi, 'the command line'),
  latestJob: () => latestJob(strapi),
  drain: () => drain(strapi, getService(strapi, 'runner')),
  countVerifiable: () => countVerifiable(strapi),
  verify: () => verify(strapi),
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
