import { mkdir, mkdtemp, readdir, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** Where the compiled site lies; `npm test` builds it first. */
export const COMPILED_SITE = join(__dirname, '..', '..', 'dist');

/** What a test wants to be different from the site's own configuration. */
export interface Overlay {
  /** Options of the plugin. */
  plugin?: Record<string, unknown>;
  /** Values of other config files, by the file's name: `{ api: { rest: { prefix: '/x' } } }`. */
  site?: Record<string, Record<string, unknown>>;
}

/**
 * The compiled site once more, with other options: every config file is the site's own, with the
 * given values on top. So a test's options take the same way as a user's, through Strapi's merging
 * with the defaults and the plugin's own validation.
 */
export async function overlaidSite(directory: string, overlay: Overlay): Promise<string> {
  // A folder of its own each time: Node keeps what it has loaded by path.
  const site = await mkdtemp(join(directory, 'site-'));
  const config = join(site, 'config');
  await mkdir(config, { recursive: true });
  await symlink(join(COMPILED_SITE, 'src'), join(site, 'src'), 'dir');

  const files = await readdir(join(COMPILED_SITE, 'config'));
  for (const file of files.filter((name) => name.endsWith('.js'))) {
    const original = JSON.stringify(join(COMPILED_SITE, 'config', file));
    const name = basename(file, '.js');
    const source =
      name === 'plugins'
        ? pluginsWith(original, overlay.plugin ?? {})
        : configWith(original, overlay.site?.[name] ?? {});
    await writeFile(join(config, file), source);
  }
  return site;
}

function configWith(original: string, values: Record<string, unknown>): string {
  return `const own = require(${original}).default;
const values = ${JSON.stringify(values)};
module.exports = Array.isArray(own) || Object.keys(values).length === 0
  ? own
  : (params) => ({ ...(typeof own === 'function' ? own(params) : own), ...values });
`;
}

function pluginsWith(original: string, pluginConfig: Record<string, unknown>): string {
  return `module.exports = (params) => {
  const plugins = require(${original}).default(params);
  const receiver = plugins['article-receiver'];
  const { enabled = true, ...options } = ${JSON.stringify(pluginConfig)};
  const config = { ...receiver.config, ...options };
  return { ...plugins, 'article-receiver': { ...receiver, enabled, config } };
};
`;
}
