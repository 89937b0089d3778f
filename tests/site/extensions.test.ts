import { join } from 'node:path';
import type { DryRun } from '../../src/plugins/article-receiver/shared/deliveries/jobs';
import { adminApi } from '../support/people/admin-api';
import { makeDelivery, nextDelivery, type WireDelivery } from '../support/feed/deliveries';
import { arrive } from '../support/feed/event-log';
import { eventually } from '../support/eventually';
import { makeImage } from '../support/feed/images';
import { bootSite, type Site } from '../support/site/site';

const ARTICLE = 'plugin::article-receiver.article';
const extension = (name: string) => join(__dirname, '..', 'support', 'sites', `${name}.js`);

describe('a site whose extension of the plugin', () => {
  let site: Site;
  let api: ReturnType<typeof adminApi>;
  afterEach(() => site?.destroy());

  const boot = async (name: string) => {
    site = await bootSite({ extension: extension(name) });
    api = adminApi(site);
  };
  const send = async (delivery: WireDelivery) => api.delivery(await arrive(site, delivery));
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

  it('adds a field has it in the form from the first start on', async () => {
    await boot('older-schema');
    const { body } = await site.request
      .get(`/content-manager/content-types/${ARTICLE}/configuration`)
      .set('Authorization', `Bearer ${await site.adminToken()}`)
      .expect(200);
    const { layouts } = (body as { data: { contentType: { layouts: { edit: object[][] } } } }).data
      .contentType;
    expect(layouts.edit.at(0)?.at(0)).toEqual({ name: 'title', size: 8 });
    expect(layouts.edit.at(-1)).toEqual([{ name: 'section', size: 12 }]);
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

  it('turns drafts and localization on for what articles share has that for readers all the same', async () => {
    await boot('shared-with-drafts');
    const hero = await makeImage({ color: '#2345aa' }, { kind: 'hero' });
    const delivery = makeDelivery({
      event: 'article.status_changed',
      article: { status: 'published', tags: ['Tea'], heroImageUrl: hero.url, images: [hero] },
    });
    expect(await send(delivery)).toMatchObject({ state: 'applied' });
    const { body } = await site.request
      .get('/api/article-receiver/articles?populate=*')
      .set('Authorization', `Bearer ${await site.apiToken()}`);
    const { campaign } = delivery.article;
    expect((body as { data: object[] }).data).toMatchObject([
      { campaign: { name: campaign.name }, tags: [{ name: 'Tea' }], images: [{ kind: 'hero' }] },
    ]);
  });

  it('turns localization on has each article in the locale of its language', async () => {
    await boot('localized');
    await site.strapi.plugin('i18n').service('locales').create({ code: 'de', name: 'German (de)' });
    for (const [language, locale] of [
      ['en', 'en'],
      ['de', 'de'],
      ['fr', 'en'],
    ]) {
      const delivery = makeDelivery({ article: { language } });
      expect(await send(delivery)).toMatchObject({ state: 'applied' });
      const where = { sourceId: delivery.article.id };
      expect(await site.strapi.db.query(ARTICLE).findMany({ where })).toMatchObject([{ locale }]);
    }
    expect(await tried()).toMatchObject({ unchanged: 3, failed: [] });
  });

  it('turns localization on has a publication wait, whoever publishes a translation', async () => {
    await boot('localized');
    await site.strapi.plugin('i18n').service('locales').create({ code: 'de', name: 'German (de)' });
    const delivery = await first();
    const published = nextDelivery(delivery, {
      event: 'article.status_changed',
      article: { status: 'published' },
    });
    await send(delivery);
    const { documentId } = await send(published);
    const articles = site.strapi.documents(ARTICLE) as unknown as Record<
      'update' | 'publish',
      (wanted: object) => Promise<unknown>
    >;
    await articles.update({ documentId, locale: 'en', data: { tldr: 'Ours.' } });
    const newer = { tldr: 'Theirs.', title: 'Newer' };
    const waiting = await send(nextDelivery(published, { article: newer }));
    const held = { state: 'parked', reasonCode: 'publicationHeld' };
    expect(waiting).toMatchObject(held);
    await articles.update({
      documentId,
      locale: 'de',
      data: { title: 'Deutsch', slug: 'deutsch' },
    });
    await articles.publish({ documentId, locale: 'de' });
    await site.settle();
    expect(await api.delivery(waiting.deliveryId)).toMatchObject(held);
    await articles.publish({ documentId, locale: 'en' });
    await eventually(async () =>
      expect(await api.delivery(waiting.deliveryId)).toMatchObject({ state: 'applied' }),
    );
  });
});
