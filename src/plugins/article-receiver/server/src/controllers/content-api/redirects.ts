import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import { addressOfArticle, type ArticleUrl } from '../../config/article-url';
import { articleUrlOf } from '../../config/site-options';
import { formatted, pathRedirects, slugRedirects } from '../../projection/addresses/redirects';
import { findRedirects } from '../../views/site-pages/redirects';
import { inputFault } from '../request';
import { partOfList, type ListLimits } from './part-of-list';
import { patternOf, redirectsQuery } from './redirects-query';
import { sendText } from './send-text';

/** `GET /redirects`: from former slugs to present ones. */
export async function sendRedirects(strapi: Core.Strapi, ctx: Context): Promise<void> {
  const parsed = redirectsQuery.safeParse(ctx.query);
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

const DEFAULT_PATH = '/{slug}';

/** Where articles are on the front end. */
function placeBy(articleUrl: ArticleUrl | undefined, path: string = DEFAULT_PATH) {
  const pattern = articleUrl ?? patternOf(path);
  return (article: { slug: string; language: string | null }): URL | null => {
    const url = addressOfArticle(pattern, article);
    return url === null ? null : new URL(url);
  };
}
