import { writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { makeDelivery, nextDelivery } from '../support/feed/deliveries';
import { startImageHost, type ImageHost } from '../support/servers/image-host';
import { makeImage } from '../support/feed/images';
import { ProcessSite } from '../support/site/process-site';
import { until } from '../support/until';

/**
 * One instance has looked at an article's stream and is about to lock it, when another projects a
 * newer delivery of it. The race is made, not hoped for: the host of an image holds the first up.
 */
describe('an instance that comes to an article with an old view of its stream', () => {
  let host: ImageHost;
  let slow: ProcessSite;
  let fast: ProcessSite;

  beforeAll(async () => {
    host = await startImageHost();
    const images = { fetchFrom: [host.host], fetchFromPrivate: ['127.0.0.0/8', '::1'] };
    slow = await ProcessSite.create({ overlay: { plugin: { sweepIntervalMs: 500, images } } });
    const trusted = join(slow.directory, 'host.pem');
    await writeFile(trusted, host.certificate);
    fast = await slow.instance({ NODE_EXTRA_CA_CERTS: trusted });
    await slow.startWell({ NODE_EXTRA_CA_CERTS: trusted });
    await slow.client.status();
  });
  afterAll(async () => {
    await fast?.kill();
    await slow?.destroy();
    await host?.close();
  });

  it('looks again under the lock, and writes nothing over the newer one', async () => {
    const held: ServerResponse[] = [];
    host.answer('/slow.png', (_request, response) => {
      // The first who asks waits; whoever comes after it is told at once that there is nothing.
      if (held.length === 0) held.push(response);
      else response.writeHead(404).end();
    });
    const absent = { url: host.url('/slow.png'), base64: '', dataUrl: '', byteSize: 0 };
    const image = await makeImage({}, absent);
    const first = makeDelivery({ article: { tldr: 'Older.', images: [image] } });
    expect((await slow.deliver(first))?.status).toBe(202);
    await until('the first instance to be at the article', () => held.length === 1);

    await fast.startWell();
    const second = nextDelivery(first, { article: { tldr: 'Newer.', images: [] } });
    const answer = await fast.deliver(second);
    const newer = answer?.body.data?.deliveryId ?? '';
    await until('the other instance to show the newer delivery', async () => {
      return (await fast.client.delivery(newer)).state === 'applied';
    });

    held[0]?.writeHead(404).end();
    await until('the first instance to be done', async () => {
      return (await slow.client.status()).runner.running === null;
    });
    expect((await fast.client.delivery(newer)).state).toBe('applied');
    const drafts = await fast.client.entries<{ tldr: string }>('/articles?status=draft');
    expect(drafts.map(({ tldr }) => tldr)).toEqual(['Newer.']);
  });
});
