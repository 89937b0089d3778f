import type { Core } from '@strapi/types';
import type { Context, Middleware } from 'koa';
import { PLUGIN_ID } from '../../../shared/plugin-id';

/** What stands in an address, in logs and everywhere else, where the token stood. */
const REDACTED = '-';

interface WebhookState {
  articleReceiverToken?: string;
}

/** The webhook's path on this site, without a token. */
export function webhookPath(strapi: Core.Strapi): string {
  const prefix = strapi.config.get<string>('api.rest.prefix', '/api').replace(/\/+$/, '');
  return `${prefix}/${PLUGIN_ID}/webhook`;
}

const isBelow = (path: string, base: string): boolean =>
  path.toLowerCase() === base.toLowerCase() ||
  path.toLowerCase().startsWith(`${base.toLowerCase()}/`);

/** Whether a request is for the webhook, with or without a token in its path. */
export const isWebhook = (ctx: Context, base: string): boolean => isBelow(ctx.path, base);

/**
 * Takes the token out of the request's address before anything else sees it: `strapi::logger`
 * writes the address of every request, and so may any other middleware, now or later.
 */
export function takeToken(base: string): Middleware {
  return (ctx, next) => {
    if (!isBelow(ctx.path, base)) return next();
    const [token = '', ...rest] = ctx.path.slice(base.length).replace(/^\//, '').split('/');
    if (token !== '') {
      (ctx.state as WebhookState).articleReceiverToken = decode(token);
      const path = [base, REDACTED, ...rest].join('/');
      ctx.url = path;
      ctx.originalUrl = path;
      ctx.request.originalUrl = path;
    } else if (ctx.querystring !== '') {
      ctx.url = base;
      ctx.originalUrl = base;
      ctx.request.originalUrl = base;
    }
    return next();
  };
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** The token that a request presents: in its address, else as a bearer token. */
export function presentedToken(ctx: Context): string | null {
  const { articleReceiverToken } = ctx.state as WebhookState;
  if (articleReceiverToken) return articleReceiverToken;
  return /^Bearer +(\S+) *$/i.exec(ctx.get('authorization'))?.[1] ?? null;
}
