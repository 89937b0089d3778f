import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import { z } from 'zod';
import type { DecidedHold, HoldDecision } from '../../../../shared/articles/articles';
import { decideHold } from '../../editors/decisions/decide-hold';
import { ledgerOf } from '../../ledger/ledger';
import { administratorName, bodyOf, inputFault, refuse, time } from '../request';
import { getService } from '../../services/get-service';
import { articleAccess, refuseArticle } from '../article-access';

const NONE = 'no publication of this article is held';

const input = z.strictObject({
  /** `held.seen` of the article, or the `updatedAt` of the draft that somebody has before them. */
  seen: time.transform((text) => Date.parse(text)).optional(),
});

/** The decisions on held re-publications, by the article's documentId. */
export default ({ strapi }: { strapi: Core.Strapi }) => {
  /** Whoever may publish the article may decide about its publication. */
  async function decide(ctx: Context, decision: HoldDecision): Promise<void> {
    const parsed = input.safeParse(bodyOf(ctx));
    if (!parsed.success) return inputFault(ctx, parsed.error);
    const [document] = await ledgerOf(strapi).documents.among([String(ctx.params.documentId)]);
    if (!document) return void ctx.notFound(NONE);
    if (!(await articleAccess(strapi, ctx).may('publish', document))) {
      return refuseArticle(strapi, ctx, document, 'you may not publish this article');
    }
    const { documentId } = document;
    const { seen } = parsed.data;
    const by = administratorName(ctx);
    const decided = await decideHold(strapi, { documentId, decision, decidedBy: by, seen });
    if (decided === 'none') return refuse(ctx, 'not-held', NONE);
    if (decided === 'changed') {
      return refuse(ctx, 'changed', 'the draft was changed meanwhile');
    }
    getService(strapi, 'runner').kick(decided.streamKey);
    ctx.status = 202;
    const data = { documentId, decision };
    ctx.body = { data } satisfies { data: DecidedHold };
  }

  return {
    release: (ctx: Context) => decide(ctx, 'release'),
    discard: (ctx: Context) => decide(ctx, 'discard'),
  };
};
