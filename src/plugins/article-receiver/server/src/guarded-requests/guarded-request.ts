import { request as requestHttp, Agent as HttpAgent, type IncomingMessage } from 'node:http';
import { request as requestHttps, Agent as HttpsAgent } from 'node:https';
import { isIP } from 'node:net';
import type { RequestFault } from '../../../shared/deliveries/request-faults';
import type { AddressTest } from '../config/address-ranges';
import { AddressRefused, guardedLookup, type Resolve } from './fetch-address';

/** Which servers may be asked, and for how long. */
export interface Reach {
  isAddressAllowed: AddressTest;
  /** Ends everything, redirects included. */
  signal: AbortSignal;
  resolve?: Resolve;
}

/** What is sent. Never a cookie, nor anything of the site's. */
interface GuardedRequest {
  method?: 'GET' | 'POST';
  headers: Readonly<Record<string, string>>;
  body?: string;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Where an answer leads on to; null when it is one itself. */
export const redirectOf = ({ statusCode = 0, headers }: IncomingMessage): string | null =>
  REDIRECTS.has(statusCode) ? (headers.location ?? null) : null;

/**
 * Asks a server outside. The address that is connected to is checked as the connection is made.
 * @throws AddressRefused for one that must not be asked; Error when the connection fails.
 */
export function askGuarded(
  url: URL,
  reach: Reach,
  asking: GuardedRequest,
): Promise<IncomingMessage> {
  const { isAddressAllowed, resolve, signal } = reach;
  // An address in place of a name is connected to without any look-up.
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal) !== 0 && !isAddressAllowed(literal)) {
    return Promise.reject(new AddressRefused(`${url.host} is not a public address`));
  }
  const isHttps = url.protocol === 'https:';
  return new Promise((answered, rejected) => {
    // Not the global agent: its open connections were made without our check. Where the site names a proxy
    // for its way out (`server.proxy`), Strapi has that one connect all the same, so the proxy looks names up.
    const agent = isHttps
      ? new HttpsAgent({ keepAlive: false })
      : new HttpAgent({ keepAlive: false });
    const lookup = guardedLookup(isAddressAllowed, resolve);
    const { method = 'GET', headers, body } = asking;
    const options = { agent, lookup, signal, method, headers };
    (isHttps ? requestHttps : requestHttp)(url, options, answered).on('error', rejected).end(body);
  });
}

/** Reads an answer; null when it is larger than that. */
export async function readBounded(
  response: IncomingMessage,
  maxBytes: number,
): Promise<Buffer | null> {
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) return null;
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Why a server could not be asked: as a sentence's end, and as what the admin has words for. */
export interface Failed {
  why: string;
  fault: RequestFault;
  detail: string;
}

export function whyFailed(error: unknown): Failed {
  const { message, code } = error as NodeJS.ErrnoException;
  if (error instanceof AddressRefused) return { why: message, fault: 'notPublic', detail: '' };
  const detail = (code ?? message).slice(0, 450);
  return { why: `the connection failed (${detail})`, fault: 'noConnection', detail };
}
