import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import type {
  SettingsAnswer,
  TestCount,
  TestDelivery,
  TestRemoval,
} from '../../../../shared/settings/settings';
import { countTestDeliveries, removeTestDeliveries } from '../../uninstall/remove-tests';
import { getService } from '../../services/get-service';
import { sendTestDelivery } from '../../services/test-delivery';
import { bodyOf, refuse } from '../request';

/** The options that can be changed while the site runs. */
export default ({ strapi }: { strapi: Core.Strapi }) => {
  const settings = () => getService(strapi, 'settings');
  return {
    async show(ctx: Context): Promise<void> {
      ctx.body = (await settings().show()) satisfies SettingsAnswer;
    },

    async change(ctx: Context): Promise<void> {
      const fault = await settings().change(bodyOf(ctx));
      if (fault && 'fixed' in fault) {
        const message = `${fault.fixed}: the site's config files set it, so it cannot be changed here`;
        return refuse(ctx, 'fixed', message, { fixed: fault.fixed });
      }
      if (fault) {
        const [first] = fault.issues;
        const message = `${first?.path || 'the input'}: ${first?.message}`;
        return void ctx.badRequest(message, { issues: fault.issues });
      }
      ctx.body = (await settings().show()) satisfies SettingsAnswer;
    },

    /** Sends a made-up delivery through the webhook and follows it; see the steps of the answer. */
    async test(ctx: Context): Promise<void> {
      ctx.body = (await sendTestDelivery(strapi)) satisfies TestDelivery;
    },

    async countTests(ctx: Context): Promise<void> {
      ctx.body = { count: await countTestDeliveries(strapi) } satisfies TestCount;
    },

    async removeTests(ctx: Context): Promise<void> {
      ctx.body = (await removeTestDeliveries(strapi)) satisfies TestRemoval;
    },

    async clearPin(ctx: Context): Promise<void> {
      await settings().clearPin();
      ctx.body = (await settings().show()) satisfies SettingsAnswer;
    },
  };
};
