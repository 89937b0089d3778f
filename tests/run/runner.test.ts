import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type {
  Operations,
  WorkLeft,
} from '../../src/plugins/article-receiver/shared/deliveries/operations';
import { makeDelivery } from '../support/feed/deliveries';
import { freePort } from '../support/servers/free-port';
import { ProcessSite } from '../support/site/process-site';
import { bootSite } from '../support/site/site';

const LOADED = 'LOADED BULLMQ';
const WITHOUT = `--require ${join(__dirname, '..', 'support', 'sites', 'without-bullmq.js')}`;
const WATCH = `--require ${join(__dirname, '..', 'support', 'sites', 'watch-bullmq.js')}`;

describe('the runner', () => {
  it('is the process itself by default, and loads nothing of Redis', async () => {
    const site = await ProcessSite.create();
    try {
      await site.startWell({ NODE_OPTIONS: WATCH, REDIS_URL: 'redis://127.0.0.1:1' });
      await site.deliver(makeDelivery());
      await site.client.settled();
      expect((await site.client.status()).runner).toEqual({
        kind: 'embedded',
        works: true,
        running: null,
        problem: null,
      });
      expect(site.output).not.toContain(LOADED);
    } finally {
      await site.destroy();
    }
  });

  it.each([
    [
      'without the package, with the command that installs it',
      { NODE_OPTIONS: WITHOUT, REDIS_URL: 'redis://127.0.0.1:1' },
      /bullmq is not installed; run: npm install bullmq@5/,
    ],
    ['without an address', {}, /runner is "bullmq".*set REDIS_URL/],
    [
      'at an address that cannot be one, without repeating it',
      { REDIS_URL: 'http://user:s3cret@example.com' },
      /address of Redis cannot be used.*set REDIS_URL/,
    ],
    [
      'at a word for `work` that is none, with the variable that says it',
      { ARTICLE_RECEIVER_WORK: 'maybe' },
      /"work" \(ARTICLE_RECEIVER_WORK\).*boolean/,
    ],
    [
      'at a runner that there is not, with the variable that says it',
      { ARTICLE_RECEIVER_RUNNER: 'cron' },
      /"runner" \(ARTICLE_RECEIVER_RUNNER\)/,
    ],
  ])('stops the boot %s', async (_, env: Record<string, string>, message) => {
    const site = await ProcessSite.create();
    try {
      await site.start({ ARTICLE_RECEIVER_RUNNER: 'bullmq', ...env });
      expect(site.isRunning).toBe(false);
      expect(site.output).toMatch(message);
      expect(site.output).not.toContain('s3cret');
    } finally {
      await site.destroy();
    }
  });

  it('takes deliveries and projects them where Redis cannot be reached', async () => {
    const site = await ProcessSite.create({ overlay: { plugin: { sweepIntervalMs: 500 } } });
    try {
      const env = {
        NODE_OPTIONS: WATCH,
        ARTICLE_RECEIVER_RUNNER: 'bullmq',
        REDIS_URL: `redis://:s3cret@127.0.0.1:${await freePort()}`,
      };
      await site.startWell(env);
      expect((await site.deliver(makeDelivery()))?.status).toBe(202);
      await site.client.settled();
      const { runner, counts } = await site.client.status();
      expect(counts.applied).toBe(1);
      expect(runner).toMatchObject({ kind: 'bullmq', problem: expect.stringMatching(/^Redis is/) });
      expect(site.output).toMatch(/warn.*Redis is away/);
      expect(site.output).toContain(LOADED);
      expect(site.output).not.toContain('s3cret');
      expect(await site.stop()).toEqual({ code: 0, signal: null });
    } finally {
      await site.destroy();
    }
  });

  it('leaves the work to others where it is told to', async () => {
    const web = await ProcessSite.create();
    try {
      await web.startWell({ ARTICLE_RECEIVER_WORK: 'false' });
      await web.deliver(makeDelivery());
      const { counts, runner } = await web.client.status();
      expect([counts.pending, runner.works]).toEqual([1, false]);
      await web.stop();
      await web.startWell({ ARTICLE_RECEIVER_WORK: 'true' });
      await web.client.settled();
      expect((await web.client.status()).counts.applied).toBe(1);
    } finally {
      await web.destroy();
    }
  });
});

describe('the runner of a site that runs', () => {
  it('projects at once what was imported, when somebody waits for that', async () => {
    const site = await bootSite({ pluginConfig: { sweepIntervalMs: 3_600_000 } });
    try {
      await site.settle();
      const operations = site.strapi.plugin('article-receiver').service<Operations>('operations');
      const record = { token: 'test', remoteAddress: null, userAgent: null };
      const past = {
        acknowledgedAt: null,
        duplicates: 0,
        lastDuplicateAt: null,
        discarded: null,
        deleted: null,
      };
      const receivedAt = new Date().toISOString();
      const body = Buffer.from(JSON.stringify(makeDelivery()));
      const digest = createHash('sha256').update(body).digest('hex');
      const carried = [{ body, record: { digest, receivedAt, ...record, ...past } }];
      expect(await operations.importDeliveries(carried)).toMatchObject({ added: 1 });
      let left: WorkLeft | undefined;
      for await (left of operations.drain());
      expect(left).toEqual({ pending: 0, done: null });
      const articles = site.strapi.documents('plugin::article-receiver.article' as never);
      expect(await articles.count({})).toBe(1);
    } finally {
      await site.destroy();
    }
  });
});
