import Database from 'better-sqlite3';
import { join } from 'node:path';
import { databaseKind } from '../support/databases/database';
import { eventually } from '../support/eventually';
import { makeDelivery } from '../support/feed/deliveries';
import { arriveInTurn } from '../support/feed/event-log';
import { lookedAt, startFrontEnd, type FrontEnd } from '../support/servers/front-end';
import { bootSite, type Site } from '../support/site/site';

const table = 'article_receiver_articles';
const published = 'published_at';

// What happens between two of the site's statements can be done in time by SQLite's driver only, which waits.
(databaseKind() === 'sqlite' ? describe : describe.skip)('what is published between', () => {
  let front: FrontEnd;
  let site: Site;
  let other: Database;

  beforeAll(async () => {
    front = await startFrontEnd();
    site = await bootSite({ pluginConfig: lookedAt(front) });
    other = new Database(join(site.directory, 'data.db'));
  });
  afterAll(async () => {
    other?.close();
    await site?.destroy();
    await front?.close();
  });

  const send = (title: string, status: string) =>
    arriveInTurn(site, makeDelivery({ article: { title, slug: title, status, images: [] } }));

  const columns = () =>
    (other.prepare(`PRAGMA table_info(${table})`).all() as { name: string }[])
      .map(({ name }) => name)
      .filter((name) => name !== 'id' && name !== published);

  const isPublished = (slug: string) =>
    other
      .prepare(`SELECT 1 FROM ${table} WHERE slug = ? AND ${published} IS NOT NULL`)
      .get(slug) !== undefined;

  /** As Strapi's copy of the draft. */
  const publishPastTheSite = (slug: string) =>
    other
      .prepare(
        `INSERT INTO ${table} (${columns().join()}, ${published})
         SELECT ${columns().join()}, 1 FROM ${table} WHERE slug = ? AND ${published} IS NULL`,
      )
      .run(slug);

  const takeAway = (slug: string) =>
    other.prepare(`DELETE FROM ${table} WHERE slug = ? AND ${published} IS NOT NULL`).run(slug);

  const knownBecome = (...slugs: string[]) =>
    eventually(async () => {
      const rows = (await site.strapi.db.query('plugin::article-receiver.page').findMany({})) as {
        url: string | null;
      }[];
      const known = rows.flatMap(({ url }) => url ?? []);
      expect(known.sort()).toEqual(slugs.map((slug) => front.url(`/${slug}`)).sort());
    });

  it('the question for news and the look, and taken away before the next, is not known as published', async () => {
    await send('short', 'draft');
    let isCounted = false;
    let isBetween = false;
    site.strapi.db.connection.on('query', ({ sql }: { sql: string }) => {
      if (!sql.includes(table) || isBetween || !isPublished('long')) return;
      if (/sum\(/i.test(sql)) isCounted = true;
      else if (isCounted && /document_id.* in /.test(sql)) {
        isBetween = true;
        publishPastTheSite('short');
      }
    });
    await send('long', 'published');
    await knownBecome('long', 'short');
    expect(isBetween).toBe(true);
    takeAway('short');
    await knownBecome('long');
  });
});
