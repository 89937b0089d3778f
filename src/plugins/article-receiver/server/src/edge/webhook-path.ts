import type { Core } from '@strapi/types';
import type { Context, Middleware, ParameterizedContext } from 'koa';
import { PLUGIN_ID } from '../../../shared/plugin-id';

/** What stands in an address, in logs and everywhere else, where the token stood. */
const REDACTED = '-';

/** How often percent signs are undone when an address is compared with the webhook's. */
const UNDO_ROUNDS = 3;

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
 * writes the address of every request, and so may any other middleware, now or later. An address
 * that only resembles the webhook's (`//webhook/…`, `%77ebhook/…`, `webhooks/…`) has no route, but it may hold a
 * token all the same.
 */
export function takeToken(base: string): Middleware {
  return (ctx, next) => {
    // An address that cannot be parsed has no path.
    const path = (ctx.path as string | null) ?? '';
    if (isBelow(path, base)) {
      const [token = '', ...rest] = path.slice(base.length).replace(/^\//, '').split('/');
      if (token !== '') (ctx.state as WebhookState).articleReceiverToken = decode(token);
      if (token !== '' || rest.length > 0) {
        rename(ctx, [base, REDACTED, ...rest.map((part) => part && REDACTED)].join('/'));
      } else if (ctx.querystring !== '') {
        rename(ctx, base);
      }
    } else if (resemblesWebhook(path)) {
      rename(ctx, `${base}${REDACTED}`);
    }
    return next();
  };
}

function rename(ctx: ParameterizedContext, url: string): void {
  ctx.url = url;
  ctx.originalUrl = url;
  ctx.request.originalUrl = url;
}

/** Whether the path is a webhook's, of any prefix, once all ways of writing it differently are undone. */
function resemblesWebhook(path: string): boolean {
  let text = path;
  for (let round = 0; round < UNDO_ROUNDS; round += 1) text = decodeEach(text);
  const parts: string[] = [];
  for (const part of text.split(/[/\\]+/)) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return `/${parts.join('/')}`.toLowerCase().includes(`/${PLUGIN_ID}/webhook`);
}

/** Undoes percent signs one by one: one that is wrong does not hide the others. */
const decodeEach = (text: string): string =>
  text.replace(/%([0-7][0-9a-f])/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );

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
