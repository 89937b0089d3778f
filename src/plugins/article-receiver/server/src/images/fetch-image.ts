import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { isIP } from 'node:net';
import type { AddressTest } from '../config/address-ranges';
import { AddressRefused, guardedLookup, type Resolve } from './fetch-address';
import { readImageUrl, type HostTest } from './fetch-url';

const MAX_REDIRECTS = 3;

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

const HEADERS = {
  accept: 'image/avif,image/webp,image/png,image/jpeg,image/gif',
  'accept-encoding': 'identity',
  'user-agent': 'article-receiver',
};

/** What may be fetched, and how much of it. */
export interface FetchRules {
  isHostAllowed: HostTest;
  isAddressAllowed: AddressTest;
  /** Largest answer, in bytes. */
  maxBytes: number;
  /** Ends everything, redirects included. */
  signal: AbortSignal;
  resolve?: Resolve;
}

/** What came of a fetch; why nothing did, as a sentence's end for a person. */
export type Fetched = { ok: true; bytes: Buffer } | { ok: false; reason: string };

const failed = (reason: string): Fetched => ({ ok: false, reason });

/**
 * Fetches what an address of a listed host answers, over https and without cookies. A redirect is
 * followed within the same host only. The address that is connected to is checked as the
 * connection is made. Never rejects, and says nothing about what the bytes are.
 */
export async function fetchImage(address: string, rules: FetchRules): Promise<Fetched> {
  const first = readImageUrl(address, rules.isHostAllowed);
  if (typeof first === 'string') return failed(first);
  let url = first;
  try {
    for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
      const answer = await ask(url, rules);
      if (!('redirect' in answer)) return answer;
      const next = readImageUrl(answer.redirect, rules.isHostAllowed, url);
      if (typeof next === 'string') return failed(`it leads elsewhere, and ${next}`);
      if (next.host !== url.host) return failed('it leads to another host');
      url = next;
    }
    return failed(`it leads on more than ${MAX_REDIRECTS} times`);
  } catch (error) {
    return failed(explain(error, rules.signal));
  }
}

function explain(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'it took too long (images.fetchTimeoutMs)';
  const { message, code } = error as NodeJS.ErrnoException;
  if (error instanceof AddressRefused) return message;
  return `the connection failed (${code ?? message})`.slice(0, 500);
}

async function ask(url: URL, rules: FetchRules): Promise<Fetched | { redirect: string }> {
  const response = await open(url, rules);
  try {
    const { statusCode = 0, headers } = response;
    if (REDIRECTS.has(statusCode) && headers.location) return { redirect: headers.location };
    if (statusCode !== 200) return failed(`the host answered ${statusCode}`);
    if (!/^(identity)?$/i.test(headers['content-encoding'] ?? '')) {
      return failed('the host answered in an encoding that was not asked for');
    }
    return await readBounded(response, rules.maxBytes);
  } finally {
    response.destroy();
  }
}

function open(url: URL, rules: FetchRules): Promise<IncomingMessage> {
  const { isAddressAllowed, resolve, signal } = rules;
  // An address in place of a name is connected to without any look-up.
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal) !== 0 && !isAddressAllowed(literal)) {
    return Promise.reject(new AddressRefused(`${url.host} is not a public address`));
  }
  return new Promise((answered, rejected) => {
    // Not the global agent: its open connections were made without our check, and it may be a
    // proxy's, which would make the connection somewhere else.
    const agent = new Agent({ keepAlive: false });
    const lookup = guardedLookup(isAddressAllowed, resolve);
    request(url, { agent, lookup, signal, headers: HEADERS }, answered).on('error', rejected).end();
  });
}

async function readBounded(response: IncomingMessage, maxBytes: number): Promise<Fetched> {
  const tooLarge = failed(`it is larger than ${maxBytes} bytes (images.maxBytes)`);
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) return tooLarge;
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxBytes) return tooLarge;
    chunks.push(chunk);
  }
  return { ok: true, bytes: Buffer.concat(chunks) };
}
