import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { samples } from '../support/feed/samples';
import { openDatabase, tablesOf } from '../support/databases/database';
import { siteEnvironment } from '../support/site/cli';
import { bootSite, type Site } from '../support/site/site';

const REPOSITORY = join(__dirname, '..', '..');
const COMMAND = join(REPOSITORY, 'src/plugins/article-receiver/bin/article-receiver');

/** A file on a disk that has no room left; Linux has one. */
const FULL = '/dev/full';

const FILES = samples().map(({ file }) => join('examples', 'deliveries', file));

// Every command loads a whole site in a process of its own.
jest.setTimeout(300_000);

describe('a command of which nobody reads the result', () => {
  let directory: string;
  let site: Site | undefined;

  /** Runs a command whose output goes to an open file, or into a pipe that is closed, as by `… | head`. */
  async function run(args: readonly string[], stdout: number | 'pipe'): Promise<number | null> {
    const command = spawn(process.execPath, [COMMAND, ...args], {
      cwd: REPOSITORY,
      env: { ...process.env, ...siteEnvironment(directory) },
      stdio: ['ignore', stdout, 'ignore'],
    });
    command.stdout?.destroy();
    const [code] = (await once(command, 'close')) as [number | null];
    return code;
  }

  async function stop() {
    await site?.destroy();
    site = undefined;
  }

  const tables = async () =>
    (await tablesOf(directory)).filter((name) => name.startsWith('article_receiver_'));

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'article-receiver-'));
  });
  afterEach(async () => {
    await stop();
    await rm(directory, { recursive: true, force: true });
    await (await openDatabase(directory)).drop();
  });

  it('takes all of the plugin away, and sends all that it was told to', async () => {
    site = await bootSite({ keep: { dir: directory } });
    const url = `${site.url}${site.webhookPath}`;
    expect(await run(['send', ...FILES, '--url', url], 'pipe')).toBe(0);
    expect(await site.strapi.db.query('plugin::article-receiver.log').count()).toBe(FILES.length);
    await stop();
    expect(await run(['uninstall', '--yes'], 'pipe')).toBe(0);
    expect(await tables()).toEqual([]);
  });

  (existsSync(FULL) ? it : it.skip)('does so on a full disk as well, and ends with 1', async () => {
    site = await bootSite({ keep: { dir: directory } });
    await stop();
    const full = await open(FULL, 'w');
    const code = await run(['uninstall', '--yes'], full.fd);
    await full.close();
    expect([code, await tables()]).toEqual([1, []]);
  });
});
