import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import type { PlannedPage } from '../../../../shared/planned';
import type { StreamDocument } from '../../ledger/streams/documents';
import { plannedFor } from '../../views/overview/planned';
import { articleAccess } from '../article-access';
import { inputFault, pageQuery } from '../request';

/** What goes online on a day to come, for each as far as they may read it. */
export default ({ strapi }: { strapi: Core.Strapi }) => ({
  async find(ctx: Context): Promise<void> {
    const parsed = pageQuery.safeParse(ctx.query);
    if (!parsed.success) return inputFault(ctx, parsed.error);
    const { allowed } = articleAccess(strapi, ctx);
    const readable = (documents: readonly StreamDocument[]) => allowed('read', documents);
    ctx.body = (await plannedFor(strapi, readable, parsed.data)) satisfies PlannedPage;
  },
});
