import { appendFile, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { run } from './commands';
import { ROOT } from './packed-plugin';

export const TOKEN = 'package-token-0123456789abcdef0123456789abcdef';

export interface GeneratedSite {
  readonly directory: string;
  remove(): Promise<void>;
}

interface Manifest {
  dependencies: Record<string, string>;
  [name: string]: unknown;
}

const GENERATOR_FLAGS = [
  '--skip-cloud',
  '--no-run',
  '--no-git-init',
  '--no-example',
  '--no-install',
  '--use-npm',
  // With everything said, no version asks anything.
  '--dbclient',
  'sqlite',
  '--dbfile',
  '.tmp/data.db',
];

/** What the README says to do, besides installing. */
async function followReadme(directory: string, extension: 'ts' | 'js'): Promise<void> {
  const file = join(directory, 'config', `plugins.${extension}`);
  const enabled = "'article-receiver': { enabled: true },";
  const config = await readFile(file, 'utf8').catch(() => '');
  const added = config.replace(/=> \(\{/, `=> ({\n  ${enabled}`);
  if (!added.includes(enabled)) throw new Error(`${file} is not what was expected:\n${config}`);
  await writeFile(file, added);
  await appendFile(join(directory, '.env'), `\nARTICLE_RECEIVER_TOKEN=${TOKEN}\n`);
}

/** The database driver is compiled once, for this repository; every site gets the same one. */
async function reuseDriver(directory: string): Promise<void> {
  const driver = 'node_modules/better-sqlite3/build/Release/better_sqlite3.node';
  await mkdir(dirname(join(directory, driver)), { recursive: true });
  await cp(join(ROOT, driver), join(directory, driver));
}

async function pinDriver(directory: string): Promise<void> {
  const file = join(directory, 'package.json');
  const manifest = JSON.parse(await readFile(file, 'utf8')) as Manifest;
  const { version } = JSON.parse(
    await readFile(join(ROOT, 'node_modules/better-sqlite3/package.json'), 'utf8'),
  ) as { version: string };
  manifest.dependencies['better-sqlite3'] = version;
  await writeFile(file, JSON.stringify(manifest, null, 2));
}

/**
 * A plain site, as `create-strapi-app` of that version makes it, with the plugin installed from its
 * tarball. No install script runs: the plugin has none, and the driver is here already.
 */
export async function generateSite(
  version: string,
  language: 'typescript' | 'javascript',
  tarball: string,
): Promise<GeneratedSite> {
  const parent = await mkdtemp(join(tmpdir(), 'article-receiver-generated-'));
  const directory = join(parent, 'my-site');
  const generator = `create-strapi-app@${version}`;
  await run('npx', ['--yes', generator, directory, ...GENERATOR_FLAGS, `--${language}`], {
    cwd: parent,
  });
  await pinDriver(directory);
  const install = ['install', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
  await run('npm', [...install, tarball], { cwd: directory });
  await reuseDriver(directory);
  await followReadme(directory, language === 'typescript' ? 'ts' : 'js');
  return { directory, remove: () => rm(parent, { recursive: true, force: true }) };
}
