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
import { originOf } from '../../views/article/origin';
import { campaignOf } from '../../views/article/reference-labels';
import { questionsIn } from '../../views/overview/waiting';
import { articleAccess, type ArticleAccess } from '../article-access';
import { abilityOf, inputFault } from '../request';

const NOT_OURS = 'this article did not come from the feed';

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

/** The campaign that an editor put an article into; what the service says where the type has none. */
async function campaignFor(
  strapi: Core.Strapi,
  access: ArticleAccess,
  document: StreamDocument,
  service: ServiceFacts | null,
): Promise<string | null> {
  if (document.contentType !== UIDS.article) return service?.campaign ?? null;
  if (!(await access.may('read', document, 'campaign'))) return null;
  return campaignOf(strapi, document.documentId);
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
    const [document] = await ledgerOf(strapi).documents.among([documentId]);
    if (!document) return void ctx.notFound(NOT_OURS);
    const access = articleAccess(strapi, ctx);
    if (!(await access.may('read', document))) {
      return void ctx.forbidden('you may not read this article');
    }
    const found = await originOf(strapi, document);
    if (!found) return void ctx.notFound(NOT_OURS);
    const { streamKey, ...origin } = found;
    const service = origin.service && (await readableFacts(access, document, origin.service));
    const readsLog = abilityOf(ctx)?.can(PERMISSIONS.read) ?? false;
    const data = {
      ...origin,
      service,
      campaign: await campaignFor(strapi, access, document, service),
      questions: await questionsIn(strapi, streamKey, readsLog),
      may: {
        update: await access.may('update', document),
        publish: await access.may('publish', document),
      },
    };
    ctx.body = { data } satisfies { data: ArticleOrigin };
  },
});
