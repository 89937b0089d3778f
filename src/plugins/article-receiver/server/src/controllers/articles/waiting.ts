import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import type { WaitingPage } from '../../../../shared/decisions/waiting';
import { PERMISSIONS } from '../../permissions';
import { waitingFor, type Decider } from '../../views/overview/waiting';
import { articleAccess } from '../article-access';
import { abilityOf, inputFault, pageQuery } from '../request';

/** Whoever asks, and what they may decide. */
export function deciderOf(strapi: Core.Strapi, ctx: Context): Decider {
  const { allowed, fieldsOf } = articleAccess(strapi, ctx);
  const readsLog = abilityOf(ctx)?.can(PERMISSIONS.read) ?? false;
  return { readsLog, allowed, fieldsOf };
}

/** What waits for whoever asks: each sees what they may decide. */
export default ({ strapi }: { strapi: Core.Strapi }) => ({
  async find(ctx: Context): Promise<void> {
    const parsed = pageQuery.safeParse(ctx.query);
    if (!parsed.success) return inputFault(ctx, parsed.error);
    const page = await waitingFor(strapi, deciderOf(strapi, ctx), parsed.data);
    ctx.body = page satisfies WaitingPage;
  },
});
