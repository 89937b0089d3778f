import { cp, mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { run } from './commands';
import { NODES, type Node } from './nodes';
import { ROOT } from './packed-plugin';
import { cached } from './tools';

const PACKAGE = join(ROOT, 'node_modules', 'better-sqlite3');
const BUILT = join(PACKAGE, 'build');
const BINARY = 'build/Release/better_sqlite3.node';

/**
 * The first that brings its binaries in the package, for Node 22 and newer. Its predecessors abort on
 * Node 24.19 and newer when they are compiled there (WiseLibs/better-sqlite3#1515).
 */
const WITH_BINARIES = '13.2.0';

const needsCompiling = ({ own, major }: Node): boolean => own || major === Math.min(...MAJORS);
const MAJORS = Object.keys(NODES).map(Number);

/** The driver for SQLite that a site on a Node gets. */
export async function driverVersion(node: Node): Promise<string> {
  if (!needsCompiling(node)) return WITH_BINARIES;
  const manifest = await readFile(join(PACKAGE, 'package.json'), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}

/** The driver is compiled for this repository; every site on the same Node gets that one. */
async function driverFor(node: Node, env: NodeJS.ProcessEnv): Promise<string> {
  if (node.own) return join(PACKAGE, BINARY);
  const version = await run('node', ['--version'], { cwd: ROOT, env });
  const name = `better-sqlite3-${await driverVersion(node)}-node-${version.trim()}`;
  const folder = await cached(name, async (draft) => {
    await cp(PACKAGE, draft, { recursive: true, filter: (path) => path !== BUILT });
    // In the environment, too: what a person's own .npmrc says of it would count for more.
    const forNode = { ...env, npm_config_nodedir: node.home };
    const compile = ['rebuild', '--release', `--nodedir=${node.home}`];
    await run('npx', ['--yes', 'node-gyp@11', ...compile], { cwd: draft, env: forNode });
    // Whatever went wrong, a driver for another Node is not kept.
    await run('node', ['-e', `process.dlopen({ exports: {} }, '${BINARY}')`], { cwd: draft, env });
  });
  return join(folder, BINARY);
}

/** Puts the driver where the installed package looks for it, unless that brings its own. */
export async function addDriver(directory: string, node: Node, env: NodeJS.ProcessEnv) {
  if (!needsCompiling(node)) return;
  const place = join(directory, 'node_modules', 'better-sqlite3', BINARY);
  await mkdir(dirname(place), { recursive: true });
  await cp(await driverFor(node, env), place);
}
