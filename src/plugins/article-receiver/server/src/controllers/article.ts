import { factories } from '@strapi/strapi';
import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import { UIDS } from '../content-types/uids';
import { withFileAddresses } from '../images/file-references';
import { addressOfArticle } from '../config/article-url';
import { articleUrlOf } from '../config/site-options';
import { languageField, targetOf } from '../entries/target-of';
import { serializeJsonLd, withAddress } from '../text/json-ld';
import { sendArticleList } from './article-list';
import { checkDraftAccess } from './draft-access';
import { withoutFileUses } from './file-uses';
import { sendRedirects } from './redirects';
import { sendText } from './send-text';

interface Files {
  id: number;
  /** Of its address. */
  language: string | null;
  llmsTxt: string | null;
  jsonLd: unknown;
}

interface Entry {
  [attribute: string]: unknown;
  id: number;
}

/** What a read answered, with addresses of images that work now. */
async function readable(strapi: Core.Strapi, answer: unknown): Promise<unknown> {
  const { data, ...rest } = (answer ?? {}) as { data?: Entry | Entry[] | null };
  if (!data) return answer;
  const entries = [data].flat();
  const resolved = await withFileAddresses(
    strapi,
    entries,
    entries.map(({ id }) => id),
  );
  return { data: Array.isArray(data) ? resolved : resolved[0], ...rest };
}

/** The published article with a slug, of the plugin's or the site's own type; null when there is none. */
async function findPublished(strapi: Core.Strapi, slug: string): Promise<Files | null> {
  const target = targetOf(strapi);
  const { uid, slug: slugField, llmsTxt, jsonLd, draftAndPublish } = target;
  const language = languageField(target);
  if (slugField === null) return null;
  const published = draftAndPublish ? { publishedAt: { $notNull: true } } : {};
  const row = (await strapi.db.query(uid).findOne({
    select: ['id', slugField, llmsTxt, jsonLd, language].filter((field) => field !== null),
    where: { [slugField]: slug, ...published },
  })) as Record<string, unknown> | null;
  if (!row) return null;
  const value = (field: string | null) => (field === null ? null : (row[field] ?? null));
  const id = Number(row.id);
  const files = {
    id,
    language: value(language) as string | null,
    llmsTxt: value(llmsTxt) as string | null,
    jsonLd: value(jsonLd),
  };
  if (uid !== (UIDS.article as string)) return files;
  return (await withFileAddresses(strapi, [files], [id]))[0] ?? files;
}

/** Strapi's own `find` and `findOne`, and the two files that the feed delivers with an article. */
export default factories.createCoreController(UIDS.article as never, ({ strapi }) => ({
  async find(ctx: Context) {
    await checkDraftAccess(strapi as Core.Strapi, ctx);
    return readable(strapi as Core.Strapi, withoutFileUses(await super.find(ctx)));
  },

  async findOne(ctx: Context) {
    await checkDraftAccess(strapi as Core.Strapi, ctx);
    return readable(strapi as Core.Strapi, withoutFileUses(await super.findOne(ctx)));
  },

  async list(ctx: Context) {
    await sendArticleList(strapi as Core.Strapi, ctx);
  },

  async redirects(ctx: Context) {
    await sendRedirects(strapi as Core.Strapi, ctx);
  },

  async llmsTxt(ctx: Context) {
    const article = await findPublished(strapi as Core.Strapi, String(ctx.params.slug));
    if (!article?.llmsTxt)
      return ctx.notFound('no published article with this slug has an llms.txt');
    sendText(ctx, 'text/plain; charset=utf-8', article.llmsTxt);
  },

  async jsonLd(ctx: Context) {
    const slug = String(ctx.params.slug);
    const article = await findPublished(strapi as Core.Strapi, slug);
    if (!article?.jsonLd) return ctx.notFound('no published article with this slug has JSON-LD');
    const articleUrl = articleUrlOf(strapi as Core.Strapi);
    const { language, jsonLd } = article;
    const address = articleUrl ? addressOfArticle(articleUrl, { slug, language }) : null;
    const document = address === null ? jsonLd : withAddress(jsonLd, address);
    sendText(ctx, 'application/ld+json', serializeJsonLd(document));
  },
}));
