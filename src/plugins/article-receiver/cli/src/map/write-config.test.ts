import {
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { writeConfig } from './write-config';

const MODULES = join(__dirname, '../../../../../../node_modules');
const TARGET = { type: 'api::post.post', fields: { title: 'title' } };
const HAS_TARGET = `const target = require('../src/article-receiver-target');
module.exports = { 'article-receiver': { config: { target } } };
`;

describe('writeConfig', () => {
  let site: string;
  const at = (name: string) => join(site, name);
  const put = async (name: string, text: string) => {
    await mkdir(dirname(at(name)), { recursive: true });
    await writeFile(at(name), text);
  };

  beforeEach(async () => {
    site = await mkdtemp(join(tmpdir(), 'article-receiver-'));
    await put('package.json', '{}');
    await symlink(MODULES, at('node_modules'), 'dir');
  });
  afterEach(() => rm(site, { recursive: true, force: true }));

  it('leaves a mapping of its own alone on which somebody has worked', async () => {
    await put('config/plugins.js', HAS_TARGET);
    await writeConfig(site, TARGET);
    await expect(writeConfig(site, TARGET)).resolves.toMatchObject({
      file: 'src/article-receiver-target.js',
    });
    await put('src/article-receiver-target.js', 'module.exports = { mine: true };\n');
    await expect(writeConfig(site, TARGET)).rejects.toThrow(
      'src/article-receiver-target.js is there already',
    );
    const kept = await readFile(at('src/article-receiver-target.js'), 'utf8');
    expect(kept).toBe('module.exports = { mine: true };\n');
  });

  it('writes to where a link leads, for those alone who could read that', async () => {
    await put('shared/plugins.js', 'module.exports = {};\n');
    await mkdir(at('config'));
    await symlink('../shared/plugins.js', at('config/plugins.js'));
    await chmod(at('shared/plugins.js'), 0o600);
    await writeConfig(site, TARGET);
    expect((await lstat(at('config/plugins.js'))).isSymbolicLink()).toBe(true);
    expect(await readFile(at('shared/plugins.js'), 'utf8')).toContain("type: 'api::post.post'");
    expect((await stat(at('shared/plugins.js'))).mode & 0o777).toBe(0o600);
  });

  it('says which file it could not write, and leaves nothing behind', async () => {
    await put('config', 'no folder\n');
    await expect(writeConfig(site, TARGET)).rejects.toMatchObject({
      exitCode: 1,
      message: expect.stringMatching(/^config\/plugins\.js could not be written: /) as string,
    });
  });

  it('takes no JSON for the configuration of plugins: Strapi reads none', async () => {
    await put('config/plugins.json', '{}\n');
    await expect(writeConfig(site, TARGET)).resolves.toMatchObject({ file: 'config/plugins.js' });
  });
});
