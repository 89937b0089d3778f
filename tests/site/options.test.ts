import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cliProcess, foreignSite } from '../support/site/cli';
import { ProcessSite } from '../support/site/process-site';
import { bootSite } from '../support/site/site';

describe('options of the plugin in a site', () => {
  it('are merged with the defaults', async () => {
    const site = await bootSite({ pluginConfig: { publishOnReady: true } });
    const options = site.strapi.config.get('plugin::article-receiver');
    await site.destroy();

    expect(options).toMatchObject({ publishOnReady: true, editorEdits: 'keep' });
  });

  it('stop the start when one is wrong, and name it', async () => {
    await expect(bootSite({ pluginConfig: { maxBodyBytes: 'a lot' } })).rejects.toThrow(
      /article-receiver config: .*maxBodyBytes/,
    );
  });

  it('stop it when they ask for what would never be done', async () => {
    const retention = { schedule: 'every night' };
    await expect(bootSite({ pluginConfig: { retention } })).rejects.toThrow(
      /article-receiver config: .*retention\.schedule/,
    );
  });

  it.each(['0 22-4 * * *', '*/90 * * * *', '@nightly'])(
    'stop it when Strapi would never do what they ask for: %s',
    async (schedule) => {
      await expect(bootSite({ pluginConfig: { retention: { schedule } } })).rejects.toThrow(
        /article-receiver config: .*retention\.schedule/,
      );
    },
  );

  /** What the start says of a site whose `config/plugins` has this as the plugin's entry. */
  const startWithEntry = (entry: string) =>
    startWith(`({ env }) => ({ 'article-receiver': ${entry} })`);

  /** What the start says of a site whose `config/plugins` exports this. */
  async function startWith(exported: string) {
    const cwd = await mkdtemp(join(tmpdir(), 'article-receiver-entry-'));
    await foreignSite(cwd, 'javascript');
    await writeFile(join(cwd, 'config', 'plugins.js'), `module.exports = ${exported};`);
    const { code, stderr } = await cliProcess(['status'], { cwd });
    await rm(cwd, { recursive: true });
    return { code, stderr };
  }

  it('stop it when they stand beside "config", where Strapi passes over them without a word', async () => {
    const entry = { enabled: true, publishOnReady: true, config: { html: 'allow' }, retry: {} };
    const { code, stderr } = await startWithEntry(JSON.stringify(entry));

    expect(code).toBe(3);
    expect(stderr).toMatch(/article-receiver config: "publishOnReady", "retry": .*within "config"/);
  });

  it.each(["({ env }) => ({ publishOnReady: env.bool('PUBLISH', true) })", "'publishOnReady'"])(
    'stop it when they are no object, of which Strapi reads nothing: %s',
    async (config) => {
      const { code, stderr } = await startWithEntry(`{ enabled: true, config: ${config} }`);

      expect(code).toBe(3);
      expect(stderr).toMatch(/article-receiver config: "config": expected an object/);
      expect(stderr).not.toContain('did you mean');
    },
  );

  it('stop it when they are promised, for which Strapi does not wait', async () => {
    const config = { accept: { orgIds: ['org_1'] } };
    const plugins = JSON.stringify({ 'article-receiver': { enabled: true, config } });
    const { code, stderr } = await startWith(`async () => (${plugins})`);

    expect(code).toBe(3);
    expect(stderr).toMatch(/article-receiver config: config\/plugins: .*no promise/);
  });

  it('come back to the defaults for the next site', async () => {
    const site = await bootSite();
    const options = site.strapi.config.get('plugin::article-receiver');
    await site.destroy();

    expect(options).toMatchObject({ publishOnReady: false });
  });

  it('warn at the start of tokens that can be guessed or do not fit into the address', async () => {
    const env = { ARTICLE_RECEIVER_TOKEN: 'secret,of-base64/0123456789abcdef' };
    const site = await ProcessSite.create({ env });
    await site.startWell();
    const { output } = site;
    await site.destroy();

    expect(output).toMatch(/token "environment 1" is shorter than 8 characters/);
    expect(output).toMatch(/token "environment 2" has characters .* percent-encoded/);
    expect(output).not.toMatch(/secret|of-base64/);
  });
});
