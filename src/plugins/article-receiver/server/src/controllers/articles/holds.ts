import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import type {
  ArticleOrigin,
  DecidedHold,
  HoldDecision,
  ServiceFacts,
} from '../../../../shared/articles';
import { UIDS } from '../../content-types/uids';
import { deadLinksIn } from '../../views/front-end/dead-links';
import { pageOfArticle } from '../../views/front-end/pages';
import { publicAddress } from '../../views/front-end/public-address';
import { campaignOf } from '../../views/article/reference-labels';
import { lostImages, serviceFacts, shownDelivery } from '../../views/article/service-facts';
import { questionsIn } from '../../views/overview/waiting';
import { decideHold } from '../../editors/decide-hold';
import { heldFields } from '../../views/article/held-fields';
import type { StreamDocument } from '../../ledger/streams/documents';
import { ledgerOf } from '../../ledger/ledger';
import { attentionOf } from '../../entries/attention';
import { PERMISSIONS } from '../../permissions';
import { abilityOf, administratorName } from '../request';
import { getService } from '../../services/get-service';
import { articleAccess, type ArticleAccess } from '../article-access';

/**
 * Of what the service said, what whoever asks may read. On the plugin's own Article each of it is a
 * field with permissions of its own; on a type of the site's own whoever may read the entry may.
 */
async function readable(
  access: ArticleAccess,
  document: StreamDocument,
  said: ServiceFacts,
): Promise<ServiceFacts> {
  if (document.contentType !== UIDS.article) return said;
  const entries: [string, unknown][] = [];
  for (const [field, value] of Object.entries(said)) {
    entries.push([field, (await access.may('read', document, field)) ? value : null]);
  }
  return Object.fromEntries(entries) as unknown as ServiceFacts;
}

/** Held re-publications and the decisions on them, by the article's documentId. */
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

  /** Where the article comes from, and whether a publication of it waits for a decision. */
  async function find(ctx: Context): Promise<void> {
    const documentId = String(ctx.params.documentId);
    const origin = await ledgerOf(strapi).documents.originOf(documentId);
    const [document] = await ledgerOf(strapi).documents.among([documentId]);
    if (!origin || !document) return void ctx.notFound('this article did not come from the feed');
    const access = articleAccess(strapi, ctx);
    if (!(await access.may('read', document))) {
      return void ctx.forbidden('you may not read this article');
    }
    const may = {
      update: await access.may('update', document),
      publish: await access.may('publish', document),
    };
    const { articleId, hold } = origin;
    const held =
      hold && !hold.released
        ? { deliveryId: await ledgerOf(strapi).deliveries.idAt(hold.position) }
        : null;
    const streamKey = await ledgerOf(strapi).documents.streamOf(documentId);
    const shown = streamKey === null ? null : await shownDelivery(strapi, streamKey);
    const service = shown && (await readable(access, document, serviceFacts(shown)));
    const readsLog = abilityOf(ctx)?.can(PERMISSIONS.read) ?? false;
    // What an editor put it into; where the type has no campaigns, what the service says.
    const isOurs = document.contentType === UIDS.article;
    const mayName = !isOurs || (await access.may('read', document, 'campaign'));
    const named = isOurs && mayName ? await campaignOf(strapi, documentId) : null;
    const campaign = isOurs ? named : (service?.campaign ?? null);
    const address = await publicAddress(strapi, document);
    const edited = streamKey === null ? [] : await heldFields(strapi, streamKey);
    const [{ attention } = { attention: false }] = await attentionOf(strapi, [documentId]);
    const page = streamKey === null ? null : await pageOfArticle(strapi, streamKey);
    const about = { documentId, articleId, campaign, service, address, page };
    const waits = {
      held,
      attention,
      questions: streamKey === null ? [] : await questionsIn(strapi, streamKey, readsLog),
    };
    const wrong = {
      lostImages: shown ? lostImages(shown) : [],
      deadLinks: await deadLinksIn(strapi, document),
    };
    const data = { ...about, ...waits, ...wrong, heldFields: edited, may };
    ctx.body = { data } satisfies { data: ArticleOrigin };
  }

  return {
    find,
    release: (ctx: Context) => decide(ctx, 'release'),
    discard: (ctx: Context) => decide(ctx, 'discard'),
  };
};
