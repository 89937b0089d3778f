import { warnOfIsolation } from '../../src/plugins/article-receiver/server/src/database/isolation';
import { databaseEnvironment, databaseKind } from '../support/databases/database';
import { serverOf } from '../support/databases/database-server';
import { logLines } from '../support/log-lines';
import { bootSite, type Site } from '../support/site/site';

(databaseKind() === 'postgres' ? describe : describe.skip)('the isolation of transactions', () => {
  let site: Site;

  beforeAll(async () => {
    site = await bootSite();
  });
  afterAll(() => site?.destroy());

  const warned = () => logLines(site, () => warnOfIsolation(site.strapi));

  it('is named in the log where an editor would be refused because of it', async () => {
    expect(await warned()).toEqual([]);
    const name = databaseEnvironment(site.directory).DATABASE_NAME ?? '';
    const set = `alter database "${name}" set default_transaction_isolation`;
    await serverOf('postgres').ask(`${set} = 'repeatable read'`);
    await site.restart();
    const [told = ''] = await warned();
    expect(told).toContain('"repeatable read"');
    const [statement = ''] = /ALTER DATABASE .*/.exec(told) ?? [];
    await serverOf('postgres').ask(statement.replace('…', `"${name}"`));
    await site.restart();
    expect(await warned()).toEqual([]);
  });
});
