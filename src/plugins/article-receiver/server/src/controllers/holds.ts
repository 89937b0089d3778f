import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import { decideHold, type HoldDecision } from '../content/decide-hold';
import { getService } from '../services/get-service';

/** Decisions on held re-publications, by the article's documentId. */
export default ({ strapi }: { strapi: Core.Strapi }) => {
  async function decide(ctx: Context, decision: HoldDecision): Promise<void> {
    const streamKey = await decideHold(strapi, String(ctx.params.documentId), decision);
    if (streamKey === null) return void ctx.notFound('no publication of this article is held');
    getService(strapi, 'runner').kick(streamKey);
    ctx.status = 202;
    ctx.body = { data: { documentId: String(ctx.params.documentId), decision } };
  }
  return {
    release: (ctx: Context) => decide(ctx, 'release'),
    discard: (ctx: Context) => decide(ctx, 'discard'),
  };
};
