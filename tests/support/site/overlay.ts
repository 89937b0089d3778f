import { mkdir, mkdtemp, readdir, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** Where the compiled site lies; `npm test` builds it first. */
export const COMPILED_SITE = join(__dirname, '..', '..', '..', 'dist');

/** What a test wants to be different from the site's own configuration. */
export interface Overlay {
  /** Options of the plugin. */
  plugin?: Record<string, unknown>;
  /** Values of other config files, by the file's name: `{ api: { rest: { prefix: '/x' } } }`. */
  site?: Record<string, Record<string, unknown>>;
  /** Files with values of other config files that are no JSON, by the name of the config file. */
  siteFiles?: Record<string, string>;
  /** Options of Strapi's upload plugin. */
  upload?: Record<string, unknown>;
  /** What `config/database` says of the connection, on top of the site's own: the pool, say. */
  connection?: Record<string, unknown>;
  /** A file of the site's own code, CommonJS, in the place of `src/index`. */
  index?: string;
  /** A file in the place of `src/extensions/article-receiver/strapi-server`. */
  extension?: string;
  /** A folder with `api` and `components`: content types of the site's own. */
  types?: string;
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
  await overlaidCode(join(site, 'src'), overlay);

  const files = await readdir(join(COMPILED_SITE, 'config'));
  for (const file of files.filter((name) => name.endsWith('.js'))) {
    const original = JSON.stringify(join(COMPILED_SITE, 'config', file));
    await writeFile(join(config, file), configSource(basename(file, '.js'), original, overlay));
  }
  return site;
}

async function overlaidCode(src: string, { index, extension, types }: Overlay): Promise<void> {
  const compiled = join(COMPILED_SITE, 'src');
  if (!index && !extension && !types) return symlink(compiled, src, 'dir');
  const extensions = join(src, 'extensions', 'article-receiver');
  await mkdir(extensions, { recursive: true });
  await writeFile(join(src, 'index.js'), reexport(index ?? join(compiled, 'index.js')));
  for (const name of types ? ['api', 'components'] : []) {
    await symlink(join(types ?? '', name), join(src, name), 'dir');
  }
  if (extension) await writeFile(join(extensions, 'strapi-server.js'), reexport(extension));
}

const reexport = (file: string): string => `module.exports = require(${JSON.stringify(file)});\n`;

function configSource(name: string, original: string, overlay: Overlay): string {
  const { plugin = {}, upload, connection, site, siteFiles } = overlay;
  const others = upload ? { upload: { config: upload } } : {};
  if (name === 'plugins') return pluginsWith(original, plugin, { ...site?.plugins, ...others });
  if (name === 'database' && connection) return connectionWith(original, connection);
  return configWith(original, site?.[name] ?? {}, siteFiles?.[name]);
}

function connectionWith(original: string, values: Record<string, unknown>): string {
  return `module.exports = (params) => {
  const { connection, ...rest } = require(${original}).default(params);
  return { ...rest, connection: { ...connection, ...${JSON.stringify(values)} } };
};
`;
}

function configWith(original: string, values: Record<string, unknown>, file?: string): string {
  const more = file ? `, ...require(${JSON.stringify(file)})` : '';
  return `const own = require(${original}).default;
const values = { ...${JSON.stringify(values)}${more} };
module.exports = Array.isArray(own) || Object.keys(values).length === 0
  ? own
  : (params) => ({ ...(typeof own === 'function' ? own(params) : own), ...values });
`;
}

function pluginsWith(
  original: string,
  pluginConfig: Record<string, unknown>,
  others: Record<string, unknown>,
): string {
  return `module.exports = (params) => {
  const plugins = require(${original}).default(params);
  const receiver = plugins['article-receiver'];
  const { enabled = true, ...options } = ${sourceOf(pluginConfig)};
  const config = { ...receiver.config, ...options };
  return { ...plugins, ...${JSON.stringify(others)}, 'article-receiver': { ...receiver, enabled, config } };
};
`;
}

/** A value as JavaScript that gives it back: JSON, and functions that use nothing but their arguments. */
function sourceOf(value: unknown): string {
  if (typeof value === 'function') return `(${String(value)})`;
  if (Array.isArray(value)) return `[${value.map(sourceOf).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined';
  const entries = Object.entries(value).map(([name, own]) => {
    return `${JSON.stringify(name)}: ${sourceOf(own)}`;
  });
  return `{ ${entries.join(', ')} }`;
}
