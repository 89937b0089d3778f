import { adminApi } from '../../support/people/admin-api';
import { makeDelivery, nextDelivery, type WireDelivery } from '../../support/feed/deliveries';
import { ownPosts } from '../../support/articles/own-posts';
import { OWN_TYPES, POST_TARGET } from '../../support/articles/own-types';
import { bootSite, type Site } from '../../support/site/site';

interface Locales {
  find(): Promise<{ id: number; code: string }[]>;
  delete(where: { id: number }): Promise<void>;
}

let site: Site;
let admin: ReturnType<typeof adminApi>;
let posts: ReturnType<typeof ownPosts>;

beforeAll(async () => {
  const target = { ...POST_TARGET, locale: { missing: 'create' } };
  site = await bootSite({ types: OWN_TYPES, pluginConfig: { target } });
  admin = adminApi(site);
  posts = ownPosts(site);
});
afterAll(() => site?.destroy());

const locales = () => site.strapi.plugin('i18n').service('locales') as Locales;
const codes = async () => (await locales().find()).map(({ code }) => code).sort();

/** What the site's owner does in the settings. */
async function deleteLocale(code: string): Promise<void> {
  const found = (await locales().find()).find((locale) => locale.code === code);
  await locales().delete({ id: found?.id ?? 0 });
}

async function rebuild(choice = {}): Promise<void> {
  await admin.post('/rebuild', choice);
  await site.settle();
}

const published = (language: string): WireDelivery =>
  makeDelivery({
    event: 'article.status_changed',
    article: { language, status: 'published', title: 'Brew', tags: ['Kaffee'] },
  });

const isThere = async ({ article }: WireDelivery, locale: string) =>
  (await posts.find(article.id, 'draft', locale)) !== null;

describe('a locale that a site’s owner deletes with all that is in it', () => {
  it('is not made again for what stays deleted, and comes back with what is to', async () => {
    const first = published('de');
    await posts.send(first);
    expect([await codes(), await isThere(first, 'de')]).toEqual([['de', 'en'], true]);
    await deleteLocale('de');
    await rebuild();
    expect([await codes(), await isThere(first, 'de')]).toEqual([['en'], false]);

    const id = await posts.send(nextDelivery(first, { article: { tags: ['Tee'] } }));
    expect(await admin.delivery(id)).toMatchObject({
      state: 'parked',
      reasonCode: 'articleDeleted',
    });
    expect([await codes(), await isThere(first, 'de')]).toEqual([['en'], false]);

    await admin.post(`/deliveries/${id}/redrive`);
    await site.settle();
    expect(await codes()).toEqual(['de', 'en']);
    expect(await posts.find(first.article.id, 'draft', 'de')).toMatchObject({
      labels: [{ label: 'Tee' }],
    });
  });

  it('is made for other articles', async () => {
    const first = published('fr');
    await posts.send(first);
    await deleteLocale('fr');
    const other = published('fr');
    await posts.send(other);
    expect(await codes()).toContain('fr');
    expect([await isThere(first, 'fr'), await isThere(other, 'fr')]).toEqual([false, true]);
  });
});
