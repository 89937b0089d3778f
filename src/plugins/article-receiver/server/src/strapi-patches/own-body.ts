import type { Core } from '@strapi/types';
import type { Middleware } from 'koa';
import { isWebhook } from '../receive/webhook-path';
import { adapt, isFunction } from './adapt';

type MiddlewareFactory = (config: unknown, context: { strapi: Core.Strapi }) => Middleware;

interface MiddlewareRegistry {
  extend(uid: string, wrap: (factory: MiddlewareFactory) => MiddlewareFactory): void;
}

/**
 * Leaves the webhook's body unread for our own reader. Strapi's parser would refuse bodies over
 * its limit of 1 MB and does not keep the bytes; on every other route it stays as the site set it.
 *
 * As in 5.17 to 5.54. A way to exclude single routes was asked for upstream in
 * https://github.com/strapi/strapi/issues/23626 (closed without one).
 */
export function leaveBodyUnread(strapi: Core.Strapi, base: string): void {
  const middlewares = strapi.get<MiddlewareRegistry>('middlewares');
  adapt(strapi, {
    what: "Strapi's reader of request bodies (middleware strapi::body)",
    without: 'it reads deliveries before the receiver can, which then refuses them all',
    isKnown: isFunction(middlewares?.extend),
    apply: () =>
      middlewares.extend('strapi::body', (factory) => (config, context) => {
        const parse = factory(config, context);
        return (ctx, next): unknown => (isWebhook(ctx, base) ? next() : parse(ctx, next));
      }),
  });
}
