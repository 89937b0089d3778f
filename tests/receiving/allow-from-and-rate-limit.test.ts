import { makeDelivery } from '../support/feed/deliveries';
import { logLines } from '../support/log-lines';
import { post } from '../support/servers/http';
import { bootSite, type Site } from '../support/site/site';

const rowsInLog = (site: Site) => site.strapi.db.query('plugin::article-receiver.log').count();

describe('a site that takes deliveries from some addresses only', () => {
  let site: Site;

  beforeAll(async () => {
    site = await bootSite({
      pluginConfig: { allowFrom: ['203.0.113.0/24', '2001:db8::/32', '127.0.0.2'] },
    });
  });
  afterAll(() => site?.destroy());

  const from = (forwarded: string) =>
    post(`${site.url}${site.webhookPath}`, makeDelivery(), {
      headers: { 'x-forwarded-for': forwarded },
    });

  it('answers others with 403, whatever their token, before it reads anything', async () => {
    const lines = await logLines(site, async () => {
      const { status, body } = await site.deliver(makeDelivery());
      expect(status).toBe(403);
      expect(body).toMatchObject({ data: null, error: { status: 403, name: 'ForbiddenError' } });
      const wrong = await post(`${site.url}/api/article-receiver/webhook/wrong`, 'no json');
      expect(wrong.body).toEqual(body);
    });
    expect(await rowsInLog(site)).toBe(0);
    // The service may have another address from today on. However many knock, the log says so now and then.
    const said = lines.filter((line) => line.includes('none of "allowFrom"'));
    expect(said).toEqual([expect.stringContaining('from 127.0.0.1, which is none of "allowFrom"')]);
    expect(said.join('')).not.toContain(site.token);
  });

  it('believes a proxy where the site says that there is one, and nobody else', async () => {
    const { app } = site.strapi.server;
    expect((await from('203.0.113.7')).status).toBe(403);

    app.proxy = true;
    for (const allowed of ['203.0.113.7', '2001:db8::1', '::ffff:203.0.113.7']) {
      expect([allowed, (await from(allowed)).status]).toEqual([allowed, 202]);
    }
    // The proxy appends the address that it saw; what stands before it, the sender wrote.
    expect((await from('203.0.113.7, 198.51.100.1')).status).toBe(403);
    expect((await from('198.51.100.1, 203.0.113.7')).status).toBe(202);
    const row = await site.strapi.db
      .query('plugin::article-receiver.log')
      .findOne({ select: ['remoteAddress'], orderBy: { id: 'desc' } });
    expect(row).toEqual({ remoteAddress: '203.0.113.7' });

    // As proxies of Azure's write it.
    for (const allowed of ['203.0.113.7:51234', '[2001:db8::1]:51234', '[2001:db8::1]']) {
      expect([allowed, (await from(allowed)).status]).toEqual([allowed, 202]);
    }
    expect((await from('198.51.100.1:203')).status).toBe(403);

    app.maxIpsCount = 2;
    expect((await from('203.0.113.7, 198.51.100.1')).status).toBe(202);
    expect((await from('203.0.113.7, 198.51.100.1, 198.51.100.2')).status).toBe(403);
  });
});

describe('a site that takes so many deliveries a minute', () => {
  let site: Site;

  beforeAll(async () => {
    site = await bootSite({
      pluginConfig: {
        allowFrom: ['127.0.0.1'],
        rateLimit: { perMinute: 2 },
        tokens: ['another-token-of-the-site'],
      },
    });
  });
  afterAll(() => site?.destroy());

  it('counts them by token, and says when to come again', async () => {
    const first = makeDelivery();
    expect((await site.deliver(first)).status).toBe(202);
    expect((await site.deliver(first)).status).toBe(200);
    const refused = await site.deliver(makeDelivery());
    expect(refused.status).toBe(429);
    expect(refused.body.error).toMatchObject({ status: 429, name: 'RateLimitError' });
    const retryAfter = Number(refused.headers.get('retry-after'));
    expect(retryAfter).toBeGreaterThan(0);
    expect(retryAfter).toBeLessThanOrEqual(30);

    const other = `${site.url}/api/article-receiver/webhook/another-token-of-the-site`;
    expect((await post(other, makeDelivery())).status).toBe(202);
    expect(await rowsInLog(site)).toBe(2);
  });

  it('does not count those who have no token', async () => {
    const wrong = `${site.url}/api/article-receiver/webhook/wrong`;
    const answers = await Promise.all(
      Array.from({ length: 10 }, async () => (await post(wrong, makeDelivery())).status),
    );
    expect(new Set(answers)).toEqual(new Set([401]));
  });
});
