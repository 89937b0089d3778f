import { databaseTime } from '../../src/plugins/article-receiver/server/src/database/sql';
import { databaseKind } from '../support/databases/database';
import { bootSite, type Site } from '../support/site/site';

/** What a claim goes by; a server that is started for the tests is in a zone with summer time. */
describe('the clock of the database', () => {
  let site: Site;

  beforeAll(async () => {
    site = await bootSite();
  });
  afterAll(() => site?.destroy());

  // Of other databases it cannot be set.
  (databaseKind() === 'mysql' ? it : it.skip).each([
    ['before summer time ends', '2026-10-25T00:10:00Z'],
    ['when it has just ended', '2026-10-25T01:10:00Z'],
    ['an hour later', '2026-10-25T02:10:00Z'],
  ])('goes neither back nor ahead: %s', async (_, instant) => {
    const time = Date.parse(instant);
    const row = await site.strapi.db.connection.transaction(async (trx) => {
      await trx.raw(`set timestamp = ${time / 1000}`);
      const [found] = await trx.select({ time: databaseTime(site.strapi) });
      await trx.raw('set timestamp = default');
      return found as { time: number | string };
    });
    expect(Number(row.time)).toBe(time);
  });
});
