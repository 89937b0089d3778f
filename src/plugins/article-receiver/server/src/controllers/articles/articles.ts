import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import { z } from 'zod';
import type {
  ArticleAttention,
  ArticleOrigin,
  ArticleTypeAnswer,
  ServiceFacts,
} from '../../../../shared/articles';
import { optionsOf } from '../../config/site-options';
import { UIDS } from '../../content-types/uids';
import { attentionOf } from '../../entries/attention';
import { mappingOf } from '../../entries/mapping-of';
import { ledgerOf } from '../../ledger/ledger';
import type { StreamDocument } from '../../ledger/streams/documents';
import { PERMISSIONS } from '../../permissions';
import { heldFields } from '../../views/article/held-fields';
import { campaignOf } from '../../views/article/reference-labels';
import { lostImages, serviceFacts, shownDelivery } from '../../views/article/service-facts';
import { deadLinksIn } from '../../views/site-pages/dead-links';
import { pageOfArticle } from '../../views/site-pages/pages';
import { publicAddress } from '../../views/site-pages/public-address';
import { questionsIn } from '../../views/overview/waiting';
import { articleAccess, type ArticleAccess } from '../article-access';
import { abilityOf, inputFault } from '../request';

const MAX_IDS = 100;

const query = z.object({
  documentIds: z
    .string()
    .transform((text) => [...new Set(text.split(',').filter((id) => id !== ''))])
    .pipe(z.array(z.string().max(255)).min(1).max(MAX_IDS)),
});

/**
 * Of what the service said, what whoever asks may read. On the plugin's own Article each of it is a
 * field with permissions of its own; on a type of the site's own whoever may read the entry may.
 */
async function readableFacts(
  access: ArticleAccess,
  document: StreamDocument,
  said: ServiceFacts,
): Promise<ServiceFacts> {
  if (document.contentType !== UIDS.article) return said;
  const told = async <Field extends keyof ServiceFacts>(field: Field) =>
    (await access.may('read', document, field)) ? said[field] : null;
  return {
    sourceStatus: await told('sourceStatus'),
    campaign: await told('campaign'),
    reviewVerdict: await told('reviewVerdict'),
    reviewScore: await told('reviewScore'),
    qualitySummary: await told('qualitySummary'),
    qualityFailedChecks: await told('qualityFailedChecks'),
    plannedForDate: await told('plannedForDate'),
  };
}

/** What the pages of the Content Manager show of articles: of some in a list, or all that is known of one. */
export default ({ strapi }: { strapi: Core.Strapi }) => ({
  /** The content type that articles are entries of, and what this site does with them. */
  type(ctx: Context): void {
    const { links, checks } = optionsOf(strapi);
    const about = {
      articleType: mappingOf(strapi).uid,
      hasLinks: links.from.length > 0,
      hasChecks: checks.enabled,
    };
    ctx.body = about satisfies ArticleTypeAnswer;
  },

  /** `?documentIds=a,b`: what waits in each of these articles, of those that one may read. */
  async find(ctx: Context): Promise<void> {
    const parsed = query.safeParse(ctx.query);
    if (!parsed.success) return inputFault(ctx, parsed.error);
    const documents = await ledgerOf(strapi).documents.among(parsed.data.documentIds);
    const readable = await articleAccess(strapi, ctx).allowed('read', documents);
    const results = await attentionOf(strapi, [...readable]);
    ctx.body = { results } satisfies { results: ArticleAttention[] };
  },

  /** Where the article comes from, and whether a publication of it waits for a decision. */
  async findOne(ctx: Context): Promise<void> {
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
    const service = shown && (await readableFacts(access, document, serviceFacts(shown)));
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
  },
});
