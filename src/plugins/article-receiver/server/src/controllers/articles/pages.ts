import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import type { LookedAgain, WrongPages } from '../../../../shared/articles/pages';
import { optionsOf } from '../../config/site-options';
import { ledgerOf } from '../../ledger/ledger';
import { wrongPagesFor } from '../../views/site-pages/pages';
import { activityOf } from '../../pace/activity';
import { articleAccess, refuseArticle } from '../article-access';
import { beforeQuery, inputFault, refuse } from '../request';

const NONE = 'this article has no page on the front end';

/** The pages of published articles on the front end. */
export default ({ strapi }: { strapi: Core.Strapi }) => ({
  /** `?before=…`: the articles with whose page something is wrong, of those that one may read. */
  async find(ctx: Context): Promise<void> {
    const parsed = beforeQuery.safeParse(ctx.query);
    if (!parsed.success) return inputFault(ctx, parsed.error);
    const { before = null, pageSize } = parsed.data;
    const found = await wrongPagesFor(strapi, articleAccess(strapi, ctx), { before, pageSize });
    ctx.body = found satisfies WrongPages;
  },

  /** Has the page of one article looked at now. For whoever may change the article. */
  async lookAgain(ctx: Context): Promise<void> {
    const documentId = String(ctx.params.documentId);
    const [document] = await ledgerOf(strapi).documents.among([documentId]);
    const streamKey = await ledgerOf(strapi).documents.streamOf(documentId);
    if (!document || streamKey === null) return void ctx.notFound(NONE);
    if (!(await articleAccess(strapi, ctx).may('update', document))) {
      return refuseArticle(strapi, ctx, document, 'you may not change this article');
    }
    if (!optionsOf(strapi).checks.enabled) {
      return refuse(ctx, 'no-checks', 'this site does not look at its pages (checks.enabled)');
    }
    const page = (await ledgerOf(strapi).pages.of([streamKey])).get(streamKey);
    if (!page || page.url === null) return void ctx.notFound(NONE);
    await ledgerOf(strapi).pages.lookAgain(page, Date.now());
    activityOf(strapi).note();
    ctx.status = 202;
    ctx.body = { data: { documentId } } satisfies { data: LookedAgain };
  },
});
