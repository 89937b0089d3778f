import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT } from '../../scripts/support/root.mjs';
import { newFolder, startServer } from './server.mjs';

const COMPILED = join(ROOT, 'dist');
const HERE = fileURLToPath(new URL('.', import.meta.url));
const PEERS = fileURLToPath(new URL('../peers/', import.meta.url));

const TOKEN = 'benchmark-token-0123456789abcdef';

const SECRET = 'benchmark-secret-0123456789abcdef';

/** @typedef {import('./server.mjs').Server} Server */

/** The environment of every process; the same database settings for all, Strapi's own defaults. */
const environment = (/** @type {string} */ folder) => ({
  ENV_PATH: join(folder, 'none.env'),
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  PUBLIC_URL: '',
  PUBLIC_DIR: join(folder, 'public'),
  DATABASE_CLIENT: 'sqlite',
  DATABASE_FILENAME: join(folder, 'data.db'),
  STRAPI_TELEMETRY_DISABLED: 'true',
  ARTICLE_RECEIVER_TOKEN: TOKEN,
  APP_KEYS: `${SECRET},${SECRET}`,
  API_TOKEN_SALT: SECRET,
  ADMIN_JWT_SECRET: SECRET,
  TRANSFER_TOKEN_SALT: SECRET,
  ENCRYPTION_KEY: SECRET,
  JWT_SECRET: SECRET,
});

/**
 * The compiled site once more: its config, with other plugins and body limits, and a peer's own
 * code where there is one, or types of a site's own.
 * @param {string} folder
 * @param {Site} wanted
 */
async function siteIn(folder, { receiver, peer, options, types }) {
  const dist = join(folder, 'dist');
  await mkdir(join(dist, 'config'), { recursive: true });
  await mkdir(join(dist, 'src'), { recursive: true });
  for (const file of await readdir(join(COMPILED, 'config'))) {
    if (!file.endsWith('.js')) continue;
    const own = JSON.stringify(join(COMPILED, 'config', file));
    await writeFile(
      join(dist, 'config', file),
      configSource(basename(file, '.js'), own, { receiver, options }),
    );
  }
  const index = JSON.stringify(join(COMPILED, 'src', 'index.js'));
  await writeFile(join(dist, 'src', 'index.js'), `module.exports = require(${index});\n`);
  if (peer) await symlink(join(PEERS, peer, 'api'), join(dist, 'src', 'api'), 'dir');
  for (const name of types ? ['api', 'components'] : []) {
    await symlink(join(types ?? '', name), join(dist, 'src', name), 'dir');
  }
  return dist;
}

/** A site with the receiver keeps Strapi's own body limit; a peer has to raise it for its bodies. */
function configSource(
  /** @type {string} */ name,
  /** @type {string} */ own,
  /** @type {Site} */ { receiver, options },
) {
  const original = `require(${own}).default`;
  if (name === 'plugins' && !receiver) {
    return `module.exports = (params) => ({ ...${original}(params), 'article-receiver': { enabled: false } });\n`;
  }
  if (name === 'plugins' && options) {
    return `module.exports = (params) => {
  const plugins = ${original}(params);
  const receiver = { ...plugins['article-receiver'], config: ${JSON.stringify(options)} };
  return { ...plugins, 'article-receiver': receiver };
};
`;
  }
  if (name === 'middlewares' && !receiver) {
    return `module.exports = ${original}.map((entry) =>
  entry === 'strapi::body' ? { name: entry, config: { jsonLimit: '64mb' } } : entry);\n`;
  }
  return `module.exports = ${original};\n`;
}

/** @typedef {{ receiver: boolean, peer?: string, options?: object, types?: string }} Site */

/** @typedef {{ folder?: string, env?: NodeJS.ProcessEnv, nodeOptions?: string[], keep?: boolean }} Start */

/** @param {string} name @param {Site} site @param {string} path @param {Start} [start] */
async function startSite(name, site, path, { folder, env = {}, ...start } = {}) {
  const home = folder ?? (await newFolder());
  const dist = await siteIn(await newFolderIn(home), site);
  const probes = site.receiver ? [join(HERE, 'receiver-probes.cjs')] : [];
  return startServer({
    name,
    script: join(HERE, 'serve-site.cjs'),
    args: [ROOT, dist, ...probes],
    folder: home,
    path,
    env: { ...environment(home), ...env },
    ...start,
  });
}

/** Node keeps what it has loaded by path: each start has a folder of its own for its code. */
async function newFolderIn(/** @type {string} */ home) {
  const folder = join(home, `site-${process.hrtime.bigint()}`);
  await mkdir(folder, { recursive: true });
  return folder;
}

/**
 * The site with the receiver, as it is built; with other options and types of its own, if given.
 * @param {Start} [start] @param {Omit<Site, 'receiver' | 'peer'>} [site]
 */
export const startReceiver = (start, site) =>
  startSite(
    'receiver',
    { receiver: true, ...site },
    `/api/article-receiver/webhook/${TOKEN}`,
    start,
  );

/** Peer (a): a hand-written receiver in a Strapi site. @param {Start} [start] */
export const startWritten = (start) =>
  startSite('(a)', { receiver: false, peer: 'written' }, `/api/webhook/${TOKEN}`, start);

/** Peer (b): a Strapi route that stores the parsed body as one row. @param {Start} [start] */
export const startRow = (start) =>
  startSite('(b)', { receiver: false, peer: 'row' }, `/api/webhook/${TOKEN}`, start);

/** Peer (d): a Strapi route that answers 202 and does nothing else. @param {Start} [start] */
export const startRoute = (start) =>
  startSite('(d)', { receiver: false, peer: 'route' }, `/api/webhook/${TOKEN}`, start);

/** The same site without the receiver. @param {Start} [start] */
export const startEmpty = (start) => startSite('empty', { receiver: false }, '/', start);

/** Peer (c): the limit, without Strapi. @param {Start} [start] */
export async function startLimit({ folder, env = {}, ...start } = {}) {
  const home = folder ?? (await newFolder());
  return startServer({
    name: '(c)',
    script: join(PEERS, 'limit', 'server.cjs'),
    folder: home,
    path: `/webhook/${TOKEN}`,
    env: { ...environment(home), ...env },
    ...start,
  });
}
