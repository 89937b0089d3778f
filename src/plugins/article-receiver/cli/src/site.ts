import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Core } from '@strapi/types';
import type { Operations } from '../../shared/deliveries/operations';
import { PLUGIN_ID } from '../../shared/plugin-id';
import { CommandError, EXIT, messageOf } from './exit';
import { endWhenInterrupted } from './interrupted';
import { refuseLackingTypes } from './lacking-types';
import { reserveStandardOutput } from './output';
import { showProgress } from './progress';

/** The receiver of the site in whose folder the command was started. */
export interface Site {
  operations: Operations;
}

/** How long SQLite waits for another process's transaction, in milliseconds. */
const BUSY_MS = 30_000;

/** How long a command waits for others to be done with the database, in milliseconds: a site may keep a connection. */
const REST_MS = 10_000;

interface Toolbox {
  createStrapi(options: { appDir: string; distDir: string; serveAdminPanel: boolean }): Core.Strapi;
}

interface TypeScriptUtils {
  isUsingTypeScript(directory: string): Promise<boolean>;
  resolveOutDir(directory: string): Promise<string | undefined>;
  compile(directory: string, options: object): Promise<void>;
}

/**
 * Loads the site in this process, without HTTP and without its scheduled tasks, does the work, and
 * lets go of it cleanly. The site may be running meanwhile.
 * @param mode `map` loads it also when its option `target` does not fit its schemas.
 * @throws CommandError with `EXIT.site` when it cannot be loaded.
 */
export async function withSite<T>(
  { verbose = false, mode = 'true' }: { verbose?: boolean; mode?: 'true' | 'map' },
  work: (site: Site) => Promise<T>,
): Promise<T> {
  reserveStandardOutput();
  process.env.ARTICLE_RECEIVER_CLI = mode;
  const strapi = await load(process.cwd(), verbose);
  try {
    const plugin = strapi.plugin(PLUGIN_ID) as Core.Plugin | undefined;
    if (!plugin) throw new CommandError(EXIT.site, `this site does not have ${PLUGIN_ID} enabled`);
    return await work({
      operations: plugin.service('operations'),
    });
  } finally {
    await databaseAtRest(strapi);
    await strapi.destroy();
  }
}

async function load(appDir: string, verbose: boolean): Promise<Core.Strapi> {
  const progress = showProgress('Loading the site');
  let strapi: Core.Strapi | undefined;
  try {
    const fromSite = requireFrom(appDir);
    const distDir = await compiled(fromSite, appDir);
    const { createStrapi } = fromSite('@strapi/strapi') as Toolbox;
    strapi = createStrapi({ appDir, distDir, serveAdminPanel: false });
    endWhenInterrupted(strapi);
    if (!verbose) strapi.log.level = 'error';
    // The site's own tasks are the running site's business.
    strapi.config.set('server.cron.enabled', false);
    const { cron } = strapi;
    cron.start = () => cron;
    refuseLackingTypes(strapi);
    await strapi.load();
    if (strapi.db.dialect.client === 'sqlite') {
      await strapi.db.getConnection().raw(`PRAGMA busy_timeout = ${BUSY_MS}`);
    }
    return strapi;
  } catch (error) {
    await strapi?.destroy().catch(() => undefined);
    throw new CommandError(
      EXIT.site,
      `the site in ${appDir} cannot be loaded: ${messageOf(error)}`,
    );
  } finally {
    progress.end();
  }
}

/** @throws Error when the folder is not that of a site whose packages are installed. */
function requireFrom(appDir: string): NodeJS.Require {
  const fromSite = createRequire(join(appDir, 'package.json'));
  const where = 'run the command in the folder of the site';
  // Within a site, Strapi would be found, and its configuration would not.
  if (!existsSync(join(appDir, 'package.json')))
    throw new Error(`it has no package.json; ${where}`);
  try {
    fromSite.resolve('@strapi/strapi/package.json');
  } catch {
    throw new Error(`there is no Strapi in it; ${where}`);
  }
  return fromSite;
}

/** Lies beside code that is being compiled: where that was interrupted, what is there is not the whole site. */
const UNFINISHED = '.article-receiver-compiling';

/** Where the site's runnable code lies. A TypeScript site that was never built is compiled first. */
async function compiled(fromSite: NodeJS.Require, appDir: string): Promise<string> {
  const fromStrapi = createRequire(fromSite.resolve('@strapi/strapi/package.json'));
  const typescript = fromStrapi('@strapi/typescript-utils') as TypeScriptUtils;
  if (!(await typescript.isUsingTypeScript(appDir))) return appDir;
  const outDir = (await typescript.resolveOutDir(appDir)) ?? join(appDir, 'dist');
  const mark = join(outDir, UNFINISHED);
  const isThere = ['config', 'src'].some((name) => existsSync(join(outDir, name)));
  if (isThere && !existsSync(mark)) return outDir;
  await mkdir(outDir, { recursive: true });
  await writeFile(mark, '');
  await typescript.compile(appDir, { configOptions: { options: { incremental: true } } });
  await rm(mark, { force: true });
  return outDir;
}

/**
 * Resolves when nobody uses the database any more, or not for a while yet: Strapi reads entries for its events after a
 * commit, without waiting for it, and a closed database would end the process with an error.
 */
async function databaseAtRest(strapi: Core.Strapi): Promise<void> {
  const { pool } = strapi.db.connection.client as {
    pool?: { numUsed(): number; numPendingAcquires(): number };
  };
  const end = Date.now() + REST_MS;
  for (let quiet = 0; pool && quiet < 3 && Date.now() < end;) {
    await sleep(20);
    quiet = pool.numUsed() + pool.numPendingAcquires() === 0 ? quiet + 1 : 0;
  }
}
