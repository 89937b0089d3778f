import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import { recordOf } from '../../../../shared/records';
import { verifyScope } from '../../strapi/auth';

/** What somebody has to be allowed to read drafts: more than to find what is published. */
const READ_DRAFTS = 'plugin::article-receiver.article.findDrafts';

/** How Strapi calls its own API tokens: whoever has one was given it by an administrator. */
const TOKENS = new Set(['content-api-token', 'api-token', 'admin-token']);

/** Whether somebody reads with an API token, as previews do. */
export const hasApiToken = (auth: unknown): boolean =>
  TOKENS.has(String(recordOf(recordOf(auth).strategy).name));

/**
 * Lets a request see drafts only with an API token that may read the type, as previews have one.
 * Strapi itself answers `status=draft` to everybody who may read, the public included, and takes
 * any unknown status for that.
 * @throws UnauthorizedError or ForbiddenError, which Strapi answers with 401 or 403.
 */
export async function checkDraftAccess(strapi: Core.Strapi, ctx: Context): Promise<void> {
  const { status } = ctx.query;
  if (status === undefined || status === 'published') return;
  if (hasApiToken(ctx.state.auth)) return;
  await verifyScope(strapi, ctx.state.auth, [READ_DRAFTS]);
}
