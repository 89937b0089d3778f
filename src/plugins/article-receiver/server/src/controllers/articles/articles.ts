import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import { z } from 'zod';
import type { ArticleAttention, ArticleTypeAnswer } from '../../../../shared/articles';
import { optionsOf } from '../../config/site-options';
import { attentionOf } from '../../entries/attention';
import { mappingOf } from '../../entries/mapping-of';
import { ledgerOf } from '../../ledger/ledger';
import { articleAccess } from '../article-access';
import { inputFault } from '../request';

const MAX_IDS = 100;

const query = z.object({
  documentIds: z
    .string()
    .transform((text) => [...new Set(text.split(',').filter((id) => id !== ''))])
    .pipe(z.array(z.string().max(255)).min(1).max(MAX_IDS)),
});

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
});
