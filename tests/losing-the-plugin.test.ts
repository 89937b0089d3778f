import { bootSite, type Site } from './support/site';
import { samples } from './support/samples';

/** Every table of the plugin, with its rows. */
async function tables(site: Site): Promise<Record<string, unknown[]>> {
  const knex = site.strapi.db.connection;
  const names: { name: string }[] = await knex('sqlite_master')
    .select('name')
    .where('type', 'table')
    .andWhere((own) =>
      own.where('name', 'like', 'article_receiver%').orWhere('name', 'files_related_mph'),
    )
    .orderBy('name');
  const rows = names.map(async ({ name }) => [name, await knex(name).select('*')] as const);
  return Object.fromEntries(await Promise.all(rows));
}

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
    const schema = async () =>
      site.strapi.db.connection('sqlite_master').select('name', 'sql').orderBy('name');
    const before = await schema();
    await site.restart();
    expect(await schema()).toEqual(before);
  });
});
