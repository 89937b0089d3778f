import type { Operations } from '../../src/plugins/article-receiver/shared/deliveries/operations';
import { databaseKind } from '../support/databases/database';
import { makeDelivery, nextDelivery } from '../support/feed/deliveries';
import { arriveInTurn, deliveryList } from '../support/feed/event-log';
import { makeImage } from '../support/feed/images';
import { adminApi } from '../support/people/admin-api';
import { bootSite, type Site } from '../support/site/site';

/** A database of PostgreSQL with two sites in it, each in a schema of its own, with tables of the same names. */
(databaseKind() === 'postgres' ? describe : describe.skip)('a site beside another', () => {
  let site: Site;

  beforeAll(async () => {
    site = await bootSite({ env: { DATABASE_SCHEMA: 'public' } });
    await site.strapi.db.connection.raw('create schema other');
  });
  afterAll(() => site?.destroy());

  const restartIn = (schema: string) => {
    process.env.DATABASE_SCHEMA = schema;
    return site.restart();
  };

  const operations = () => site.strapi.plugin('article-receiver').service<Operations>('operations');

  async function told(title: string) {
    const hero = await makeImage({}, { kind: 'hero' });
    const ready = makeDelivery({ article: { title, heroImageUrl: hero.url, images: [hero] } });
    const status = { event: 'article.status_changed', article: { status: 'published' } };
    return [ready, nextDelivery(ready, status)] as const;
  }

  /** Of all versions that there are: a draft and what is published of it. */
  const articles = async () => {
    const found = await site.strapi.db.query('plugin::article-receiver.article').findMany({});
    return (found as { title: string }[]).map(({ title }) => title);
  };

  const titles = async () => (await deliveryList(site)).map(({ title }) => title);

  it('has its own deliveries and articles, and removes nothing but those', async () => {
    const [first, published] = await told('In public');
    await arriveInTurn(site, first, published);

    await restartIn('other');
    expect(await titles()).toEqual([]);
    const [second, alsoPublished] = await told('In the other');
    await arriveInTurn(site, second, alsoPublished);
    expect(await titles()).toEqual(['In the other', 'In the other']);
    expect(await articles()).toEqual(['In the other', 'In the other']);
    const before = await adminApi(site).post('/rebuild', { dryRun: true });
    expect(before.body).toMatchObject({ data: { create: 0, update: 0, unchanged: 1 } });
    const results: string[] = [];
    for await (const { result } of operations().verify()) results.push(result);
    expect([...new Set(results)]).toEqual(['intact']);
    for await (const step of operations().remove({ files: true })) expect(step).toBeTruthy();

    await restartIn('public');
    expect(await titles()).toEqual(['In public', 'In public']);
    expect(await articles()).toEqual(['In public', 'In public']);
  });
});
