import type { Middleware } from 'koa';

/**
 * Answers 415 to what was sent and not read: Strapi reads no body without a type, and none of most types, and
 * goes on as if there were none. A dry run would be asked for, and a rebuild begun.
 */
export const refuseUnread: Middleware = (ctx, next) => {
  // Of these nobody reads one.
  if (ctx.method === 'GET' || ctx.method === 'HEAD') return next();
  const { body } = ctx.request as { body?: unknown };
  const isSent = Number(ctx.get('content-length')) > 0 || ctx.get('transfer-encoding') !== '';
  if (body !== undefined || !isSent) return next();
  return ctx.unsupportedMediaType('expected a Content-Type of application/json');
};
