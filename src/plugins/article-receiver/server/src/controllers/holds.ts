import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import type { ArticleOrigin } from '../../../shared/articles';
import { campaignOf } from '../content/reference-labels';
import { decideHold, type HoldDecision } from '../content/decide-hold';
import { heldFields } from '../content/held-fields';
import { deliveryIdAt } from '../event-log/deliveries';
import { attentionOf } from '../ledger/attention';
import { originOf, streamOfDocument } from '../ledger/streams';
import { getService } from '../services/get-service';

/** Held re-publications and the decisions on them, by the article's documentId. */
export default ({ strapi }: { strapi: Core.Strapi }) => {
  async function decide(ctx: Context, decision: HoldDecision): Promise<void> {
    const streamKey = await decideHold(strapi, String(ctx.params.documentId), decision);
    if (streamKey === null) return void ctx.notFound('no publication of this article is held');
    getService(strapi, 'runner').kick(streamKey);
    ctx.status = 202;
    ctx.body = { data: { documentId: String(ctx.params.documentId), decision } };
  }

  /** Where the article comes from, and whether a publication of it waits for a decision. */
  async function find(ctx: Context): Promise<void> {
    const documentId = String(ctx.params.documentId);
    const origin = await originOf(strapi, documentId);
    if (!origin) return void ctx.notFound('this article did not come from the feed');
    const { articleId, hold } = origin;
    const held =
      hold && !hold.released ? { deliveryId: await deliveryIdAt(strapi, hold.position) } : null;
    const campaign = await campaignOf(strapi, documentId);
    const streamKey = await streamOfDocument(strapi, documentId);
    const edited = streamKey === null ? [] : await heldFields(strapi, streamKey);
    const [{ attention } = { attention: false }] = await attentionOf(strapi, [documentId]);
    const shown = { documentId, articleId, campaign, held, heldFields: edited, attention };
    ctx.body = { data: shown satisfies ArticleOrigin };
  }

  return {
    find,
    release: (ctx: Context) => decide(ctx, 'release'),
    discard: (ctx: Context) => decide(ctx, 'discard'),
  };
};
