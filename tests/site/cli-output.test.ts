import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { siteEnvironment } from '../support/site/cli';
import { makeDelivery } from '../support/feed/deliveries';
import { bootSite, type Site } from '../support/site/site';

const REPOSITORY = join(__dirname, '..', '..');
const COMMAND = join(REPOSITORY, 'src/plugins/article-receiver/bin/article-receiver');

/** A file on a disk that has no room left; Linux has one. */
const FULL = '/dev/full';

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

  it('may be more than somebody wants to read', async () => {
    const command = spawn(process.execPath, [COMMAND, '--help'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    command.stdout.destroy();
    const [code] = (await once(command, 'close')) as [number | null];

    expect(code).toBe(0);
  });
});
