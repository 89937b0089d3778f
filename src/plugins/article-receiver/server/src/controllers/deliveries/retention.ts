import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import type { RetentionSummary } from '../../../../shared/settings/retention';
import { getService } from '../../services/get-service';

export default ({ strapi }: { strapi: Core.Strapi }) => ({
  async show(ctx: Context): Promise<void> {
    const data = await getService(strapi, 'retention').measure();
    ctx.body = { data } satisfies { data: RetentionSummary };
  },
});
