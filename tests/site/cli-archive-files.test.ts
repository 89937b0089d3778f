import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { lstat, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cli, siteEnvironment } from '../support/site/cli';
import { makeDelivery } from '../support/feed/deliveries';
import { bootSite, type Site } from '../support/site/site';

/** A file on a disk that has no room left; Linux has one. */
const FULL = '/dev/full';

// Every command loads a whole site in a process of its own.
jest.setTimeout(300_000);

describe('the file of an export', () => {
  let site: Site;
  let folder: string;
  const at = (name: string) => join(folder, name);
  const run = (...args: string[]) => cli(args, { env: siteEnvironment(site.directory) });

  beforeAll(async () => {
    site = await bootSite();
    await site.deliver(makeDelivery());
    await site.settle();
  });
  afterAll(() => site?.destroy());
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'article-receiver-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('takes the place of no device and no pipe', async () => {
    // As /dev/stdout is.
    await symlink('/dev/null', at('device'));
    execFileSync('mkfifo', [at('pipe')]);
    for (const name of ['device', 'pipe']) {
      const { code, stderr } = await run('export', at(name), '--force');
      expect(stderr).toBe(`error: ${at(name)} is no file, and an export is one\n`);
      expect(code).toBe(2);
    }
    expect((await readdir(folder)).sort()).toEqual(['device', 'pipe']);
    expect((await lstat(at('device'))).isSymbolicLink()).toBe(true);
    expect((await lstat(at('pipe'))).isFIFO()).toBe(true);
  });

  it('takes the place of what a link leads to, and leaves the link', async () => {
    await writeFile(at('monday.gz'), 'the one before');
    await symlink('monday.gz', at('latest.gz'));
    const { code, stdout } = await run('export', at('latest.gz'), '--force');
    expect([code, stdout]).toEqual([0, `1 delivery written to ${at('latest.gz')}, 0 left out\n`]);
    expect((await lstat(at('latest.gz'))).isSymbolicLink()).toBe(true);
    const imported = await run('import', at('monday.gz'));
    expect(imported.stdout).toContain('1 delivery in the file');
  });

  it('goes nowhere but to where a link leads, also where nothing is there yet', async () => {
    await symlink('monday.gz', at('latest.gz'));
    expect((await run('export', at('latest.gz'))).code).toBe(0);
    expect((await readdir(folder)).sort()).toEqual(['latest.gz', 'monday.gz']);
    expect((await lstat(at('latest.gz'))).isSymbolicLink()).toBe(true);

    // As on a disk that is not there at the moment.
    await symlink('not-mounted/monday.gz', at('backup.gz'));
    const { code, stderr } = await run('export', at('backup.gz'), '--force');
    expect([code, stderr]).toEqual([2, expect.stringMatching(/cannot be written: ENOENT/)]);
    expect((await lstat(at('backup.gz'))).isSymbolicLink()).toBe(true);
  });

  it('is no standard output', async () => {
    for (const name of ['-', '']) {
      const { code, stdout, stderr } = await run('export', name);
      expect([code, stdout, stderr]).toEqual([
        2,
        '',
        'error: an export is a file: expected its name\n',
      ]);
    }
  });

  it('is missed where something else has its name meanwhile', async () => {
    await mkdir(at('monday.gz.part'));
    const { code, stderr } = await run('export', at('monday.gz'));
    expect(stderr).toContain(`error: ${at('monday.gz')} could not be written: EISDIR`);
    expect(code).toBe(1);
  });

  const onFullDisk = existsSync(FULL) ? it : it.skip;
  onFullDisk('is missed on a disk that has no room left', async () => {
    await symlink(FULL, at('monday.gz.part'));
    const { code, stderr } = await run('export', at('monday.gz'));
    expect(stderr).toContain(`error: ${at('monday.gz')} could not be written: ENOSPC`);
    expect(code).toBe(1);
  });

  it('is read twice, and so from no pipe', async () => {
    execFileSync('mkfifo', [at('pipe')]);
    const { code, stderr } = await run('import', at('pipe'));
    expect(stderr).toBe(`error: ${at('pipe')} is no file, and it is read twice\n`);
    expect(code).toBe(2);
  });
});
