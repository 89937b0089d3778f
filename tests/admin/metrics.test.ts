import { adminApi } from '../support/people/admin-api';
import { apiTokenOf } from '../support/articles/articles';
import { makeDelivery } from '../support/feed/deliveries';
import { bootSite, type Site } from '../support/site/site';

const SCRAPE = '/api/article-receiver/metrics';

interface ApiTokens {
  create(token: object): Promise<{ accessKey: string }>;
}

describe('the metrics for Prometheus', () => {
  let site: Site;
  let api: ReturnType<typeof adminApi>;

  beforeAll(async () => {
    site = await bootSite();
    api = adminApi(site);
  });
  afterAll(() => site?.destroy());

  const scrape = (token: string) =>
    site.request.get(SCRAPE).set('Authorization', `Bearer ${token}`);

  const tokenFor = async (permission: string): Promise<string> => {
    const tokens = site.strapi.service('admin::api-token') as unknown as ApiTokens;
    const { accessKey } = await tokens.create({
      name: permission,
      description: '',
      type: 'custom',
      lifespan: null,
      permissions: [permission],
    });
    return accessKey;
  };

  it('cannot be read while they are turned off, as they are by default', async () => {
    expect((await api.get('/metrics')).status).toBe(404);
    expect((await scrape(await apiTokenOf(site))).status).toBe(404);
  });

  it('are read with a permission of their own, by API tokens too', async () => {
    await api.put('/settings', { metrics: { enabled: true } });
    expect((await api.get('/metrics')).status).toBe(200);
    expect((await site.request.get(SCRAPE)).status).toBe(403);
    expect((await scrape('wrong')).status).toBe(401);
    const other = await tokenFor('plugin::article-receiver.article.find');
    expect((await scrape(other)).status).toBe(403);
    const own = await tokenFor('plugin::article-receiver.metrics.scrape');
    expect((await scrape(own)).status).toBe(200);
  });

  it('count what arrives, what is answered and what is projected', async () => {
    const delivery = makeDelivery();
    await site.deliver(delivery);
    await site.deliver(delivery);
    await site.deliver('not json');
    await site.deliver(makeDelivery({ event: 'article.unheard_of' }));
    await fetch(`${site.url}/api/article-receiver/webhook/wrong`, { method: 'POST' });
    await site.settle();
    const { text, headers } = await api.get('/metrics');
    expect(headers['content-type']).toMatch(/^text\/plain/);
    const values = new Map(
      text
        .split('\n')
        .filter((line) => line !== '' && !line.startsWith('#'))
        .map((line) => line.split(/ (?=\S+$)/) as [string, string]),
    );
    const expected = {
      'article_receiver_deliveries{state="applied"}': '1',
      'article_receiver_deliveries{state="parked"}': '1',
      'article_receiver_deliveries{state="quarantined"}': '1',
      'article_receiver_deliveries{state="pending"}': '0',
      article_receiver_oldest_pending_age_seconds: '0',
      'article_receiver_webhook_answers_total{status="202"}': '2',
      'article_receiver_webhook_answers_total{status="200"}': '1',
      'article_receiver_webhook_answers_total{status="400"}': '1',
      'article_receiver_webhook_answers_total{status="401"}': '1',
      'article_receiver_acknowledgements_total{outcome="accepted"}': '2',
      'article_receiver_acknowledgements_total{outcome="duplicate"}': '1',
      'article_receiver_acknowledgements_total{outcome="quarantined"}': '1',
      article_receiver_acknowledge_seconds_count: '4',
    };
    for (const [name, value] of Object.entries(expected)) {
      expect([name, values.get(name)]).toEqual([name, value]);
    }
    const projections = values.get('article_receiver_projection_seconds_count{outcome="done"}');
    expect(Number(projections)).toBeGreaterThanOrEqual(2);
    expect(text).not.toContain(site.token);
  });

  it('say no age below nothing of what came in by a clock that is ahead', async () => {
    const runner = site.strapi
      .plugin('article-receiver')
      .service<{ start(): void; stop(): Promise<void> }>('runner');
    await runner.stop();
    await site.deliver(makeDelivery());
    const where = { state: 'pending' };
    const data = { receivedAt: Date.now() + 5 * 60_000 };
    await site.strapi.db.query('plugin::article-receiver.delivery').updateMany({ where, data });
    const status = (await api.get('/status')).body as { oldestPendingAgeMs: number };
    expect(status.oldestPendingAgeMs).toBe(0);
    const { text } = await api.get('/metrics');
    expect(text).toMatch(/^article_receiver_oldest_pending_age_seconds 0$/m);
    runner.start();
    await site.settle();
  });
});
