import type { Operations } from '../../src/plugins/article-receiver/shared/deliveries/operations';
import { eventually } from '../support/eventually';
import { makeDelivery } from '../support/feed/deliveries';
import { adminApi } from '../support/people/admin-api';
import { LOOPBACK, lookedAt, startFrontEnd, type FrontEnd } from '../support/servers/front-end';
import { fakeClock } from '../support/site/clock';
import { bootSite, type Site } from '../support/site/site';

const START = '2026-11-01T12:00:00Z';
const LATER = '2026-11-01T12:01:00Z';

let front: FrontEnd;
let setClock: ReturnType<typeof fakeClock>;

beforeAll(async () => {
  setClock = fakeClock(START);
  front = await startFrontEnd();
});
afterAll(async () => {
  await front?.close();
  jest.useRealTimers();
});

describe('a site with published articles that begins to look at pages', () => {
  let site: Site;
  afterAll(() => site?.destroy());

  it('leaves them alone until they are published again', async () => {
    setClock(START);
    site = await bootSite({ pluginConfig: { sweepIntervalMs: 100 } });
    const ready = makeDelivery({ article: { status: 'published' } });
    await site.deliver({ ...ready, event: 'article.status_changed' });
    await site.settle();
    setClock(LATER);
    front.asked.length = 0;
    await site.restart(lookedAt(front));
    const pages = () => site.strapi.db.query('plugin::article-receiver.page').findMany({});
    await eventually(async () => expect(await pages()).toHaveLength(1));
    expect(await pages()).toEqual([expect.objectContaining({ dueAt: null, checkedAt: null })]);
    expect(front.asked).toEqual([]);
  });

  it('looks at none when it is asked to, and lists none, where it is told not to', async () => {
    const row = await site.strapi.db.query('plugin::article-receiver.stream').findOne({});
    await site.restart({ articleUrl: front.articleUrl });
    const api = adminApi(site);
    const { documentId } = row as { documentId: string };
    expect((await api.post(`/articles/${documentId}/look-again`)).status).toBe(409);
    expect((await api.get('/pages')).body).toEqual({ results: [], next: null });
  });

  it('does not ask a front end in its own network that it did not name', async () => {
    await site.restart(lookedAt(front, { checks: { enabled: true, withinMs: 0 } }));
    front.asked.length = 0;
    const delivery = makeDelivery({
      event: 'article.status_changed',
      article: { status: 'published' },
    });
    await site.deliver(delivery);
    await site.settle();
    const wrong = () =>
      site.strapi.db.query('plugin::article-receiver.page').findOne({ where: { isWrong: true } });
    await eventually(async () =>
      expect(((await wrong()) as { issues: string } | null)?.issues).toContain('not public'),
    );
    expect(front.asked).toEqual([]);
  });

  it('counts none as wrong where it is told to look at none any more', async () => {
    const counted = async () => {
      const { status } = site.strapi.plugin('article-receiver').service<Operations>('operations');
      return (await status()).pages?.wrong;
    };
    expect(await counted()).toBe(1);
    await site.restart(lookedAt(front, { checks: { enabled: false } }));
    expect(await counted()).toBe(0);
  });
});

describe('a site that took its key away before all was told', () => {
  let site: Site;
  afterAll(() => site?.destroy());

  it('has nothing to do because of that', async () => {
    setClock(START);
    site = await bootSite({ pluginConfig: lookedAt(front, { indexNow: {} }) });
    const now = Date.now();
    await site.strapi.db.query('plugin::article-receiver.announcement').create({
      data: {
        ...{ urlKey: 'left', url: front.url('/left'), kind: 'present', mark: 'left' },
        ...{ since: now, readyAt: now, dueAt: now, failures: 0 },
      },
    });
    // Each look counts what is to be told; one that finds anything due claims the pages.
    let looks = 0;
    site.strapi.db.connection.on(
      'query',
      ({ sql, bindings }: { sql: string; bindings: unknown[] }) => {
        if (sql.includes('leases') && bindings.includes('pages')) looks = 0;
        else if (/count\(.*announcements/.test(sql)) looks += 1;
      },
    );
    await eventually(() => {
      expect(looks).toBeGreaterThan(10);
      return Promise.resolve();
    });
  });
});

describe('a site that does not want a part of its pages any more', () => {
  let site: Site;
  afterAll(() => site?.destroy());

  it('has those looked at again that lack it, instead of listing them until they are due', async () => {
    setClock(START);
    const wanting = (...parts: string[]) =>
      lookedAt(front, {
        checks: { enabled: true, withinMs: 0, parts, privateRanges: LOOPBACK },
        indexNow: {},
      });
    site = await bootSite({ pluginConfig: wanting('title', 'canonical') });
    const delivery = makeDelivery({
      event: 'article.status_changed',
      article: { status: 'published', title: 'Without a canonical address' },
    });
    const { slug, title } = delivery.article;
    front.page(slug, { title, hero: null, jsonLd: null, canonical: null });
    await site.deliver(delivery);
    await site.settle();
    const page = () => site.strapi.db.query('plugin::article-receiver.page').findOne({});
    await eventually(async () => expect(await page()).toMatchObject({ isWrong: true }));
    await site.restart(wanting('title'));
    await eventually(async () => expect(await page()).toMatchObject({ isWrong: false }));
  });
});
