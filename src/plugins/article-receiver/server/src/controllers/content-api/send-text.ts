import type { Context } from 'koa';

/** Answers with a text that a browser takes for what it is called, and for nothing else. */
export function sendText(ctx: Context, type: string, body: string): void {
  ctx.set('Content-Type', type);
  ctx.set('X-Content-Type-Options', 'nosniff');
  ctx.body = body;
}
