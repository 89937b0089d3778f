import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import { PERMISSIONS } from '../permissions';
import { waitingFor } from '../views/waiting';
import { articleAccess } from './article-access';
import { abilityOf, inputFault, pageQuery } from './request';

/** What waits for whoever asks: each sees what they may decide. */
export default ({ strapi }: { strapi: Core.Strapi }) => ({
  async find(ctx: Context): Promise<void> {
    const parsed = pageQuery.safeParse(ctx.query);
    if (!parsed.success) return inputFault(ctx, parsed.error);
    const { allowed, mayField } = articleAccess(strapi, ctx);
    const readsLog = abilityOf(ctx)?.can(PERMISSIONS.read) ?? false;
    ctx.body = await waitingFor(strapi, { readsLog, allowed, mayField }, parsed.data);
  },
});
