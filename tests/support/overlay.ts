import { mkdir, mkdtemp, readdir, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** Where the compiled site lies; `npm test` builds it first. */
export const COMPILED_SITE = join(__dirname, '..', '..', 'dist');

/**
 * The compiled site once more, with other options of the plugin: every config file is the site's
 * own, and `plugins.js` adds to what the site's says. So a test's options take the same way as a
 * user's, through Strapi's merging with the defaults and the plugin's own validation.
 */
export async function overlaidSite(
  directory: string,
  pluginConfig: Record<string, unknown>,
): Promise<string> {
  // A folder of its own each time: Node keeps what it has loaded by path.
  const site = await mkdtemp(join(directory, 'site-'));
  const config = join(site, 'config');
  await mkdir(config, { recursive: true });
  await symlink(join(COMPILED_SITE, 'src'), join(site, 'src'), 'dir');

  const files = await readdir(join(COMPILED_SITE, 'config'));
  for (const file of files.filter((name) => name.endsWith('.js'))) {
    const original = JSON.stringify(join(COMPILED_SITE, 'config', file));
    const isPlugins = basename(file) === 'plugins.js';
    const source = isPlugins
      ? pluginsWith(original, pluginConfig)
      : `module.exports = require(${original});\n`;
    await writeFile(join(config, file), source);
  }
  return site;
}

function pluginsWith(original: string, pluginConfig: Record<string, unknown>): string {
  return `module.exports = (params) => {
  const plugins = require(${original}).default(params);
  const receiver = plugins['article-receiver'];
  const config = { ...receiver.config, ...${JSON.stringify(pluginConfig)} };
  return { ...plugins, 'article-receiver': { ...receiver, config } };
};
`;
}
