import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import type { ReceiverStatus } from '../../../../shared/deliveries/deliveries';
import { getService } from '../../services/get-service';

export default ({ strapi }: { strapi: Core.Strapi }) => ({
  async show(ctx: Context): Promise<void> {
    const status = await getService(strapi, 'operations').status();
    ctx.body = status satisfies ReceiverStatus;
  },
});
