import { cp, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OWN_TYPES, POST } from '../support/articles/own-types';
import { cli, foreignSite } from '../support/site/cli';

// Every command loads a whole site in a process of its own.
jest.setTimeout(300_000);

/** Makes as many entries as it is told to, and says how many there are. */
const CODE = `module.exports = {
  async bootstrap({ strapi }) {
    if (!strapi.contentTypes['${POST}']) return;
    const posts = strapi.documents('${POST}');
    for (let n = 0; n < Number(process.env.ENTRIES); n += 1) await posts.create({ data: { title: 'By hand' } });
    process.stderr.write('posts: ' + (await posts.count({})) + '\\n');
  },
};
`;

describe('a site that lacks a content type which it had', () => {
  let directory: string;
  const at = (...path: string[]) => join(directory, ...path);
  const status = (entries = 0) =>
    cli(['status'], { cwd: directory, env: { ENTRIES: String(entries) } });

  /** As in a site that is half built. */
  async function withoutPosts() {
    await rename(at('src/api/post'), at('post'));
    const result = await status();
    await rename(at('post'), at('src/api/post'));
    return result;
  }

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'article-receiver-'));
    await foreignSite(directory, 'javascript');
    for (const name of ['api', 'components']) {
      await cp(join(OWN_TYPES, name), at('src', name), { recursive: true });
    }
    await writeFile(at('src/index.js'), CODE);
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  it('is not loaded by a command, since Strapi would drop the entries', async () => {
    expect((await status(2)).stderr).toMatch(/^posts: 2$/m);
    const { code, stderr } = await withoutPosts();
    expect((await status()).stderr).toMatch(/^posts: 2$/m);
    expect(code).toBe(3);
    expect(stderr).toMatch(/^error: .* cannot be loaded: it has no api::post\.post, of which /m);
  });

  it('is loaded where there were no entries', async () => {
    expect((await status()).stderr).toMatch(/^posts: 0$/m);
    expect((await withoutPosts()).code).toBe(0);
  });
});
