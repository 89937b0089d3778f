import { adminApi } from '../support/people/admin-api';
import { contentManager } from '../support/people/content-manager';
import { makeDelivery, nextDelivery, type WireDelivery } from '../support/feed/deliveries';
import { arriveInTurn } from '../support/feed/event-log';
import { eventually } from '../support/eventually';
import { ownPosts } from '../support/articles/own-posts';
import { OWN_TYPES, POST, POST_TARGET } from '../support/articles/own-types';
import { bootSite, type Site } from '../support/site/site';

const ARTICLE = 'plugin::article-receiver.article';
const PUBLISHED = { event: 'article.status_changed', article: { status: 'published' } };

let site: Site;

afterEach(() => site?.destroy());

const send = (...deliveries: WireDelivery[]): Promise<string> => arriveInTurn(site, ...deliveries);

describe('a copy of an article', () => {
  it('is nobody’s but its maker’s', async () => {
    site = await bootSite();
    const first = makeDelivery();
    await send(first, nextDelivery(first, { article: { slug: `${first.article.slug}-new` } }));
    const articles = site.strapi.documents(ARTICLE);
    const filters = { sourceId: first.article.id };
    const original = await articles.findFirst({ filters });
    expect(original).toMatchObject({
      previousSlugs: [first.article.slug],
      sourceStatus: 'draft',
      plannedForDate: expect.any(String),
    });
    const path = `/content-manager/collection-types/${ARTICLE}/clone/${original?.documentId}`;
    const form = await contentManager(site, ARTICLE).open(original?.documentId ?? '');
    const { title, sourceId, slug, tldr, sourceStatus, plannedForDate } = form;
    const { body } = await site.request
      .post(path)
      .set('Authorization', `Bearer ${await site.adminToken()}`)
      .send({ title, sourceId, slug, tldr, sourceStatus, plannedForDate })
      .expect(200);
    const { documentId } = (body as { data: { documentId: string } }).data;
    expect(await articles.findOne({ documentId })).toMatchObject({
      title,
      tldr,
      sourceId: null,
      sourceStatus: null,
      plannedForDate: null,
      previousSlugs: null,
      slug: `${String(slug)}-2`,
    });
    await articles.clone({ documentId: original?.documentId ?? '' });
    expect(await articles.findMany({ filters })).toHaveLength(1);
  });

  it('of the site’s own type is so too', async () => {
    site = await bootSite({ types: OWN_TYPES, pluginConfig: { target: POST_TARGET } });
    const posts = ownPosts(site);
    const first = makeDelivery();
    await posts.send(first);
    const { documentId } = await posts.draftOf(first);
    await site.strapi.documents(POST as never).clone({ documentId } as never);
    const rows = (await site.strapi.db.query(POST).findMany()) as Record<string, unknown>[];
    expect(rows.map(({ feedId }) => feedId).sort()).toEqual([first.article.id, null].sort());
    expect(new Set(rows.map(({ slug }) => slug)).size).toBe(2);
    expect(rows.some((row) => 'needsAttention' in row)).toBe(false);
  });

  it('has the address of the locale that is copied', async () => {
    site = await bootSite({ types: OWN_TYPES, pluginConfig: { target: POST_TARGET } });
    await site.strapi.plugin('i18n').service('locales').create({ code: 'de', name: 'German (de)' });
    const posts = ownPosts(site);
    const first = makeDelivery({ article: { slug: 'hello' } });
    await posts.send(first);
    const { documentId } = await posts.draftOf(first);
    await posts.edit(documentId, { title: 'Hallo', slug: 'hallo' }, 'de');
    // As the Content Manager does it: without a word on the locale.
    for (const locale of [undefined, 'de'])
      await site.strapi.documents(POST as never).clone({ documentId, locale } as never);
    const rows = (await site.strapi.db.query(POST).findMany()) as Record<string, unknown>[];
    const copies = rows.filter((row) => row.documentId !== documentId);
    expect(copies.map(({ locale, slug }) => [locale, slug])).toEqual([
      ['en', 'hello-2'],
      ['de', 'hallo-2'],
    ]);
  });

  it('has the addresses of each locale where several are copied at once', async () => {
    site = await bootSite({ types: OWN_TYPES, pluginConfig: { target: POST_TARGET } });
    await site.strapi.plugin('i18n').service('locales').create({ code: 'de', name: 'German (de)' });
    const posts = ownPosts(site);
    const first = makeDelivery({ article: { slug: 'hello' } });
    await posts.send(first);
    const { documentId } = await posts.draftOf(first);
    await posts.edit(documentId, { title: 'Hallo', slug: 'hallo' }, 'de');
    const copy = async (data: object) =>
      (await site.strapi
        .documents(POST as never)
        .clone({ documentId, locale: '*', data } as never)) as unknown as {
        documentId: string;
        entries: Record<string, unknown>[];
      };
    const addresses = (rows: Record<string, unknown>[]) =>
      Object.fromEntries(rows.map(({ locale, slug }) => [locale, slug]));
    const made = await copy({});
    const where = { documentId: made.documentId };
    const rows = (await site.strapi.db.query(POST).findMany({ where })) as typeof made.entries;
    expect(addresses(rows)).toEqual({ en: 'hello-2', de: 'hallo-2' });
    expect(addresses(made.entries)).toEqual(addresses(rows));
    // Who says which address it is to have, means it.
    const { entries } = await copy({ slug: 'other' });
    expect(addresses(entries)).toEqual({ en: 'other', de: 'other' });
  });
});

describe('a publication by hand within a transaction', () => {
  it('is looked at once it is committed, and outside of it', async () => {
    site = await bootSite();
    const articles = site.strapi.documents(ARTICLE);
    const first = makeDelivery(PUBLISHED);
    await send(first);
    const { documentId = '' } =
      (await articles.findFirst({ filters: { sourceId: first.article.id } })) ?? {};
    await articles.update({ documentId, data: { title: 'Not ready' } as never });
    const deliveryId = await send(nextDelivery(first, { article: { tldr: 'Newer.' } }));
    const admin = adminApi(site);
    expect(await admin.delivery(deliveryId)).toMatchObject({ state: 'parked' });
    await site.strapi.db.transaction(async () => {
      await articles.publish({ documentId });
    });
    await eventually(async () => {
      expect(await admin.delivery(deliveryId)).toMatchObject({ state: 'applied' });
    });
  });
});
