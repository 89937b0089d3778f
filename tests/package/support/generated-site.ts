import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { blocksOf } from '../../support/pages';
import { attempt, run, type Ended } from './commands';
import { addDriver, driverVersion } from './driver';
import { INSTALLERS, programsOf } from './installers';
import { nodeOf, type Node } from './nodes';
import { isOldest, type Setup } from './setups';
import { databaseFor } from './site-database';

export interface GeneratedSite {
  readonly directory: string;
  /** The Node that it runs on. */
  readonly node: string;
  /** The webhook, at `https://YOUR-SITE`. */
  readonly webhook: string;
  /** The environment in which its Node and its installer are found. */
  readonly env: NodeJS.ProcessEnv;
  /** Runs a command of it to its end. */
  attempt(command: string, args: string[], env?: NodeJS.ProcessEnv): Promise<Ended>;
  remove(): Promise<void>;
}

interface Manifest {
  dependencies: Record<string, string>;
  [name: string]: unknown;
}

/** With everything said, no version asks anything. */
const GENERATOR_FLAGS = [
  '--skip-cloud',
  '--no-run',
  '--no-git-init',
  '--no-example',
  '--no-install',
];

/**
 * What the README says to do, besides installing.
 * @returns the webhook's address as the README has it, with the token that its command made.
 */
async function followReadme(
  directory: string,
  language: Setup['language'],
  env: NodeJS.ProcessEnv,
): Promise<string> {
  const blocks = blocksOf('README.md');
  const extension = language === 'typescript' ? 'ts' : 'js';
  const shown = blocks.find((block) => block.language === extension)?.code ?? '';
  const [enabled = ''] = /'article-receiver': .*$/m.exec(shown) ?? [];
  const file = join(directory, 'config', `plugins.${extension}`);
  const config = await readFile(file, 'utf8');
  const added = config.replace(/=> \(\{/, `=> ({\n  ${enabled}`);
  if (added === config) throw new Error(`${file} is not what was expected:\n${config}`);
  await writeFile(file, added);

  const command = blocks.find(({ code }) => code.includes('>> .env'))?.code ?? '';
  await run('sh', ['-c', command], { cwd: directory, env });
  const settings = await readFile(join(directory, '.env'), 'utf8');
  const [, token = ''] = /^ARTICLE_RECEIVER_TOKEN=(\S{32,})$/m.exec(settings) ?? [];
  const address = blocks.find(({ code }) => code.includes('YOUR-TOKEN'))?.code.trim() ?? '';
  return address.replace('YOUR-TOKEN', token);
}

async function pinDriver(directory: string, node: Node): Promise<void> {
  const file = join(directory, 'package.json');
  const manifest = JSON.parse(await readFile(file, 'utf8')) as Manifest;
  manifest.dependencies['better-sqlite3'] = await driverVersion(node);
  await writeFile(file, JSON.stringify(manifest, null, 2));
}

/**
 * A plain site, as `create-strapi-app` of that version makes it, with the plugin installed from its
 * tarball. On SQLite no install script runs: the plugin has none, and the driver is here already, or brings its binaries.
 */
export async function generateSite(setup: Setup, tarball: string): Promise<GeneratedSite> {
  const node = await nodeOf(setup.node);
  const installer = INSTALLERS[setup.installer];
  const folders = [await programsOf(installer), node.folder, process.env.PATH];
  const env = { PATH: folders.filter((folder) => folder !== null).join(delimiter) };

  const parent = await mkdtemp(join(tmpdir(), 'article-receiver-generated-'));
  const directory = join(parent, 'my-site');
  const database = await databaseFor(node, setup);
  const generate = ['--yes', `create-strapi-app@${setup.strapi}`, directory, ...GENERATOR_FLAGS];
  const chosen = [`--use-${installer.name}`, `--${setup.language}`, ...database.flags];
  await run('npx', [...generate, ...chosen], { cwd: parent, env });
  if (database.isSqlite) await pinDriver(directory, node);
  await run(installer.name, installer.add(tarball), {
    cwd: directory,
    env: {
      ...env,
      ...installer.env,
      ...(isOldest(setup) ? installer.olderEnv : {}),
      ...(database.isSqlite ? installer.withoutScripts : {}),
    },
  });
  if (database.isSqlite) await addDriver(directory, node, env);
  const webhook = await followReadme(directory, setup.language, env);
  return {
    directory,
    node: node.program,
    webhook,
    env,
    attempt: (command, args, more) =>
      attempt(command, args, { cwd: directory, env: { ...env, ...more } }),
    remove: () => rm(parent, { recursive: true, force: true }),
  };
}
