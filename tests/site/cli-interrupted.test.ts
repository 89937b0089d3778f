import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cliProcess, foreignSite } from '../support/site/cli';

const COMMAND = join(__dirname, '../../src/plugins/article-receiver/bin/article-receiver');

// Every command loads a whole site in a process of its own.
jest.setTimeout(300_000);

describe('a command that is interrupted', () => {
  let directory: string;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'article-receiver-'));
    await foreignSite(directory, 'javascript');
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  /** Runs a command in the site with this code of its own. */
  async function run(command: string, code: string) {
    await writeFile(join(directory, 'src/index.js'), code);
    return cliProcess([command], { cwd: directory });
  }

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('does not say that all is done, with %s', async (signal, expected) => {
    const atWork = `module.exports = {
      bootstrap({ strapi }) {
        const look = () =>
          strapi.isLoaded ? process.kill(process.pid, '${signal}') : setImmediate(look);
        look();
      },
    };`;
    expect((await run('verify', atWork)).code).toBe(expected);
  });

  it('takes it for no answer where it asks', async () => {
    const hook = join(directory, 'terminal.js');
    await writeFile(hook, 'process.stdin.isTTY = true; process.stderr.isTTY = true;');
    const command = spawn(process.execPath, [COMMAND, 'uninstall'], {
      cwd: directory,
      env: { ...process.env, NODE_OPTIONS: `--require ${hook}` },
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    let said = '';
    command.stderr.on('data', (part: Buffer) => {
      said += part.toString();
      if (said.includes('Type "article-receiver"')) command.stdin.write('\x03');
    });
    const [code] = (await once(command, 'close')) as [number | null];
    expect([code, said]).toEqual([130, expect.not.stringContaining('nothing was removed')]);
  });

  it('says nothing else while it loads the site', async () => {
    const atOnce = `process.kill(process.pid, 'SIGINT'); module.exports = {};`;
    expect(await run('status', atOnce)).toEqual({ code: 130, stdout: '', stderr: '' });
  });
});
