import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Where a webhook of Strapi's leads to. */
export interface WebhookListener {
  url: string;
  close(): void;
}

/**
 * Listens to webhooks, over HTTP. It keeps no connection open: where the process is busy for some
 * seconds, one that was kept is closed at the one end and used at the other, and Strapi says neither
 * that a webhook failed nor sends it again (5.54.0: services/webhook-runner).
 * @param onBody gets the body of each, as it came.
 */
export async function listenToWebhooks(onBody: (body: string) => void): Promise<WebhookListener> {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      onBody(body);
      response.setHeader('Connection', 'close').end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => void server.close() };
}
