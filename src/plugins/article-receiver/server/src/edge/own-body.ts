import type { Core } from '@strapi/types';
import type { Context, Middleware } from 'koa';
import { isWebhook } from './webhook-path';

type MiddlewareFactory = (config: unknown, context: { strapi: Core.Strapi }) => Middleware;

interface MiddlewareRegistry {
  extend(uid: string, wrap: (factory: MiddlewareFactory) => MiddlewareFactory): void;
}

/**
 * Leaves the webhook's body unread for our own reader. Strapi's parser would refuse bodies over
 * its limit of 1 MB and does not keep the bytes; on every other route it stays as the site set it.
 */
export function leaveBodyUnread(strapi: Core.Strapi, base: string): void {
  const middlewares = strapi.get('middlewares') as unknown as MiddlewareRegistry;
  middlewares.extend('strapi::body', (factory) => (config, context) => {
    const parse = factory(config, context);
    return (ctx, next) => (isWebhook(ctx as Context, base) ? next() : parse(ctx, next));
  });
}
