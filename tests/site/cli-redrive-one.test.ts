import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeArchive } from '../../src/plugins/article-receiver/cli/src/archive/write';
import { makeDelivery } from '../support/feed/deliveries';
import { cli, foreignSite } from '../support/site/cli';

/** How many deliveries wait, and how long each of them takes at least, in milliseconds. */
const COUNT = 30;
const SLOW_MS = 100;

/** Each article is at work for a while. */
const PLUGINS = `module.exports = {
  'users-permissions': { config: { jwtSecret: 'secret' } },
  'article-receiver': { enabled: true, config: { transform: () => {
    for (const end = Date.now() + ${SLOW_MS}; Date.now() < end;);
    return {};
  } } },
};
`;

async function* deliveries() {
  for (let n = 0; n < COUNT; n += 1) {
    const body = Buffer.from(JSON.stringify(makeDelivery()));
    const digest = createHash('sha256').update(body).digest('hex');
    const receivedAt = new Date().toISOString();
    const past = { acknowledgedAt: null, duplicates: 0, lastDuplicateAt: null, discarded: null };
    const from = { token: 'newsroom', remoteAddress: null, userAgent: null };
    yield await Promise.resolve({
      record: { digest, receivedAt, ...from, ...past, deleted: null },
      body,
    });
  }
}

// Every command loads a whole site in a process of its own.
jest.setTimeout(300_000);

describe('a redrive of one delivery, where many wait', () => {
  it('is over when that is done', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'article-receiver-'));
    const run = (...args: string[]) => cli(args, { cwd: directory });
    const counts = async () => {
      const { stdout } = await run('status', '--json');
      return (JSON.parse(stdout) as { counts: { pending: number } }).counts;
    };
    try {
      await foreignSite(directory, 'javascript');
      await writeFile(join(directory, 'config/plugins.js'), PLUGINS);
      const file = join(directory, 'log.gz');
      await writeArchive(file, deliveries());
      expect((await run('import', file, '--no-wait')).code).toBe(0);
      expect(await counts()).toMatchObject({ pending: COUNT });
      const listed = await run('log', '--json');
      const all = (JSON.parse(listed.stdout) as { deliveries: { deliveryId: string }[] })
        .deliveries;
      const oldest = all.at(-1)?.deliveryId ?? '';
      const { code, stdout } = await run('redrive', oldest);
      expect([code, stdout]).toEqual([
        0,
        expect.stringMatching(/applied\n1 redriven: 1 applied\n$/),
      ]);
      expect((await counts()).pending).toBeGreaterThan(0);
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  });
});
