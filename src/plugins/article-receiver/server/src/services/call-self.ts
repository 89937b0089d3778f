import { recordOf } from '../../../shared/records';
import { Agent, ClientRequest, type OutgoingHttpHeaders, type RequestOptions } from 'node:http';
import type { Core } from '@strapi/types';

/** Longest time that the site may take to answer itself, in milliseconds. */
const TIMEOUT_MS = 15_000;

/** Longer answers are cut, in characters. */
const MAX_ANSWER = 4_000_000;

export interface OwnRequest {
  method: 'GET' | 'POST';
  /** With its query. */
  path: string;
  headers?: OutgoingHttpHeaders;
  /** Sent as JSON. */
  body?: string;
}

export interface OwnAnswer {
  status: number;
  /** What the answer's JSON says; undefined where it is none. */
  json: unknown;
}

/** Where the site's own server listens. */
function ownServer(strapi: Core.Strapi): RequestOptions {
  const address = strapi.server.httpServer.address();
  if (address === null) throw new Error('the site does not listen anywhere');
  if (typeof address === 'string') return { socketPath: address };
  const { address: host, port, family } = address;
  const isEverywhere = host === '0.0.0.0' || host === '::';
  const loopback = family === 'IPv6' ? '::1' : '127.0.0.1';
  return { host: isEverywhere ? (host === '::' ? 'localhost' : loopback) : host, port };
}

const jsonHeaders = (body: string): OutgoingHttpHeaders => ({
  'content-type': 'application/json',
  'content-length': Buffer.byteLength(body),
});

/**
 * Asks an address of this site, over HTTP as anybody would: with the same checks, rights and
 * answers.
 * @throws Error when there is no answer.
 */
export function callSelf(
  strapi: Core.Strapi,
  { method, path, headers = {}, body }: OwnRequest,
): Promise<OwnAnswer> {
  return new Promise((resolve, reject) => {
    const options = {
      ...ownServer(strapi),
      path,
      method,
      timeout: TIMEOUT_MS,
      headers: { ...headers, ...(body !== undefined && jsonHeaders(body)) },
      agent: new Agent({ keepAlive: false }),
    };
    // Not `request`: where the site's way out is a proxy (`server.proxy`), Strapi puts that into it whatever
    // agent is asked for. A proxy cannot reach the site, and would see the token.
    const sent = new ClientRequest(options, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text = (text + part).slice(0, MAX_ANSWER);
      });
      response.on('error', reject);
      response.on('end', () => resolve({ status: response.statusCode ?? 0, json: parsed(text) }));
    });
    sent.on('timeout', () => sent.destroy(new Error('the site did not answer itself in time')));
    sent.on('error', reject);
    sent.end(body);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The message of an answer that is an error, as Strapi writes them. */
export function messageOf({ json }: OwnAnswer): string | null {
  const { message } = recordOf(recordOf(json).error);
  return typeof message === 'string' ? message : null;
}
