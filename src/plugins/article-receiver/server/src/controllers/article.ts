import { factories } from '@strapi/strapi';
import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import { UIDS } from '../content-types/uids';
import { serializeJsonLd } from '../projection/json-ld';
import { checkDraftAccess } from './draft-access';
import { withoutFileUses } from './file-uses';

/** The published article with a slug, or the one that had it before; null when there is none. */
async function findPublished(strapi: Core.Strapi, slug: string) {
  return (await strapi.db.query(UIDS.article).findOne({
    select: ['llmsTxt', 'jsonLd'],
    where: { slug, publishedAt: { $notNull: true } },
  })) as { llmsTxt: string | null; jsonLd: unknown } | null;
}

function sendText(ctx: Context, type: string, body: string): void {
  ctx.set('Content-Type', type);
  ctx.set('X-Content-Type-Options', 'nosniff');
  ctx.body = body;
}

/** Strapi's own `find` and `findOne`, and the two files that the feed delivers with an article. */
export default factories.createCoreController(UIDS.article as never, ({ strapi }) => ({
  async find(ctx: Context) {
    await checkDraftAccess(strapi as Core.Strapi, ctx);
    return withoutFileUses(await super.find(ctx));
  },

  async findOne(ctx: Context) {
    await checkDraftAccess(strapi as Core.Strapi, ctx);
    return withoutFileUses(await super.findOne(ctx));
  },

  async llmsTxt(ctx: Context) {
    const article = await findPublished(strapi as Core.Strapi, String(ctx.params.slug));
    if (!article?.llmsTxt)
      return ctx.notFound('no published article with this slug has an llms.txt');
    sendText(ctx, 'text/plain; charset=utf-8', article.llmsTxt);
  },

  async jsonLd(ctx: Context) {
    const article = await findPublished(strapi as Core.Strapi, String(ctx.params.slug));
    if (!article?.jsonLd) return ctx.notFound('no published article with this slug has JSON-LD');
    sendText(ctx, 'application/ld+json', serializeJsonLd(article.jsonLd));
  },
}));
