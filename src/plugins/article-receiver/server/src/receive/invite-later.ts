import type { IncomingMessage } from 'node:http';
import type { Core } from '@strapi/types';
import { isBelow } from './webhook-path';

/** Requests whose sender waits to be invited, and how that is done. */
const invitations = new WeakMap<IncomingMessage, () => void>();

/**
 * Leaves it to the webhook to invite its bodies. A sender may ask before it sends one (`Expect: 100-continue`, as
 * curl does from 1 MB on; RFC 9110, 10.1.1), and Node says yes before anybody has looked at the token. Where the
 * site answers such requests itself, they stay its own.
 */
export function inviteLater({ server: { httpServer } }: Core.Strapi, base: string): void {
  if (httpServer.listenerCount('checkContinue') > 0) return;
  httpServer.on('checkContinue', (request, response) => {
    const invite = () => response.writeContinue();
    if (isBelow(request.url?.split('?')[0] ?? '', base)) invitations.set(request, invite);
    else invite();
    httpServer.emit('request', request, response);
  });
}

/** Lets a sender that waits for it know that its body is wanted. */
export const invite = (request: IncomingMessage): void => invitations.get(request)?.();
