import { isIP } from 'node:net';
import type { Context } from 'koa';

/**
 * Where a request comes from. The socket's address, or behind a proxy (`server.proxy.koa`) what
 * the proxy says: proxies append to `X-Forwarded-For`, so only the last entries are theirs, and
 * everything before them is whatever the sender wrote. Koa itself would believe the first entry
 * unless `server.proxy.maxIpsCount` says how many proxies there are; here, one is assumed then.
 */
export function clientAddress(ctx: Context): string {
  const forwarded = ctx.request.ips;
  const trusted = ctx.app.maxIpsCount > 0 ? forwarded[0] : forwarded.at(-1);
  return trusted === undefined ? (ctx.req.socket.remoteAddress ?? '') : withoutPort(trusted);
}

/** Some proxies write `203.0.113.7:51234` and `[2001:db8::1]:51234`. */
function withoutPort(address: string): string {
  const [, six, four] = /^(?:\[([^\]]*)\]|(\d+(?:\.\d+){3}))(?::\d+)?$/.exec(address) ?? [];
  return six ?? four ?? address;
}

/** An address as the log names it. Where no proxy stands in front of a site that believes in one, it is the sender's text. */
export const addressInWords = (address: string): string =>
  isIP(address) === 0 ? 'no IP address' : address;
