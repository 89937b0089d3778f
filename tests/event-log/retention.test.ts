import type { CarriedDelivery } from '../../src/plugins/article-receiver/shared/deliveries/archive';
import type { Operations } from '../../src/plugins/article-receiver/shared/deliveries/operations';
import { adminApi } from '../support/people/admin-api';
import { logLines } from '../support/log-lines';
import { makeDelivery, nextDelivery } from '../support/feed/deliveries';
import { arrive } from '../support/feed/event-log';
import { asImage, pictureBytes } from '../support/feed/images';
import { bootSite, type Site } from '../support/site/site';

interface Retention {
  measure(): Promise<{
    bodies: { frees: { count: number; bytes: number } };
    images: { frees: { count: number; bytes: number } };
  }>;
  run(): Promise<void>;
}

const YEAR_MS = 365 * 24 * 60 * 60_000;
const log = (site: Site) => site.strapi.db.query('plugin::article-receiver.log');
const retention = (site: Site) =>
  site.strapi.plugin('article-receiver').service<Retention>('retention');

/** An article with two superseded deliveries and one that it shows, all a year old. */
async function oldLife(site: Site) {
  const picture = asImage(await pictureBytes({ width: 300, height: 200, color: '#123456' }), {
    url: 'https://cdn.example.com/old.png',
  });
  const first = makeDelivery({ article: { images: [picture] } });
  const second = nextDelivery(first, { article: { tldr: 'Second.' } });
  const third = nextDelivery(second, { article: { tldr: 'Third.' } });
  const ids: string[] = [];
  for (const delivery of [first, second, third]) {
    const { body } = await site.deliver(delivery);
    ids.push((body as { data: { deliveryId: string } }).data.deliveryId);
    await site.settle();
  }
  const aYearAgo = Date.now() - YEAR_MS;
  await log(site).updateMany({ data: { receivedAt: aYearAgo } });
  await site.strapi.db
    .query('plugin::article-receiver.blob')
    .updateMany({ data: { storedAt: aYearAgo } });
  return { ids, picture, deliveries: [first, second, third] };
}

