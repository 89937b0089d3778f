import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import type { Issue } from '../../../shared/deliveries';
import type { NewToken, TokenSummary } from '../../../shared/tokens';
import { getService } from '../services/get-service';
import { parseNewToken, parseRotation } from './token-input';

const bodyOf = (ctx: Context): unknown => (ctx.request as { body?: unknown }).body;

function refuseInput(ctx: Context, issues: Issue[]): void {
  const [first] = issues;
  ctx.badRequest(`${first?.path}: ${first?.message}`, { issues });
}

/** The only answers with a secret in them: nobody on the way may keep them. */
function show(ctx: Context, token: NewToken): void {
  ctx.set('Cache-Control', 'no-store');
  ctx.status = 201;
  ctx.body = token;
}

export default ({ strapi }: { strapi: Core.Strapi }) => ({
  async find(ctx: Context): Promise<void> {
    const results = await getService(strapi, 'tokens').list();
    ctx.body = { results } satisfies { results: TokenSummary[] };
  },

  async create(ctx: Context): Promise<void> {
    const parsed = parseNewToken(bodyOf(ctx));
    if (!parsed.ok) return refuseInput(ctx, parsed.issues);
    const { name, expiresAt = null } = parsed.value;
    const created = await getService(strapi, 'tokens').create({ name, expiresAt });
    if (created) return show(ctx, created);
    refuseInput(ctx, [{ path: 'name', message: 'another token has this name' }]);
  },

  async rotate(ctx: Context): Promise<void> {
    const parsed = parseRotation(bodyOf(ctx));
    if (!parsed.ok) return refuseInput(ctx, parsed.issues);
    const { overlapMs } = parsed.value;
    const rotated = await getService(strapi, 'tokens').rotate(String(ctx.params.id), overlapMs);
    if (typeof rotated !== 'string') return show(ctx, rotated);
    if (rotated === 'unknown') ctx.notFound('there is no token with this id');
    else ctx.conflict(`this token is ${rotated}, so it cannot be rotated`);
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
