import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Operations } from '../src/plugins/article-receiver/shared/operations';
import { makeDelivery } from './support/deliveries';
import { arrive } from './support/event-log';
import { bootSite, type Site } from './support/site';
import { until } from './support/until';

const PAGE = readFileSync(join(__dirname, '..', 'docs', 'site-code.md'), 'utf8');

describe('what a site’s own code may use', () => {
  let site: Site;
  let receiver: Operations;

  beforeAll(async () => {
    site = await bootSite();
    receiver = site.strapi.plugin('article-receiver').service('operations');
  });
  afterAll(() => site?.destroy());

  it('is there under the names of the page', () => {
    const [, table = ''] = PAGE.split(/<!-- \/?service -->/);
    const names = [...table.matchAll(/^\| `(\w+)\(/gm)].map(([, name = '']) => name);
    expect(names.length).toBeGreaterThan(8);
    for (const name of names) {
      expect([name, typeof receiver[name as keyof Operations]]).toEqual([name, 'function']);
    }
  });

  it('does what the page says', async () => {
    const told: string[] = [];
    site.strapi.eventHub.on('article-receiver.parked', (...[payload]: unknown[]) => {
      told.push((payload as { delivery: { title: string } }).delivery.title);
      return Promise.resolve();
    });
    const delivery = makeDelivery({
      event: 'article.status_changed',
      article: { status: 'never_seen' },
    });
    const deliveryId = await arrive(site, delivery);
    const found: (string | null)[] = [];
    for await (const { title } of receiver.deliveries({ states: ['parked'] })) found.push(title);
    expect(found).toEqual([delivery.article.title]);
    expect(await receiver.count({ articleId: delivery.article.id })).toBe(1);
    expect((await receiver.status()).counts.parked).toBe(1);
    expect(await receiver.delivery(deliveryId)).toMatchObject({ deliveryId, state: 'parked' });
    expect((await receiver.body(deliveryId))?.toString()).toBe(JSON.stringify(delivery));
    expect(await receiver.redriveOne(deliveryId)).toEqual({ deliveryId, state: 'pending' });
    expect(await receiver.redriveOne('dlv_none')).toBeNull();
    expect(await receiver.rebuildPreview()).toMatchObject({ articles: 1 });
    await until('the event', () => told.includes(delivery.article.title));
  });
});
