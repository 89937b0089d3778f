import { join } from 'node:path';
import type { DryRun } from '../src/plugins/article-receiver/shared/jobs';
import { adminApi } from './support/admin-api';
import { makeDelivery, nextDelivery, type WireDelivery } from './support/deliveries';
import { makeImage } from './support/images';
import { bootSite, type Site } from './support/site';

const ARTICLE = 'plugin::article-receiver.article';
const extension = (name: string) => join(__dirname, 'support', 'sites', `${name}.js`);

describe('a site whose extension of the plugin', () => {
  let site: Site;
  let api: ReturnType<typeof adminApi>;
  afterEach(() => site?.destroy());

  const boot = async (name: string) => {
    site = await bootSite({ extension: extension(name) });
    api = adminApi(site);
  };
  const send = async (delivery: WireDelivery) => {
    const { body } = await site.deliver(delivery);
    await site.settle();
    return api.delivery(body.data?.deliveryId ?? '');
  };
  const tried = async () =>
    ((await api.post('/rebuild', { dryRun: true })).body as { data: DryRun }).data;

  const first = async () => {
    const hero = await makeImage({ color: '#2345aa' }, { kind: 'hero' });
    return makeDelivery({ article: { heroImageUrl: hero.url, images: [hero] } });
  };

  it('has a schema without newer fields has them all the same', async () => {
    await boot('older-schema');
    const { attributes } = site.strapi.contentType(ARTICLE);
    expect(Object.keys(attributes)).toEqual(
      expect.arrayContaining(['sourceId', 'llmsTxt', 'previousSlugs', 'needsAttention', 'section']),
    );
    const delivery = await first();
    expect(await send(delivery)).toMatchObject({ state: 'applied' });
    const published = nextDelivery(delivery, {
      event: 'article.status_changed',
      article: { status: 'published', slug: 'moved-on' },
    });
    expect(await send(published)).toMatchObject({ state: 'applied' });
    const token = await site.apiToken();
    const asked = await site.request
      .get('/api/article-receiver/articles/moved-on/llms.txt')
      .set('Authorization', `Bearer ${token}`);
    expect(asked.status).toBe(200);
    const redirects = await site.request
      .get('/api/article-receiver/redirects')
      .set('Authorization', `Bearer ${token}`);
    expect(redirects.status).toBe(200);
    expect(await tried()).toMatchObject({ unchanged: 1, failed: [] });
  });

  it('turns drafts off has each article online, as its newest delivery has it', async () => {
    await boot('without-drafts');
    const delivery = await first();
    let last = delivery;
    for (const status of ['draft', 'published', 'archived']) {
      last = nextDelivery(last, {
        event: 'article.status_changed',
        article: { status, title: `It is ${status}` },
      });
      const { state, reason, documentId } = await send(last);
      expect([status, state, reason]).toEqual([status, 'applied', null]);
      expect(documentId).toMatch(/^\w+$/);
      const rows = await site.strapi.db.query(ARTICLE).findMany({ populate: ['heroImage'] });
      expect(rows).toMatchObject([{ documentId, title: `It is ${status}`, heroImage: {} }]);
    }
    expect(await tried()).toMatchObject({ unchanged: 1, failed: [] });
    const { documentId } = await send(last);
    const { body } = await api.get(`/articles/${documentId}`);
    const { campaign } = (body as { data: { campaign: string } }).data;
    expect(campaign).toBe(delivery.article.campaign.name);
  });
});