describe('retention', () => {
  let site: Site;
  afterEach(() => site?.destroy());

  it('is off by default: it drops nothing, but says what it would free', async () => {
    site = await bootSite();
    await oldLife(site);
    const measured = await retention(site).measure();
    expect(measured.bodies.frees.count).toBe(2);
    expect(measured.bodies.frees.bytes).toBeGreaterThan(1_000);
    expect(measured.images.frees.count).toBe(1);
    await retention(site).run();
    expect(await retention(site).measure()).toEqual(measured);
    const { body } = await adminApi(site).get('/retention');
    expect(body.data).toMatchObject({ bodies: { keptDays: null, frees: measured.bodies.frees } });
  });

  it('drops bodies that nothing shows; rows, digests and what is shown stay', async () => {
    site = await bootSite({ pluginConfig: { retention: { bodiesDays: 30 } } });
    const admin = adminApi(site);
    const { ids } = await oldLife(site);
    await retention(site).run();

    const answers = await Promise.all(ids.map((id) => admin.get(`/deliveries/${id}/body`)));
    expect(answers.map(({ status }) => status)).toEqual([410, 410, 200]);
    expect(await log(site).count({ where: { digest: { $notNull: true } } })).toBe(3);
    expect((await admin.delivery(ids[0] ?? '')).state).toBe('superseded');

    await admin.post('/rebuild');
    await site.settle();
    const article = await site.strapi
      .documents('plugin::article-receiver.article')
      .findFirst({ populate: { images: true } });
    expect(article).toMatchObject({ tldr: 'Third.', images: [{ alt: expect.any(String) }] });
  });

  it('drops image bytes that the Media Library has; they come back with a new delivery', async () => {
    site = await bootSite({ pluginConfig: { retention: { imagesDays: 30 } } });
    const admin = adminApi(site);
    const { ids, picture } = await oldLife(site);
    await retention(site).run();
    expect((await retention(site).measure()).images.frees.count).toBe(0);
    expect((await admin.get(`/deliveries/${ids[2]}/body`)).status).toBe(410);
    await site.deliver(makeDelivery({ article: { images: [picture] } }));
    await site.settle();
    expect((await admin.get(`/deliveries/${ids[2]}/body`)).status).toBe(200);
    expect(await site.strapi.db.query('plugin::upload.file').count()).toBe(1);
  });

  it('keeps the bytes of an image that came again, however long ago it came first', async () => {
    site = await bootSite({ pluginConfig: { retention: { imagesDays: 30 } } });
    const admin = adminApi(site);
    const { picture } = await oldLife(site);
    const { body } = await site.deliver(makeDelivery({ article: { images: [picture] } }));
    await site.settle();
    await retention(site).run();
    const { deliveryId } = (body as { data: { deliveryId: string } }).data;
    expect((await admin.get(`/deliveries/${deliveryId}/body`)).status).toBe(200);
  });

  it('drops what nothing needs though the deliveries of another article cannot be read', async () => {
    site = await bootSite({ pluginConfig: { retention: { bodiesDays: 30, imagesDays: 30 } } });
    const admin = adminApi(site);
    const broken = await oldLife(site);
    const whole = await oldLife(site);
    const [, , shown = ''] = broken.ids;
    const delivery = await site.strapi.db
      .query('plugin::article-receiver.delivery')
      .findOne({ where: { deliveryId: shown } });
    await log(site).update({ where: { id: delivery.id }, data: { body: Buffer.from('{') } });
    await retention(site).run();
    const statusOf = async (id: string) => (await admin.get(`/deliveries/${id}/body`)).status;
    expect(await Promise.all(whole.ids.slice(0, 2).map(statusOf))).toEqual([410, 410]);
    const older = await log(site).findMany({ where: { id: { $lt: delivery.id } } });
    expect(older.map(({ body }: { body: Buffer | null }) => body !== null)).toEqual([true, true]);
    expect((await retention(site).measure()).images.frees.count).toBe(0);
  });

  it('keeps the body that the article needs by the settings of now, whatever state it is in', async () => {
    site = await bootSite({ pluginConfig: { retention: { bodiesDays: 30 } } });
    const admin = adminApi(site);
    const event = 'article.status_changed';
    const out = makeDelivery({ event, article: { title: 'Out', status: 'published' } });
    const back = nextDelivery(out, { event, article: { title: 'Back', status: 'archived' } });
    const draft = nextDelivery(back, { event: 'article.ready', article: { title: 'Newer' } });
    for (const delivery of [out, back, draft]) {
      await site.deliver(delivery);
      await site.settle();
    }
    await log(site).updateMany({ data: { receivedAt: Date.now() - YEAR_MS } });
    // Nothing is projected by them yet.
    expect((await admin.put('/settings', { statusMap: { archived: 'ignore' } })).status).toBe(200);
    await retention(site).run();
    await admin.post('/rebuild');
    await site.settle();
    const article = site.strapi.documents('plugin::article-receiver.article');
    expect(await article.findFirst({ status: 'published' })).toMatchObject({ title: 'Out' });
  });

  it('takes nothing from an offer that stands, though the delivery that made it is gone', async () => {
    site = await bootSite({ pluginConfig: { retention: { bodiesDays: 30 } } });
    const admin = adminApi(site);
    const articles = site.strapi.documents('plugin::article-receiver.article');
    const send = (delivery: object) => arrive(site, delivery);
    const first = makeDelivery({ article: { tags: ['ours'] } });
    await send(first);
    const { documentId = '' } = (await articles.findFirst()) ?? {};
    await articles.update({ documentId, data: { tags: { set: [] } } as never });
    const second = nextDelivery(first, { article: { tags: ['offered'] } });
    await send(second);
    await send(nextDelivery(second, { article: { tldr: 'Newer.' } }));
    await log(site).updateMany({ data: { receivedAt: Date.now() - YEAR_MS } });
    await retention(site).run();
    const [offer] = await admin.suggestionsOf(documentId);
    expect((await admin.post(`/suggestions/${offer?.id}/accept`)).status).toBe(200);
    const article = await articles.findFirst({ populate: { tags: true } });
    expect(article).toMatchObject({ tldr: 'Newer.', tags: [{ name: 'offered' }] });
  });

  it('keeps the bodies of what waits for a person, however old', async () => {
    site = await bootSite({ pluginConfig: { retention: { bodiesDays: 30 } } });
    const admin = adminApi(site);
    const { body } = await site.deliver(makeDelivery({ event: 'article.unheard_of' }));
    const { deliveryId } = (body as { data: { deliveryId: string } }).data;
    await site.settle();
    expect((await admin.delivery(deliveryId)).state).toBe('parked');
    await log(site).updateMany({ data: { receivedAt: Date.now() - YEAR_MS } });
    await retention(site).run();
    expect((await admin.get(`/deliveries/${deliveryId}/body`)).status).toBe(200);
  });

  it('keeps the bytes of an image whose file somebody deleted: nobody else has them', async () => {
    site = await bootSite({ pluginConfig: { retention: { imagesDays: 30 } } });
    const admin = adminApi(site);
    const { ids } = await oldLife(site);
    const file = await site.strapi.db.query('plugin::upload.file').findOne({ where: {} });
    await site.strapi.plugin('upload').service('upload').remove(file);
    await retention(site).run();
    expect((await admin.get(`/deliveries/${ids[2]}/body`)).status).toBe(200);
    await admin.post('/rebuild');
    await site.settle();
    expect(await site.strapi.db.query('plugin::upload.file').count()).toBe(1);
  });

  it('has back what it dropped once the service sends the same again', async () => {
    const ages = { bodiesDays: 30, imagesDays: 30 };
    site = await bootSite({ pluginConfig: { retention: ages } });
    const admin = adminApi(site);
    const { ids, deliveries } = await oldLife(site);
    await retention(site).run();
    const files = site.strapi.db.query('plugin::upload.file');
    await site.strapi
      .plugin('upload')
      .service('upload')
      .remove(await files.findOne({ where: {} }));
    const statuses = () =>
      Promise.all(ids.map(async (id) => (await admin.get(`/deliveries/${id}/body`)).status));
    expect(await statuses()).toEqual([410, 410, 410]);
    for (const delivery of deliveries) {
      const { status, body } = await site.deliver(delivery);
      expect([status, body]).toMatchObject([200, { data: { outcome: 'duplicate' } }]);
    }
    expect(await statuses()).toEqual([200, 200, 200]);
    await admin.redrive(ids[2] ?? '');
    expect(await files.count()).toBe(1);
  });

  it('has back what it dropped from an archive that was made before', async () => {
    const ages = { bodiesDays: 30, imagesDays: 30 };
    site = await bootSite({ pluginConfig: { retention: ages } });
    const { ids } = await oldLife(site);
    const operations = site.strapi.plugin('article-receiver').service<Operations>('operations');
    const archive: CarriedDelivery[] = [];
    for await (const logged of operations.records({})) if (logged.body) archive.push(logged);
    await retention(site).run();
    const statuses = () =>
      Promise.all(
        ids.map(async (id) => (await adminApi(site).get(`/deliveries/${id}/body`)).status),
      );
    expect(await statuses()).toEqual([410, 410, 410]);
    const known = { added: 0, quarantined: 0, known: 3 };
    // The images of the first are those of all of them.
    expect(await operations.importDeliveries(archive)).toEqual({ ...known, restored: 2 });
    expect(await statuses()).toEqual([200, 200, 200]);
    expect(await operations.importDeliveries(archive)).toEqual({ ...known, restored: 0 });
  });

  it('ends nothing but itself where the database is away in its hour, and says so', async () => {
    site = await bootSite({ pluginConfig: { retention: { bodiesDays: 30 } } });
    await oldLife(site);
    const scheduled = site.strapi.cron.jobs.find(({ name }) => name?.includes('retention'));
    const { connection } = site.strapi.db;
    await connection.schema.renameTable('article_receiver_leases', 'away');
    const lines = await logLines(site, async () => {
      await scheduled?.job.invoke();
    });
    await connection.schema.renameTable('away', 'article_receiver_leases');
    expect(lines.join()).toContain('retention was interrupted');
    await scheduled?.job.invoke();
    expect((await retention(site).measure()).bodies.frees.count).toBe(0);
  });

  it('drops nothing where somebody at another instance has just turned it off', async () => {
    site = await bootSite();
    await oldLife(site);
    const turnedOn = { retention: { bodiesDays: 30, imagesDays: 30 } };
    expect((await adminApi(site).put('/settings', turnedOn)).status).toBe(200);
    const pulse = site.strapi
      .plugin('article-receiver')
      .service<{ stop(): Promise<void> }>('pulse');
    await pulse.stop();
    const place = { type: 'plugin', name: 'article-receiver', key: 'settings' } as const;
    await site.strapi.store.set({ ...place, value: {} });
    await retention(site).run();
    const { bodies, images } = await retention(site).measure();
    expect([bodies.frees.count, images.frees.count]).toEqual([2, 1]);
  });

  it('runs once for all instances', async () => {
    site = await bootSite({ pluginConfig: { retention: { bodiesDays: 30 } } });
    await retention(site).run();
    await oldLife(site);
    await retention(site).run();
    expect((await retention(site).measure()).bodies.frees.count).toBe(2);
  });
});
