import type { Server, ServerResponse } from 'node:http';
import type { Core } from '@strapi/types';
import { within } from '../pace/within';
import { isBelow } from './webhook-path';

/** How long a stopping site waits for deliveries that are on their way in, in milliseconds. */
const FINISH_MS = 5_000;

/** Answers of the webhook that are not given yet, by the server that they are asked of. */
const underWay = new WeakMap<Server, Set<ServerResponse>>();

/** Knows from now on which deliveries are on their way in. */
export function noteUnderWay({ server: { httpServer } }: Core.Strapi, base: string): void {
  const open = new Set<ServerResponse>();
  underWay.set(httpServer, open);
  httpServer.on('request', (request, response) => {
    if (!isBelow(request.url?.split('?')[0] ?? '', base)) return;
    open.add(response);
    response.once('close', () => open.delete(response));
  });
}

/**
 * Lets nobody else in, and takes in what is on its way: Strapi (5.54.0) ends all connections when it stops, also those on
 * which somebody sends or waits for an answer, and the service is not known to send a delivery twice.
 */
export async function takeInLast({ server: { httpServer } }: Core.Strapi): Promise<void> {
  // What stands in front of the site asks another one, or asks again.
  if (httpServer.listening) httpServer.close();
  await within(FINISH_MS, allAnswered(underWay.get(httpServer) ?? new Set()));
}

async function allAnswered(open: ReadonlySet<ServerResponse>): Promise<void> {
  for (const response of open) await new Promise((resolve) => response.once('close', resolve));
}
