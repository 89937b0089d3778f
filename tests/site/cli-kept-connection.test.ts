import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cliProcess, foreignSite } from '../support/site/cli';

/** As a site does that listens to what its database tells (`LISTEN`), until it is stopped. */
const LISTENS = `let kept;
const client = (strapi) => strapi.db.connection.client;
module.exports = {
  async bootstrap({ strapi }) { kept = await client(strapi).acquireConnection(); },
  async destroy({ strapi }) { await client(strapi).releaseConnection(kept); },
};
`;

describe('a command in a site that keeps a connection to its database', () => {
  it('ends', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'article-receiver-'));
    try {
      await foreignSite(directory, 'javascript');
      const filename = JSON.stringify(join(directory, 'data.db'));
      const database = `module.exports = { connection: {
        client: 'sqlite', connection: { filename: ${filename} }, useNullAsDefault: true, pool: { min: 0, max: 2 },
      } };`;
      await writeFile(join(directory, 'config/database.js'), database);
      await writeFile(join(directory, 'src/index.js'), LISTENS);
      const { code, stdout } = await cliProcess(['status'], { cwd: directory });
      expect([code, stdout]).toEqual([0, expect.stringMatching(/^pending +0$/m)]);
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  }, 120_000);
});
