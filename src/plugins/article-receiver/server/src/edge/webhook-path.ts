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

/** An address that was meant to be the webhook's: another prefix, doubled slashes, escapes. */
const MISADDRESSED = new RegExp(`/${PLUGIN_ID}/+webhook(?:/|$)`, 'i');

const unescaped = (path: string): string =>
  path.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));

/**
 * Takes the token out of the request's address before anything else sees it: `strapi::logger`
 * writes the address of every request, and so may any other middleware, now or later. A mistake in
 * the address does not make the token in it less secret.
 */
export function takeToken(base: string): Middleware {
  return (ctx, next) => {
    if (isBelow(ctx.path, base)) {
      const [token = '', ...rest] = ctx.path.slice(base.length + 1).split('/');
      if (token !== '') (ctx.state as WebhookState).articleReceiverToken = decode(token);
      const parts = [token, ...rest].map((part) => (part === '' ? '' : REDACTED));
      readdress(ctx, ctx.path.length > base.length ? [base, ...parts].join('/') : base);
    } else if (MISADDRESSED.test(unescaped(ctx.path))) {
      readdress(ctx, `${base}/${REDACTED}/${REDACTED}`);
    }
    return next();
  };
}

/** Gives a request another address, without a query. */
function readdress(ctx: Pick<Context, 'url' | 'originalUrl' | 'request'>, path: string): void {
  ctx.url = path;
  ctx.originalUrl = path;
  ctx.request.originalUrl = path;
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
