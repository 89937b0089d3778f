import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as Strapi from '@strapi/strapi';
import type { Core } from '@strapi/strapi';
import supertest from 'supertest';
import { administratorToken, contentApiToken } from '../people/admin';
import { beginningOf } from './beginning';
import { databaseAtRest } from '../databases/database-at-rest';
import { keepBeginning, openDatabase, type TestDatabase } from '../databases/database';
import { post, type Answer, type PostOptions } from '../servers/http';
import { forgetLeftHooks } from './left-hooks';
import { forget, nodeRequire } from './node-require';
import { COMPILED_SITE, overlaidSite, type Overlay } from './overlay';

const { createStrapi } = nodeRequire('@strapi/strapi') as typeof Strapi;

const REPOSITORY = join(__dirname, '..', '..', '..');
const TOKEN = 'test-token-0123456789abcdef0123456789abcdef';

interface SiteOptions {
  /** Options of the plugin, on top of what the site's own config says. */
  pluginConfig?: Record<string, unknown>;
  /** Values of the site's config files on top of its own; see `Overlay`. */
  siteConfig?: Overlay['site'];
  /** Content types of the site's own; see `Overlay`. */
  types?: string;
  /** The site's extension of the plugin; see `Overlay`. */
  extension?: string;
  /** The site's own code; see `Overlay`. */
  index?: string;
  /** Options of Strapi's upload plugin. */
  upload?: Overlay['upload'];
  /** Environment variables for this site only. */
  env?: Record<string, string>;
  /** Boots on the files of an earlier site; see `directory`. They stay after `destroy()`. */
  keep?: { dir: string };
}

/** A real, running site with its own database, uploads and port. */
export interface Site {
  readonly strapi: Core.Strapi;
  readonly url: string;
  /** The token of the webhook. */
  readonly token: string;
  readonly webhookPath: string;
  /** Where its database and uploads lie. */
  readonly directory: string;
  readonly request: ReturnType<typeof supertest.agent>;
  /** Sends a delivery to the webhook over HTTP; an object is sent as JSON. */
  deliver(body: Buffer | string | object, options?: PostOptions): Promise<Answer>;
  /** An administrator's session; the same one until the next restart. */
  adminToken(): Promise<string>;
  /** A full-access token for the Content API. */
  apiToken(): Promise<string>;
  /** Resolves once every delivery that was accepted has been projected. */
  settle(): Promise<void>;
  /** Shuts the site down and boots it again on the same files; with other options, if given. */
  restart(pluginConfig?: Record<string, unknown>): Promise<void>;
  destroy(): Promise<void>;
}

interface Runner {
  idle(): Promise<void>;
}

function environmentOf(
  directory: string,
  database: TestDatabase,
  options: SiteOptions,
): Record<string, string> {
  return {
    ...database.environment,
    PUBLIC_DIR: join(directory, 'public'),
    ARTICLE_RECEIVER_TOKEN: TOKEN,
    ...options.env,
  };
}

/** Changes the environment and returns what puts it back. */
function withEnvironment(values: Record<string, string>): () => void {
  const before = Object.keys(values).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, values);
  return () => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  };
}

async function boot(distDir: string): Promise<Core.Strapi> {
  const strapi = createStrapi({ appDir: REPOSITORY, distDir, serveAdminPanel: false });
  strapi.log.level = process.env.TEST_LOG_LEVEL ?? 'error';
  try {
    await strapi.load();
  } catch (error) {
    // What did come up would keep the process alive; how it ends is of no interest any more.
    await strapi.destroy().catch(() => undefined);
    throw error;
  }
  strapi.server.mount();
  await new Promise<void>((resolve) => strapi.server.listen(0, '127.0.0.1', resolve));
  return strapi;
}

async function shutDown(strapi: Core.Strapi): Promise<void> {
  await databaseAtRest(strapi);
  forgetLeftHooks(strapi);
  await strapi.destroy();
}

const overlayOf = (
  { siteConfig: site, upload, types, extension, index }: SiteOptions,
  plugin: Record<string, unknown> | undefined,
): Overlay => ({ plugin, site, upload, types, extension, index });

/** Boots the compiled site in this process; one at a time, because Strapi is a global. */
export async function bootSite(options: SiteOptions = {}): Promise<Site> {
  const directory = options.keep?.dir ?? (await mkdtemp(join(tmpdir(), 'article-receiver-')));
  await mkdir(join(directory, 'public', 'uploads'), { recursive: true });
  const first = overlayOf(options, options.pluginConfig);
  const beginning = options.keep ? 'empty' : beginningOf(first, options.env);
  const database = await openDatabase(directory, beginning);
  const restoreEnvironment = withEnvironment(environmentOf(directory, database, options));
  const folder = await mkdtemp(join(tmpdir(), 'article-receiver-dist-'));
  const compiledWith = (overlay: Overlay) =>
    Object.values(overlay).some(Boolean) ? overlaidSite(folder, overlay) : COMPILED_SITE;
  let distDir = await compiledWith(first);

  const cleanUp = async () => {
    restoreEnvironment();
    await rm(folder, { recursive: true, force: true });
    if (options.keep) return;
    await rm(directory, { recursive: true, force: true });
    await database.drop();
  };

  let strapi = await boot(distDir).catch(async (error: unknown) => {
    await cleanUp();
    throw error;
  });
  await keepBeginning(beginning, (file) => strapi.db.connection.raw('vacuum into ?', [file]));
  // Strapi limits how often somebody may log in: one session serves a whole test file.
  let session: Promise<string> | null = null;
  const address = () => strapi.server.httpServer.address() as AddressInfo;
  const url = () => `http://127.0.0.1:${address().port}`;
  const prefix = strapi.config.get<string>('api.rest.prefix');
  const webhookPath = `${prefix}/article-receiver/webhook/${TOKEN}`;

  return {
    token: TOKEN,
    webhookPath,
    directory,
    get strapi() {
      return strapi;
    },
    get url() {
      return url();
    },
    get request() {
      return supertest.agent(url());
    },
    deliver: (body, post_) => post(`${url()}${webhookPath}`, body, post_),
    adminToken: () => (session ??= administratorToken(strapi, url())),
    apiToken: () => contentApiToken(strapi),
    settle: () => strapi.plugin('article-receiver').service<Runner>('runner').idle(),
    async restart(pluginConfig) {
      await shutDown(strapi);
      if (pluginConfig) distDir = await compiledWith(overlayOf(options, pluginConfig));
      session = null;
      strapi = await boot(distDir);
    },
    async destroy() {
      await shutDown(strapi);
      // It remembers what to read with each type, by the type's name (5.54.0: services/utils/populate).
      if (options.types || options.extension) forget('@strapi/content-manager');
      await cleanUp();
    },
  };
}
