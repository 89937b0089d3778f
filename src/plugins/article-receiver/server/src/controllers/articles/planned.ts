import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import type { PlannedPage } from '../../../../shared/articles/planned';
import { plannedFor } from '../../views/overview/planned';
import { articleAccess, readableIn } from '../article-access';
import { inputFault, pageQuery } from '../request';

/** What goes online on a day to come, for each as far as they may read it. */
export default ({ strapi }: { strapi: Core.Strapi }) => ({
  async find(ctx: Context): Promise<void> {
    const parsed = pageQuery.safeParse(ctx.query);
    if (!parsed.success) return inputFault(ctx, parsed.error);
    const page = await plannedFor(strapi, readableIn(articleAccess(strapi, ctx)), parsed.data);
    ctx.body = page satisfies PlannedPage;
  },
});
