import { eventually } from '../support/eventually';
import { databaseKind } from '../support/databases/database';
import { bootSite, type Site } from '../support/site/site';
import { samples } from '../support/feed/samples';
import { schemaOf, tableNames } from '../support/databases/schema';

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

/** What is linked to which file; the rows of links may be made anew. */
const linked = (all: Record<string, unknown[]>) => ({
  ...all,
  article_receiver_leases: all.article_receiver_leases?.filter(
    (row) => (row as { name: string }).name !== 'file links',
  ),
  [FILE_LINKS]: (all[FILE_LINKS] ?? [])
    .map((row) => JSON.stringify({ ...(row as object), id: null }))
    .sort(),
});

const withoutLinks = (all: Record<string, unknown[]>) => ({ ...all, [FILE_LINKS]: [] });

/** What is told of in the background changes rows, too. */
const alertsAreOut = (site: Site) =>
  eventually(async () => {
    const database = site.strapi.db.connection;
    expect(await database('article_receiver_alerts').whereNull('emitted_at')).toEqual([]);
    const [lease] = (await database('article_receiver_leases').where({ name: 'alerts' })) as {
      held_until: number | string;
    }[];
    expect(Number(lease?.held_until)).toBe(0);
  });

describe('a boot without the plugin', () => {
  let site: Site;
  afterAll(() => site?.destroy());

  it('loses nothing: every table and row is there when it is enabled again', async () => {
    site = await bootSite();
    for (const { bytes } of samples()) await site.deliver(bytes);
    await site.settle();
    await alertsAreOut(site);
    const before = await tables(site);
    expect(Object.keys(before).length).toBeGreaterThan(12);
    expect(before.article_receiver_articles?.length).toBeGreaterThan(2);

    await site.restart({ enabled: false });
    expect(site.strapi.plugin('article-receiver')).toBeUndefined();
    // On MariaDB, Strapi deletes links to types that it does not know, at each boot.
    const isMysql = databaseKind() === 'mysql';
    const without = await tables(site);
    if (isMysql) expect(withoutLinks(without)).toEqual(withoutLinks(before));
    else expect(without).toEqual(before);

    await site.restart({ enabled: true });
    expect(linked(await tables(site))).toEqual(linked(before));
    const [article] = await site.strapi
      .documents('plugin::article-receiver.article')
      .findMany({ status: 'published', populate: { heroImage: true, tags: true, campaign: true } });
    expect(article?.heroImage).toBeTruthy();
    expect(article?.campaign).toBeTruthy();
  });

  it('gives articles their files back when Strapi took the links away', async () => {
    const before = await tables(site);
    await site.strapi.db
      .connection(FILE_LINKS)
      .where('related_type', 'like', 'plugin::article-receiver.%')
      .delete();
    await site.restart();
    expect(linked(await tables(site))).toEqual(linked(before));
  });

  it('has nothing to do when the site boots again unchanged', async () => {
    const before = await schemaOf(site);
    await site.restart();
    expect(await schemaOf(site)).toEqual(before);
  });
});
