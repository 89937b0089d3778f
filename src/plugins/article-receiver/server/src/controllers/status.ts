import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import type { ReceiverStatus } from '../../../shared/deliveries';
import { PLUGIN_ID } from '../../../shared/plugin-id';
import { countByState, oldestPending } from '../event-log/deliveries';
import { getService } from '../services/get-service';

export default ({ strapi }: { strapi: Core.Strapi }) => ({
  async show(ctx: Context): Promise<void> {
    const runner = getService(strapi, 'runner');
    const oldest = await oldestPending(strapi);
    ctx.body = {
      counts: await countByState(strapi),
      oldestPendingAgeMs: oldest === null ? null : Date.now() - oldest,
      runner: { kind: runner.kind, running: runner.running() },
      webhookPath: `${strapi.config.get<string>('api.rest.prefix')}/${PLUGIN_ID}/webhook`,
    } satisfies ReceiverStatus;
  },
});
