import { bootSite, type Site } from './support/site';
import { samples } from './support/samples';
import { schemaOf, tableNames } from './support/schema';

const FILE_LINKS = 'files_related_mph';

/** Every table of the plugin, with its rows. */
async function tables(site: Site): Promise<Record<string, unknown[]>> {
  const knex = site.strapi.db.connection;
  const names = await tableNames(site);
  const own = names.filter((name) => name.startsWith('article_receiver') || name === FILE_LINKS);
  const rows = own.map(async (name) => [name, sorted(await knex(name).select('*'))] as const);
  return Object.fromEntries(await Promise.all(rows));
}

/** Only SQLite happens to give rows back in the order in which they were written. */
const sorted = (rows: { id: number }[]) => [...rows].sort((a, b) => a.id - b.id);

describe('a boot without the plugin', () => {
  let site: Site;
  afterAll(() => site?.destroy());

  it('loses nothing: every table and row is there when it is enabled again', async () => {
    site = await bootSite();
    for (const { bytes } of samples()) await site.deliver(bytes);
    await site.settle();
    const before = await tables(site);
    expect(Object.keys(before).length).toBeGreaterThan(12);
    expect(before.article_receiver_articles?.length).toBeGreaterThan(2);

    await site.restart({ enabled: false });
    expect(site.strapi.plugin('article-receiver')).toBeUndefined();
    expect(await tables(site)).toEqual(before);

    await site.restart({ enabled: true });
    expect(await tables(site)).toEqual(before);
    const [article] = await site.strapi
      .documents('plugin::article-receiver.article')
      .findMany({ status: 'published', populate: { heroImage: true, tags: true, campaign: true } });
    expect(article?.heroImage).toBeTruthy();
    expect(article?.campaign).toBeTruthy();
  });

  it('has nothing to do when the site boots again unchanged', async () => {
    const before = await schemaOf(site);
    await site.restart();
    expect(await schemaOf(site)).toEqual(before);
  });
});
