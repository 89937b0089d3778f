import { factories } from '@strapi/strapi';
import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import { z } from 'zod';
import { UIDS } from '../../content-types/uids';
import { withFileAddresses } from '../../images/file-references';
import { addressOfArticle } from '../../config/article-url';
import { articleUrlOf } from '../../config/site-options';
import { defaultLocale } from '../../entries/locales/locales';
import { languageField, mappingOf } from '../../entries/mapping-of';
import { entryRows, textIn } from '../../strapi/entries';
import { shownField } from '../../strapi/schemas';
import { serializeJsonLd, withAddress } from '../../text/json-ld/json-ld';
import { inputFault } from '../request';
import { localeInQuery } from './answers';
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

const fileQuery = z.object({ locale: localeInQuery });

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

/**
 * The published article with a slug, of the plugin's or the site's own type; null when there is none.
 * @param locale of a type with locales; where none is named, the default one comes first, and whichever
 *   has the slug after it.
 */
async function findPublished(
  strapi: Core.Strapi,
  slug: string,
  locale: string | undefined,
): Promise<Files | null> {
  const mapping = mappingOf(strapi);
  const { uid, slug: slugField, draftAndPublish } = mapping;
  const llmsTxt = shownField(strapi, uid, mapping.llmsTxt);
  const jsonLd = shownField(strapi, uid, mapping.jsonLd);
  const language = languageField(mapping);
  if (slugField === null) return null;
  const isLocalized = mapping.missingLocale !== null;
  const rows = await entryRows(strapi, uid).findMany({
    select: [slugField, llmsTxt, jsonLd, language].filter((field) => field !== null),
    where: {
      [slugField]: slug,
      ...(draftAndPublish ? { publishedAt: { $notNull: true } } : {}),
      ...(isLocalized && locale !== undefined ? { locale } : {}),
    },
    orderBy: [...(isLocalized ? [{ locale: 'asc' }] : []), { id: 'asc' }],
  });
  const first = isLocalized ? await defaultLocale(strapi) : null;
  const row = rows.find((one) => isLocalized && textIn(one, 'locale') === first) ?? rows[0];
  if (!row) return null;
  const files = {
    id: row.id,
    language: textIn(row, language),
    llmsTxt: textIn(row, llmsTxt),
    jsonLd: jsonLd === null ? null : (row[jsonLd] ?? null),
  };
  if (uid !== UIDS.article) return files;
  return (await withFileAddresses(strapi, [files], [row.id]))[0] ?? files;
}

/** Strapi's own `find` and `findOne`, and the two files that the feed delivers with an article. */
export default factories.createCoreController(UIDS.article, ({ strapi }) => {
  // Of the same site, by the name that Strapi's factories have for it.
  const site = strapi;
  return {
    async find(ctx: Context) {
      await checkDraftAccess(site, ctx);
      return readable(site, withoutFileUses(await super.find(ctx)));
    },

    async findOne(ctx: Context) {
      await checkDraftAccess(site, ctx);
      return readable(site, withoutFileUses(await super.findOne(ctx)));
    },

    async list(ctx: Context) {
      await sendArticleList(site, ctx);
    },

    async redirects(ctx: Context) {
      await sendRedirects(site, ctx);
    },

    async llmsTxt(ctx: Context) {
      const query = fileQuery.safeParse(ctx.query);
      if (!query.success) return inputFault(ctx, query.error);
      const article = await findPublished(site, String(ctx.params.slug), query.data.locale);
      if (!article?.llmsTxt)
        return ctx.notFound('no published article with this slug has an llms.txt');
      sendText(ctx, 'text/plain; charset=utf-8', article.llmsTxt);
    },

    async jsonLd(ctx: Context) {
      const query = fileQuery.safeParse(ctx.query);
      if (!query.success) return inputFault(ctx, query.error);
      const slug = String(ctx.params.slug);
      const article = await findPublished(site, slug, query.data.locale);
      if (!article?.jsonLd) return ctx.notFound('no published article with this slug has JSON-LD');
      const articleUrl = articleUrlOf(site);
      const { language, jsonLd } = article;
      const address = articleUrl ? addressOfArticle(articleUrl, { slug, language }) : null;
      const document = address === null ? jsonLd : withAddress(jsonLd, address);
      sendText(ctx, 'application/ld+json', serializeJsonLd(document));
    },
  };
});
