import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fastFolder } from './fast-folder.mjs';

/** @typedef {import('./services.mjs').Address} Address */

/**
 * How to make and run a server whose data nobody needs afterwards.
 * @typedef {object} Recipe
 * @property {() => string | null} home the folder of its programs; null where it is not installed
 * @property {string} username of its administrator
 * @property {string | null} unlessRoot the system's user that it insists on where we are root
 * @property {(home: string, data: string) => string[]} prepare the command that makes its files
 * @property {(home: string, data: string, port: number) => string[]} run the command that serves
 */

/**
 * Safe against nothing but the end of a site's process, which is what the tests are about: a commit
 * waits for no disk. Making a site's hundred tables takes MariaDB half a second this way, and ten
 * with its usual settings.
 * @type {Record<'postgres' | 'mysql', Recipe>}
 */
const RECIPES = {
  postgres: {
    home: () => {
      const root = '/usr/lib/postgresql';
      const versions = existsSync(root) ? readdirSync(root).sort((a, b) => +b - +a) : [];
      const homes = versions.map((version) => join(root, version, 'bin'));
      return homes.find((home) => existsSync(join(home, 'initdb'))) ?? null;
    },
    username: 'postgres',
    unlessRoot: 'postgres',
    prepare: (home, data) => [
      join(home, 'initdb'),
      `--pgdata=${data}`,
      '--username=postgres',
      '--auth=trust',
      '--encoding=UTF8',
      '--locale=C.UTF-8',
      '--no-sync',
    ],
    run: (home, data, port) => [
      join(home, 'postgres'),
      ...['-D', data, '-p', String(port), '-k', data],
      ...['-c', 'listen_addresses=127.0.0.1'],
      ...['-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'full_page_writes=off'],
    ],
  },
  mysql: {
    home: () =>
      ['/usr/sbin', '/usr/bin'].find((home) => existsSync(join(home, 'mariadbd'))) ?? null,
    username: 'root',
    unlessRoot: null,
    prepare: (_home, data) => [
      'mariadb-install-db',
      '--no-defaults',
      '--auth-root-authentication-method=normal',
      '--skip-test-db',
      `--datadir=${data}`,
      ...asRootUser(),
    ],
    run: (home, data, port) => [
      join(home, 'mariadbd'),
      '--no-defaults',
      `--datadir=${data}`,
      `--port=${port}`,
      '--bind-address=127.0.0.1',
      `--socket=${join(data, 'socket')}`,
      // As the packages of Debian and Ubuntu set it.
      '--character-set-server=utf8mb4',
      '--collation-server=utf8mb4_general_ci',
      '--skip-log-bin',
      '--innodb-flush-log-at-trx-commit=0',
      '--innodb-flush-method=nosync',
      '--innodb-doublewrite=0',
      ...asRootUser(),
    ],
  },
};

const PREPARE_MILLISECONDS = 120_000;
const START_MILLISECONDS = 60_000;

const isRoot = () => process.getuid?.() === 0;
/** MariaDB runs as root only where it is told so. */
const asRootUser = () => (isRoot() ? ['--user=root'] : []);

/** @param {'postgres' | 'mysql'} kind */
export const canServe = (kind) => RECIPES[kind].home() !== null;

/**
 * Starts a server of a run's own, in memory where the system has a folder there, at a free port.
 * @param {'postgres' | 'mysql'} kind
 * @param {(address: Address) => Promise<string | null>} faultOf why it cannot be used yet
 * @returns {Promise<{ address: Address, stop: () => Promise<void> }>}
 * @throws Error that says why there is none.
 */
export async function throwawayServer(kind, faultOf) {
  const { home: find, username, unlessRoot, prepare, run } = RECIPES[kind];
  const home = find();
  if (home === null) throw new Error(`there is no ${kind} server on this machine`);
  const user = isRoot() ? unlessRoot : null;
  /** @param {string[]} command @returns {[string, string[]]} */
  const as = (command) => {
    const [program = '', ...args] = user ? ['runuser', '-u', user, '--', ...command] : command;
    return [program, args];
  };

  const folder = await mkdtemp(join(fastFolder(), `article-receiver-${kind}-`));
  if (user) {
    await chmod(folder, 0o700);
    spawnSync('chown', [user, folder]);
  }
  const data = join(folder, 'data');
  const made = spawnSync(...as(prepare(home, data)), {
    cwd: folder,
    encoding: 'utf8',
    timeout: PREPARE_MILLISECONDS,
  });
  if (made.status !== 0) {
    await rm(folder, { recursive: true, force: true });
    throw new Error(`${kind}: ${made.stderr || made.stdout || made.error}`);
  }

  const port = await freePort();
  const server = spawn(...as(run(home, data, port)), {
    cwd: folder,
    stdio: 'ignore',
    // A zone with summer time, as many servers have.
    env: { ...process.env, TZ: 'Europe/Berlin' },
  });
  const gone = new Promise((resolve) => server.once('exit', resolve));
  const stop = async () => {
    server.kill('SIGTERM');
    await gone;
    await rm(folder, { recursive: true, force: true });
  };
  const address = {
    DATABASE_HOST: '127.0.0.1',
    DATABASE_PORT: String(port),
    DATABASE_USERNAME: username,
    DATABASE_PASSWORD: '',
  };
  const deadline = Date.now() + START_MILLISECONDS;
  let fault = await faultOf(address);
  while (fault !== null && server.exitCode === null && Date.now() < deadline) {
    await sleep(200);
    fault = await faultOf(address);
  }
  if (fault === null) return { address, stop };
  await stop();
  throw new Error(fault);
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0));
    });
  });
}
