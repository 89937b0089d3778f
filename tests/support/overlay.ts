import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** Where the compiled site lies; `npm test` builds it first. */
export const COMPILED_SITE = join(__dirname, '..', '..', 'dist');

/** What of a site is to be different from the one that is built. */
export interface Overlay {
  /** Options of the plugin, on top of what the site's own config says. */
  plugin?: Record<string, unknown>;
  /** Options of Strapi's upload plugin. */
  upload?: Record<string, unknown>;
  /** More of `config/database`, on top of the site's own: the pool, say. */
  database?: Record<string, unknown>;
  /** A file of the site's own code, CommonJS, in the place of `src/index`. */
  index?: string;
  /** An extension of the plugin, as a file: `src/extensions/article-receiver/strapi-server`. */
  extension?: string;
}

/**
 * The compiled site once more, with other options of the plugin: every config file is the site's
 * own, and `plugins.js` adds to what the site's says. So a test's options take the same way as a
 * user's, through Strapi's merging with the defaults and the plugin's own validation.
 */
export async function overlaidSite(directory: string, overlay: Overlay): Promise<string> {
  const config = join(directory, 'config');
  await mkdir(config, { recursive: true });
  await overlaidCode(join(directory, 'src'), overlay);

  const files = await readdir(join(COMPILED_SITE, 'config'));
  for (const file of files.filter((name) => name.endsWith('.js'))) {
    const original = JSON.stringify(join(COMPILED_SITE, 'config', file));
    await writeFile(join(config, file), configSource(basename(file), original, overlay));
  }
  return directory;
}

async function overlaidCode(src: string, { index, extension }: Overlay): Promise<void> {
  const compiled = join(COMPILED_SITE, 'src');
  if (!index && !extension) return symlink(compiled, src, 'dir');
  const original = JSON.stringify(index ?? join(compiled, 'index.js'));
  await mkdir(join(src, 'extensions', 'article-receiver'), { recursive: true });
  await writeFile(join(src, 'index.js'), `module.exports = require(${original});\n`);
  if (!extension) return;
  const server = join(src, 'extensions', 'article-receiver', 'strapi-server.js');
  await writeFile(server, `module.exports = require(${JSON.stringify(extension)});\n`);
}

function configSource(file: string, original: string, overlay: Overlay): string {
  if (file === 'plugins.js') return pluginsWith(original, overlay);
  if (file === 'database.js' && overlay.database) return databaseWith(original, overlay.database);
  return `module.exports = require(${original});\n`;
}

function pluginsWith(original: string, { plugin = {}, upload = {} }: Overlay): string {
  return `module.exports = (params) => {
  const plugins = require(${original}).default(params);
  const receiver = plugins['article-receiver'];
  const config = { ...receiver.config, ...${JSON.stringify(plugin)} };
  const upload = { ...plugins.upload, config: { ...plugins.upload?.config, ...${JSON.stringify(upload)} } };
  return { ...plugins, upload, 'article-receiver': { ...receiver, config } };
};
`;
}

function databaseWith(original: string, database: Record<string, unknown>): string {
  return `module.exports = (params) => {
  const { connection, ...rest } = require(${original}).default(params);
  return { ...rest, connection: { ...connection, ...${JSON.stringify(database)} } };
};
`;
}
