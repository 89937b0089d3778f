import type { Middleware } from 'koa';

/**
 * Answers 404 to an address with a NUL in it, and 400 where one is in a query or in what was sent: no
 * text of PostgreSQL's has one, so that it fails at a query in which one is compared.
 */
export const refuseNul: Middleware = (ctx, next) => {
  const { body } = ctx.request as { body?: unknown };
  if (hasNul(ctx.params)) return ctx.notFound('there is nothing with a NUL in its name');
  if (hasNul(ctx.query)) return ctx.badRequest('expected no NUL in a parameter');
  return hasNul(body) ? ctx.badRequest('expected no NUL in what is sent') : next();
};

/** Whether a NUL is in a text of a parsed value, however deep it lies. */
export function hasNul(value: unknown): boolean {
  const waiting = [value];
  while (waiting.length > 0) {
    const part = waiting.pop();
    if (typeof part === 'string' && part.includes('\0')) return true;
    if (typeof part !== 'object' || part === null) continue;
    for (const inner of Object.values(part)) waiting.push(inner);
  }
  return false;
}
