import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestDelivery } from '../../src/plugins/article-receiver/shared/settings/settings';
import { makeDelivery } from '../support/feed/deliveries';
import { ProcessSite } from '../support/site/process-site';

/** A proxy for the way out that lets nothing through, and knows who asked for what. */
async function startProxy(): Promise<{ server: Server; url: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.writeHead(502).end();
  });
  server.on('connect', ({ url }, socket) => {
    asked.push(`CONNECT ${url}`);
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { server, url: `http://127.0.0.1:${port}`, asked };
}

// A process of its own: Strapi puts the proxy into all of Node's requests, the tests' own, too.
describe('a site whose way out is a proxy (server.proxy)', () => {
  let proxy: Awaited<ReturnType<typeof startProxy>>;
  let site: ProcessSite;

  beforeAll(async () => {
    proxy = await startProxy();
    site = await ProcessSite.create({
      overlay: {
        site: { server: { proxy: { global: proxy.url } } },
        plugin: { images: { fetchFrom: ['images.example.org'] } },
      },
    });
    await site.startWell();
  });
  afterAll(async () => {
    await site?.destroy();
    proxy.server.close();
    proxy.server.closeAllConnections();
  });

  it('asks itself directly: the proxy would see the token, and cannot reach the site', async () => {
    const { steps } = await site.client.admin<TestDelivery>(
      'POST',
      '/article-receiver/settings/test-delivery',
    );
    expect(steps.map(({ name, ok }) => [name, ok])).toEqual(
      ['sent', 'acknowledged', 'logged', 'projected', 'entry'].map((name) => [name, true]),
    );
    expect(proxy.asked).toEqual([]);
  });

  it('asks others through it, as everything of the site does', async () => {
    const heroImageUrl = 'https://images.example.org/hero.jpg';
    await site.deliver(makeDelivery({ article: { heroImageUrl } }));
    await site.client.settled();
    expect(proxy.asked).toEqual(['CONNECT images.example.org:443']);
  });
});
