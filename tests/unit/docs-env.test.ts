import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { blocksOf } from '../support/pages';

/** What the pages say to do to a site's `.env`, done to one that is somebody's. */
describe('what the pages do to .env', () => {
  let cwd: string;
  const env = () => readFileSync(join(cwd, '.env'), 'utf8');
  const run = (page: string, part: string) => {
    const code = blocksOf(page).find((block) => block.code.includes(part))?.code ?? 'false';
    execFileSync('sh', ['-c', code], { cwd });
  };

  beforeEach(() => {
    cwd = mkdtempSync(join(tmpdir(), 'article-receiver-env-'));
  });
  afterEach(() => rmSync(cwd, { recursive: true }));

  it('adds the token in a line of its own, also where the last line has no end', () => {
    writeFileSync(join(cwd, '.env'), 'DATABASE_FILENAME=.tmp/data.db');
    run('README.md', '>> .env');
    expect(env()).toMatch(
      /^DATABASE_FILENAME=\.tmp\/data\.db\nARTICLE_RECEIVER_TOKEN=[0-9a-f]{64}\n$/,
    );
  });

  it('takes the variables out of a file that its owner alone may read, and leaves it so', () => {
    const others = 'ADMIN_JWT_SECRET=kept\n';
    writeFileSync(join(cwd, '.env'), `ARTICLE_RECEIVER_TOKEN=one\n${others}`, { mode: 0o600 });
    run('docs/uninstall.md', 'ARTICLE_RECEIVER_');
    expect([env(), statSync(join(cwd, '.env')).mode & 0o777]).toEqual([others, 0o600]);
  });
});
