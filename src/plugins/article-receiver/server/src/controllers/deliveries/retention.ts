import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import { getService } from '../../services/get-service';

export default ({ strapi }: { strapi: Core.Strapi }) => ({
  async show(ctx: Context): Promise<void> {
    ctx.body = { data: await getService(strapi, 'retention').measure() };
  },
});
