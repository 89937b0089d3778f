import { gzipSync } from 'node:zlib';
import { makeDelivery } from '../support/feed/deliveries';
import { deliveredBody, logSize } from '../support/feed/event-log';
import { bootSite, type Site } from '../support/site/site';
import { slowPost } from '../support/servers/slow-request';

const MAX_BODY = 64 * 1024;

/** A valid delivery of exactly so many bytes. */
function deliveryOfSize(bytes: number): Buffer {
  const delivery = makeDelivery({ article: { content: '' } });
  const rest = bytes - Buffer.byteLength(JSON.stringify(delivery));
  return Buffer.from(
    JSON.stringify({ ...delivery, article: { ...delivery.article, content: 'x'.repeat(rest) } }),
  );
}

const gzip = { 'content-encoding': 'gzip' };

describe('the limits of the webhook, on a site with its own prefix', () => {
  let site: Site;
  const url = () => site.url + site.webhookPath;

  beforeAll(async () => {
    site = await bootSite({
      pluginConfig: { maxBodyBytes: MAX_BODY, bodyTimeoutMs: 400 },
      siteConfig: { api: { rest: { prefix: '/content/v1', maxLimit: 100 } } },
    });
  });
  afterAll(() => site?.destroy());

  it('is behind the prefix, and nowhere else', async () => {
    expect(site.webhookPath).toBe(`/content/v1/article-receiver/webhook/${site.token}`);
    expect((await site.deliver(makeDelivery())).status).toBe(202);
    const size = await logSize(site);
    const elsewhere = `/api/article-receiver/webhook/${site.token}`;
    const response = await site.request.post(elsewhere).send(makeDelivery());
    expect([404, 405]).toContain(response.status);
    expect(await logSize(site)).toBe(size);
  });

  it('takes a body of exactly the largest size, however it is sent', async () => {
    expect((await site.deliver(deliveryOfSize(MAX_BODY))).status).toBe(202);

    const chunked = slowPost(url());
    chunked.request.end(deliveryOfSize(MAX_BODY));
    expect((await chunked.answer).status).toBe(202);

    const { status } = await site.deliver(gzipSync(deliveryOfSize(MAX_BODY)), { headers: gzip });
    expect(status).toBe(202);
  });

  describe('refuses a larger body with 413, keeps nothing, and names the limit', () => {
    let size: number;
    beforeEach(async () => {
      size = await logSize(site);
    });
    afterEach(async () => {
      expect(await logSize(site)).toBe(size);
    });

    const refusal = {
      data: null,
      error: {
        status: 413,
        name: 'PayloadTooLargeError',
        message: expect.stringMatching(new RegExp(`${MAX_BODY}.*maxBodyBytes`)),
        details: {},
      },
    };

    it('by the length that it announces, before it comes', async () => {
      const { answer } = slowPost(url(), { 'content-length': String(MAX_BODY + 1) });
      expect(await answer).toMatchObject({ status: 413, body: refusal });
    });

    it('by what comes, when it announces none', async () => {
      const { request, answer } = slowPost(url());
      request.write(deliveryOfSize(MAX_BODY + 1));
      expect(await answer).toMatchObject({ status: 413, body: refusal });
    });

    it('while the sender goes on sending', async () => {
      const { status, body } = await site.deliver(deliveryOfSize(40 * MAX_BODY));
      expect({ status, body }).toEqual({ status: 413, body: refusal });
    });

    it('by what it is when inflated', async () => {
      const bomb = gzipSync(deliveryOfSize(MAX_BODY + 1));
      expect(bomb.length).toBeLessThan(MAX_BODY / 10);
      const { status, body } = await site.deliver(bomb, { headers: gzip });
      expect({ status, body }).toEqual({ status: 413, body: refusal });
    });
  });

  it('knows a gzip body by what is in it', async () => {
    const bytes = deliveryOfSize(5_000);
    const first = await site.deliver(gzipSync(bytes, { level: 1 }), { headers: gzip });
    const deliveryId = first.body.data?.deliveryId ?? '';
    expect((await deliveredBody(site, deliveryId)).equals(bytes)).toBe(true);
    for (const [body, headers] of [
      [bytes, {}],
      [gzipSync(bytes, { level: 9 }), gzip],
      [gzipSync(bytes), { 'content-encoding': 'GZIP' }],
    ] as const) {
      const { status, body: answer } = await site.deliver(body, { headers });
      expect([status, answer.data]).toEqual([200, { deliveryId, outcome: 'duplicate' }]);
    }
  });

  it('keeps what is no gzip though it says so, as it came', async () => {
    const bytes = Buffer.from('no gzip at all');
    const { status, body } = await site.deliver(bytes, { headers: gzip });
    expect(status).toBe(400);
    const kept = await deliveredBody(site, body.error?.details?.deliveryId ?? '');
    expect(kept.equals(bytes)).toBe(true);
  });

  it('answers 408 to a body that does not come to an end, and keeps nothing of it', async () => {
    const size = await logSize(site);
    const bytes = deliveryOfSize(2_000);
    const chunked = slowPost(url());
    chunked.request.write(bytes.subarray(0, 1_000));
    const announced = slowPost(url(), { 'content-length': '2000' });
    announced.request.write(bytes.subarray(0, 1_999));
    for (const { status, body } of await Promise.all([chunked.answer, announced.answer])) {
      expect([status, body.error?.name]).toEqual([408, 'RequestTimeoutError']);
      expect(body.error?.message).toContain('bodyTimeoutMs');
    }
    expect(await logSize(site)).toBe(size);
  });

  it('keeps nothing of a delivery whose sender went away', async () => {
    const size = await logSize(site);
    const { request, answer } = slowPost(url(), { 'content-length': '2000' });
    request.write(deliveryOfSize(2_000).subarray(0, 1_000));
    await new Promise((resolve) => request.once('socket', resolve));
    request.destroy();
    await expect(answer).rejects.toThrow();
    // The next request is answered on the same server, after this one is over.
    expect((await site.deliver(makeDelivery())).status).toBe(202);
    expect(await logSize(site)).toBe(size + 1);
  });
});
