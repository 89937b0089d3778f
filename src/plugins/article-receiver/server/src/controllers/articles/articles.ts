import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import { z } from 'zod';
import type {
  ArticleAttention,
  ArticleOrigin,
  ArticleTypeAnswer,
} from '../../../../shared/articles/articles';
import { optionsOf } from '../../config/site-options';
import { attentionOf } from '../../entries/attention';
import { mappingOf } from '../../entries/mapping-of';
import { ledgerOf } from '../../ledger/ledger';
import { PERMISSIONS } from '../../permissions';
import { originOf } from '../../views/article/origin';
import { questionsIn } from '../../views/overview/waiting';
import { articleAccess, refuseArticle } from '../article-access';
import { abilityOf, inputFault } from '../request';
import { readableOrigin } from './readable-origin';

const NOT_OURS = 'this article did not come from the feed';

const MAX_IDS = 100;

const query = z.object({
  documentIds: z
    .string()
    .transform((text) => [...new Set(text.split(',').filter((id) => id !== ''))])
    .pipe(z.array(z.string().max(255)).min(1).max(MAX_IDS)),
});

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
      return refuseArticle(strapi, ctx, document, 'you may not read this article');
    }
    const mayRead = await access.fieldsOf('read', [document]);
    const found = await originOf(strapi, document, mayRead);
    if (!found) return void ctx.notFound(NOT_OURS);
    const { streamKey, ...origin } = found;
    const readsLog = abilityOf(ctx)?.can(PERMISSIONS.read) ?? false;
    const readable = readableOrigin(strapi, document, { mayRead, readsLog });
    const data = {
      ...(await readable.known(origin)),
      questions: readable.questions(await questionsIn(strapi, streamKey, readsLog)),
      may: {
        update: await access.may('update', document),
        publish: await access.may('publish', document),
      },
    };
    ctx.body = { data } satisfies { data: ArticleOrigin };
  },
});
