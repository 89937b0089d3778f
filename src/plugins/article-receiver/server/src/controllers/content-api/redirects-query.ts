import { z } from 'zod';
import { faultOfArticleUrl } from '../../config/article-url';
import { REDIRECT_FORMATS } from '../../projection/addresses/redirects';
import { localeInQuery } from './answers';
import { paginationQuery } from './part-of-list';

/** Two slashes at the beginning would begin a host. */
const PATH = /^\/(?!\/)[\w\-.~/{}]*$/;
/** The pattern of addresses with this path, whatever the host. */
export const patternOf = (path: string): string => `https://site.invalid${path}`;

/** What `GET /redirects` may be asked with. */
export const redirectsQuery = z.object({
  format: z
    .enum(REDIRECT_FORMATS)
    .optional()
    .describe('As rules for a host, in place of JSON, and all of them'),
  path: z
    .string()
    .max(200)
    .refine(
      (path) => PATH.test(path) && faultOfArticleUrl(patternOf(path)) === null,
      'expected a path like /articles/{slug} or /{language}/{slug}',
    )
    .optional()
    .describe('Where articles are on the front end, for format: /articles/{slug}'),
  locale: localeInQuery,
  pagination: paginationQuery.prefault({}),
});
