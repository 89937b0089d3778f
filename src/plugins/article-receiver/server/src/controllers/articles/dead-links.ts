import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import { z } from 'zod';
import type { DeadLinkPage } from '../../../../shared/links';
import { deadLinksFor } from '../../views/front-end/dead-links';
import { articleAccess } from '../article-access';
import { inputFault } from '../request';

const query = z.object({
  before: z.coerce.number().int().positive().optional(),
  pageSize: z.coerce.number().int().positive().max(100).default(20),
});

export default ({ strapi }: { strapi: Core.Strapi }) => ({
  /** `?before=…`: links in articles that lead nowhere, of those articles that one may read. */
  async find(ctx: Context): Promise<void> {
    const parsed = query.safeParse(ctx.query);
    if (!parsed.success) return inputFault(ctx, parsed.error);
    const { before = null, pageSize } = parsed.data;
    const access = articleAccess(strapi, ctx);
    const page = await deadLinksFor(strapi, (documents) => access.allowed('read', documents), {
      before,
      pageSize,
    });
    ctx.body = page satisfies DeadLinkPage;
  },
});
