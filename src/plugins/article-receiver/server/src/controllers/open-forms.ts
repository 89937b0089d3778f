import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import { z } from 'zod';
import type { ChangedMeanwhile } from '../../../shared/articles';
import { streamDocuments } from '../ledger/streams';
import { changedMeanwhile } from '../views/changed-meanwhile';
import { articleAccess } from './article-access';
import { inputFault } from './request';

const query = z.object({
  since: z.iso.datetime({ offset: true }),
  locale: z.string().min(1).max(50).optional(),
});

/** For forms that are open while the service goes on. */
export default ({ strapi }: { strapi: Core.Strapi }) => ({
  /** `?since=…&locale=…`: what the service changed since then. For whoever may change the article. */
  async changes(ctx: Context): Promise<void> {
    const parsed = query.safeParse(ctx.query);
    if (!parsed.success) return inputFault(ctx, parsed.error);
    const documentId = String(ctx.params.documentId);
    const [document] = await streamDocuments(strapi, [documentId]);
    if (!document) return void ctx.notFound('this article did not come from the feed');
    const access = articleAccess(strapi, ctx);
    if (!(await access.may('update', document))) {
      return void ctx.forbidden('you may not change this article');
    }
    const since = Date.parse(parsed.data.since);
    const { locale } = parsed.data;
    const changed = await changedMeanwhile(strapi, {
      documentId,
      since,
      ...(locale === undefined ? {} : { locale }),
    });
    if (!changed) return void ctx.notFound('this article did not come from the feed');
    const fields = changed.fields.filter((field) => access.mayField(document.contentType, field));
    ctx.body = { data: { ...changed, fields } satisfies ChangedMeanwhile };
  },
});
