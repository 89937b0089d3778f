import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import type { DeadLinkPage } from '../../../../shared/articles/links';
import { deadLinksFor } from '../../views/site-pages/dead-links';
import { articleAccess, readableIn } from '../article-access';
import { beforeQuery, inputFault } from '../request';

export default ({ strapi }: { strapi: Core.Strapi }) => ({
  /** `?before=…`: links in articles that lead nowhere, of those fields that one may read. */
  async find(ctx: Context): Promise<void> {
    const parsed = beforeQuery.safeParse(ctx.query);
    if (!parsed.success) return inputFault(ctx, parsed.error);
    const { before = null, pageSize } = parsed.data;
    const fieldsOf = readableIn(articleAccess(strapi, ctx));
    const page = await deadLinksFor(strapi, fieldsOf, { before, pageSize });
    ctx.body = page satisfies DeadLinkPage;
  },
});
