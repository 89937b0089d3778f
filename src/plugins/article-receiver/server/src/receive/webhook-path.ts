import type { Core } from '@strapi/types';
import type { Context, Middleware, ParameterizedContext } from 'koa';
import { PLUGIN_ID } from '../../../shared/plugin-id';
import { REDACTED, undoPercents } from '../text/secrets/redact';

interface WebhookState {
  articleReceiverToken?: string;
}

const stateOf = ({ state }: Pick<Context, 'state'>) => state as WebhookState;

/** The webhook's path on this site, without a token. */
export function webhookPath(strapi: Core.Strapi): string {
  const prefix = strapi.config.get<string>('api.rest.prefix', '/api').replace(/\/+$/, '');
  return `${prefix}/${PLUGIN_ID}/webhook`;
}

/** The webhook's address for the service, without a token. */
export const webhookUrl = (strapi: Core.Strapi): string =>
  // Where the site is in a folder of its host, a proxy takes the folder away on the way to the path.
  new URL(strapi.config.get<string>('server.absoluteUrl') + webhookPath(strapi)).href;

/**
 * The webhook's path with another beginning: of plain words, shorter than the tokens that are made here. Those that the
 * site chose are redacted wherever they stand.
 */
const ELSEWHERE = new RegExp(`^(?:/[\\w.~-]{1,24})*?/${PLUGIN_ID}/webhook(?=/|$)`, 'i');

/** Whether a path is the webhook's, with or without a token in it. */
export const isBelow = (path: string, base: string): boolean =>
  path.toLowerCase() === base.toLowerCase() ||
  path.toLowerCase().startsWith(`${base.toLowerCase()}/`);

/** Whether a request is for the webhook. */
export const isWebhook = (ctx: Context, base: string): boolean => isBelow(ctx.path, base);

/**
 * Takes the token out of the request's address before anything else sees it: `strapi::logger`
 * writes the address of every request, and so may any other middleware, now or later. An address
 * that only resembles the webhook's (`//webhook/…`, `%77ebhook/…`, `webhooks/…`) has no route, but it may hold a
 * token all the same; and one that does not resemble it (`article-reciever/webhook/…`) may hold one
 * that is known. The log goes on saying where the site looked, when only the beginning is another one: a
 * proxy's prefix, or none.
 */
export function takeToken(base: string, redact: (text: string) => string): Middleware {
  return (ctx, next) => {
    // An address that cannot be parsed has no path.
    const path = ctx.path ?? '';
    if (isBelow(path, base)) {
      const [token = '', ...rest] = path.slice(base.length).replace(/^\//, '').split('/');
      if (token !== '') stateOf(ctx).articleReceiverToken = decode(token);
      if (token !== '' || rest.length > 0) {
        rename(ctx, [base, REDACTED, ...rest.map((part) => part && REDACTED)].join('/'));
      } else if (ctx.querystring !== '') {
        rename(ctx, base);
      }
    } else if (resemblesWebhook(path)) {
      const elsewhere = ELSEWHERE.exec(path)?.[0];
      rename(ctx, elsewhere ? `${redact(elsewhere)}/${REDACTED}` : `${base}${REDACTED}`);
    } else {
      const redacted = redact(ctx.url);
      if (redacted !== ctx.url) rename(ctx, redacted);
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
  const parts: string[] = [];
  for (const part of undoPercents(path).split(/[/\\]+/)) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return `/${parts.join('/')}`.toLowerCase().includes(`/${PLUGIN_ID}/webhook`);
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
  const { articleReceiverToken } = stateOf(ctx);
  if (articleReceiverToken) return articleReceiverToken;
  return /^Bearer +(\S+) *$/i.exec(ctx.get('authorization'))?.[1] ?? null;
}
