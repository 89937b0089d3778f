import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import type { DecidedHold, HoldDecision } from '../../../../shared/articles';
import { decideHold } from '../../editors/decide-hold';
import { ledgerOf } from '../../ledger/ledger';
import { administratorName } from '../request';
import { getService } from '../../services/get-service';
import { articleAccess } from '../article-access';

/** The decisions on held re-publications, by the article's documentId. */
export default ({ strapi }: { strapi: Core.Strapi }) => {
  /** Whoever may publish the article may decide about its publication. */
  async function decide(ctx: Context, decision: HoldDecision): Promise<void> {
    const [document] = await ledgerOf(strapi).documents.among([String(ctx.params.documentId)]);
    if (!document) return void ctx.notFound('no publication of this article is held');
    if (!(await articleAccess(strapi, ctx).may('publish', document))) {
      return void ctx.forbidden('you may not publish this article');
    }
    const streamKey = await decideHold(
      strapi,
      document.documentId,
      decision,
      administratorName(ctx),
    );
    if (streamKey === null) return void ctx.notFound('no publication of this article is held');
    getService(strapi, 'runner').kick(streamKey);
    ctx.status = 202;
    const data = { documentId: String(ctx.params.documentId), decision };
    ctx.body = { data } satisfies { data: DecidedHold };
  }

  return {
    release: (ctx: Context) => decide(ctx, 'release'),
    discard: (ctx: Context) => decide(ctx, 'discard'),
  };
};
