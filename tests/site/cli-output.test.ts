import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cli, foreignSite, siteEnvironment } from '../support/site/cli';
import { makeDelivery } from '../support/feed/deliveries';
import { bootSite, type Site } from '../support/site/site';

const REPOSITORY = join(__dirname, '..', '..');
const COMMAND = join(REPOSITORY, 'src/plugins/article-receiver/bin/article-receiver');

/** A file on a disk that has no room left; Linux has one. */
const FULL = '/dev/full';

/** A database at which nobody listens, on a host with two addresses, as `localhost` mostly is. */
const UNREACHABLE = `
const dns = require('node:dns');
const { lookup } = dns;
dns.lookup = (host, options, callback) =>
  host === 'two.example' && options.all
    ? callback(null, ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 })))
    : lookup(host, options, callback);
module.exports = {
  connection: { client: 'postgres', connection: { host: 'two.example', port: 1, database: 'a', user: 'a' } },
};
`;

// Every command loads a whole site in a process of its own.
jest.setTimeout(300_000);

describe('what a command prints', () => {
  let site: Site;
  let deliveryId: string;

  /** Runs a command whose streams go to open files, or are read. */
  async function run(args: readonly string[], to: { stdout?: number; stderr?: number } = {}) {
    const command = spawn(process.execPath, [COMMAND, ...args], {
      cwd: REPOSITORY,
      env: { ...process.env, ...siteEnvironment(site.directory) },
      stdio: ['ignore', to.stdout ?? 'pipe', to.stderr ?? 'pipe'],
    });
    const said = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) {
      command[name]?.on('data', (part: Buffer) => (said[name] += part.toString()));
    }
    const [code] = (await once(command, 'close')) as [number | null];
    return { code, ...said };
  }

  beforeAll(async () => {
    site = await bootSite();
    const { body } = await site.deliver(makeDelivery());
    deliveryId = body.data?.deliveryId ?? '';
    await site.settle();
  });
  afterAll(() => site?.destroy());

  (existsSync(FULL) ? describe : describe.skip)('to a full disk', () => {
    it('is missed, where it is the result', async () => {
      const file = await open(FULL, 'w');
      const { code, stderr } = await run(['log', deliveryId, '--body'], { stdout: file.fd });
      await file.close();

      expect(stderr).toMatch(/^error: the result could not be written: ENOSPC/m);
      expect(code).toBe(1);
    });

    it('ends no work, where it is only said beside that', async () => {
      const file = await open(FULL, 'w');
      const { code, stdout } = await run(['rebuild', '--json'], { stderr: file.fd });
      await file.close();

      expect(stdout).toMatch(/"state": "done"/);
      expect(code).toBe(0);
    });
  });

  it('says in words and lines what is wrong with the folder or the site', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'article-receiver-'));
    try {
      const elsewhere = await cli(['status'], { cwd: folder });
      expect(elsewhere.stderr).toMatch(
        /^error: the site in .* cannot be loaded: it has no package\.json; .*\n$/,
      );
      await foreignSite(folder, 'javascript');
      const within = await cli(['status'], { cwd: join(folder, 'src') });
      expect(within.stderr).toMatch(/ cannot be loaded: .* in the folder of the site\n$/);
      await writeFile(join(folder, 'config/plugins.js'), 'require("not-installed");\n');
      const faulty = await cli(['status'], { cwd: folder });
      expect(faulty.stderr).toMatch(/^error: the site in .* cannot be loaded: /m);
      for (const { code, stderr } of [elsewhere, within, faulty]) {
        expect(code).toBe(3);
        expect(stderr).not.toContain('\ufffd');
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('says what is wrong with a database at a host of several addresses', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'article-receiver-'));
    try {
      await foreignSite(folder, 'javascript');
      await writeFile(join(folder, 'config/database.js'), UNREACHABLE);
      const { code, stderr } = await cli(['status'], { cwd: folder });
      expect(code).toBe(3);
      expect(stderr).toMatch(/^error: .* cannot be loaded: connect ECONNREFUSED 127\.0\.0\.1:1, /m);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it.each(['30d', '365d'])('is the answer of a site that may take %s for it', async (timeout) => {
    const file = 'examples/deliveries/02-ready-grinder.json';
    const url = `${site.url}${site.webhookPath}`;
    const { code, stdout } = await run(['send', file, '--url', url, '--timeout', timeout]);

    expect(stdout).toMatch(/ {2}20[02] {2}/);
    expect(code).toBe(0);
  });

  it('may be more than somebody wants to read', async () => {
    const command = spawn(process.execPath, [COMMAND, '--help'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    command.stdout.destroy();
    const [code] = (await once(command, 'close')) as [number | null];

    expect(code).toBe(0);
  });
});
