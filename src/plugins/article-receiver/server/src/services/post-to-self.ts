import { request, type RequestOptions } from 'node:http';
import type { Core } from '@strapi/types';

/** Longest time that the webhook may take to answer, in milliseconds. */
const TIMEOUT_MS = 15_000;

const MAX_ANSWER = 100_000;

export interface OwnAnswer {
  status: number;
  deliveryId: string | null;
  /** Of an error. */
  message: string | null;
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

/**
 * Posts JSON to an address of this site, over HTTP as anybody would.
 * @throws Error when there is no answer.
 */
export function postToSelf(strapi: Core.Strapi, path: string, body: string): Promise<OwnAnswer> {
  return new Promise((resolve, reject) => {
    const options = {
      ...ownServer(strapi),
      path,
      method: 'POST',
      timeout: TIMEOUT_MS,
      headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
      agent: false as const,
    };
    const sent = request(options, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text = (text + part).slice(0, MAX_ANSWER);
      });
      response.on('error', reject);
      response.on('end', () => resolve(readAnswer(response.statusCode ?? 0, text)));
    });
    sent.on('timeout', () => sent.destroy(new Error('the webhook did not answer in time')));
    sent.on('error', reject);
    sent.end(body);
  });
}

function readAnswer(status: number, text: string): OwnAnswer {
  try {
    const { data, error } = JSON.parse(text) as {
      data?: { deliveryId?: string } | null;
      error?: { message?: string };
    };
    return { status, deliveryId: data?.deliveryId ?? null, message: error?.message ?? null };
  } catch {
    return { status, deliveryId: null, message: null };
  }
}
