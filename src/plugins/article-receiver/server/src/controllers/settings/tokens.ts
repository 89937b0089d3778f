import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import type { Refusal } from '../../../../shared/decisions/refusals';
import {
  NAME_FAULTS,
  type NewToken,
  type TokenList,
  type TokenSummary,
} from '../../../../shared/settings/tokens';
import { webhookUrl } from '../../receive/webhook-path';
import { getService } from '../../services/get-service';
import { bodyOf, inputFault, refuse } from '../request';
import { newToken, rotation } from './token-input';

/** The only answers with a secret in them: nobody on the way may keep them. */
function show(ctx: Context, token: NewToken): void {
  ctx.set('Cache-Control', 'no-store');
  ctx.status = 201;
  ctx.body = token satisfies NewToken;
}

export default ({ strapi }: { strapi: Core.Strapi }) => ({
  async find(ctx: Context): Promise<void> {
    const results = await getService(strapi, 'tokens').list();
    ctx.body = { results, webhook: { url: webhookUrl(strapi) } } satisfies TokenList;
  },

  async create(ctx: Context): Promise<void> {
    const parsed = newToken.safeParse(bodyOf(ctx));
    if (!parsed.success) return inputFault(ctx, parsed.error);
    const { name, expiresAt = null } = parsed.data;
    const created = await getService(strapi, 'tokens').create({ name, expiresAt });
    if (typeof created !== 'string') return show(ctx, created);
    const issue = { path: 'name', message: NAME_FAULTS[created] };
    const reason = `name-${created}` as const satisfies Refusal;
    ctx.badRequest(`${issue.path}: ${issue.message}`, { reason, issues: [issue] });
  },

  async rotate(ctx: Context): Promise<void> {
    const parsed = rotation.safeParse(bodyOf(ctx));
    if (!parsed.success) return inputFault(ctx, parsed.error);
    const { overlapMs } = parsed.data;
    const rotated = await getService(strapi, 'tokens').rotate(String(ctx.params.id), overlapMs);
    if (typeof rotated !== 'string') return show(ctx, rotated);
    if (rotated === 'unknown') ctx.notFound('there is no token with this id');
    else refuse(ctx, 'token-over', `this token is ${rotated}, so it cannot be rotated`);
  },

  async remove(ctx: Context): Promise<void> {
    const outcome = await getService(strapi, 'tokens').remove(String(ctx.params.id));
    if (outcome === 'removed') ctx.status = 204;
    else if (outcome === 'unknown') ctx.notFound('there is no token with this id');
    else refuse(ctx, 'token-works', 'this token still works, so it has to be revoked first');
  },

  async revoke(ctx: Context): Promise<void> {
    const revoked = await getService(strapi, 'tokens').revoke(String(ctx.params.id));
    if (!revoked) {
      ctx.notFound('there is no token with this id');
      return;
    }
    ctx.body = revoked satisfies TokenSummary;
  },
});
