import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import { z } from 'zod';
import { addressOfArticle, faultOfArticleUrl, type ArticleUrl } from '../../config/article-url';
import { articleUrlOf } from '../../config/site-options';
import {
  formatted,
  pathRedirects,
  REDIRECT_FORMATS,
  slugRedirects,
} from '../../projection/addresses/redirects';
import { findRedirects } from '../../views/site-pages/redirects';
import { inputFault } from '../request';
import { localeInQuery } from './answers';
import { paginationQuery, partOfList, type ListLimits } from './part-of-list';
import { sendText } from './send-text';

/** Two slashes at the beginning would begin a host. */
const PATH = /^\/(?!\/)[\w\-.~/{}]*$/;
const DEFAULT_PATH = '/{slug}';

/** The pattern of addresses with this path, whatever the host. */
const patternOf = (path: string): string => `https://site.invalid${path}`;

const query = z.object({
  format: z.enum(REDIRECT_FORMATS).optional(),
  /** Where articles are on the front end, for `format`. */
  path: z
    .string()
    .max(200)
    .refine(
      (path) => PATH.test(path) && faultOfArticleUrl(patternOf(path)) === null,
      'expected a path like /articles/{slug} or /{language}/{slug}',
    )
    .optional(),
  locale: localeInQuery,
  pagination: paginationQuery.prefault({}),
});

/** `GET /redirects`: from former slugs to present ones. */
export async function sendRedirects(strapi: Core.Strapi, ctx: Context): Promise<void> {
  const parsed = query.safeParse(ctx.query);
  if (!parsed.success) return inputFault(ctx, parsed.error);
  const { format, path, locale: wanted, pagination } = parsed.data;
  const { redirects: all, present } = await findRedirects(strapi);
  const isWanted = ({ locale }: { locale: string | null }): boolean =>
    wanted === undefined || locale === null || locale === wanted;
  const wantedRedirects = all.filter(isWanted);
  if (format) {
    const articleUrl = path === undefined ? articleUrlOf(strapi) : undefined;
    const paths = pathRedirects(wantedRedirects, present, placeBy(articleUrl, path));
    const type = format === 'vercel' ? 'application/json' : 'text/plain';
    return sendText(ctx, `${type}; charset=utf-8`, formatted(paths, format));
  }
  const redirects = slugRedirects(wantedRedirects, present.filter(isWanted));
  ctx.body = partOfList(redirects, pagination, limitsOf(strapi));
}

/** As Strapi's own lists have them. */
const limitsOf = (strapi: Core.Strapi): ListLimits => ({
  defaultLimit: strapi.config.get<number>('api.rest.defaultLimit', 25),
  maxLimit: strapi.config.get<number | undefined>('api.rest.maxLimit') ?? 100,
  withCount: strapi.config.get<boolean>('api.rest.withCount', true),
});

/** Where articles are on the front end. */
function placeBy(articleUrl: ArticleUrl | undefined, path: string = DEFAULT_PATH) {
  const pattern = articleUrl ?? patternOf(path);
  return (article: { slug: string; language: string | null }): URL | null => {
    const url = addressOfArticle(pattern, article);
    return url === null ? null : new URL(url);
  };
}
