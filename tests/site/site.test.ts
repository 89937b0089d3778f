import { databaseKind, runPrefix } from '../support/databases/database';
import { bootSite, type Site } from '../support/site/site';

describe('the site', () => {
  let site: Site;

  beforeAll(async () => {
    site = await bootSite();
  });
  afterAll(() => site?.destroy());

  it('boots and answers its health check', async () => {
    await site.request.get('/_health').expect(204);
  });

  it('has the plugin, with its four content types', () => {
    expect(site.strapi.plugin('article-receiver')).toBeDefined();
    expect(Object.keys(site.strapi.contentTypes)).toEqual(
      expect.arrayContaining(
        ['article', 'campaign', 'media-asset', 'tag'].map(
          (name) => `plugin::article-receiver.${name}`,
        ),
      ),
    );
  });

  it('keeps its database and uploads to itself', () => {
    const { filename, database } = site.strapi.config.get<Record<string, string>>(
      'database.connection.connection',
    );
    if (databaseKind() === 'sqlite') expect(filename).toContain(site.directory);
    else expect(database).toContain(runPrefix());
    expect(site.strapi.dirs.static.public).toContain(site.directory);
  });

  it('answers again after a restart, on the same files', async () => {
    const token = await site.adminToken();
    await site.restart();
    expect(token).not.toBe('');
    expect(await site.strapi.db.query('admin::user').count()).toBe(1);
    await site.request.get('/_health').expect(204);
    await expect(site.adminToken()).resolves.toEqual(expect.any(String));
  });
});
