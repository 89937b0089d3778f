import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cli, cliProcess, CONTROLS, foreignSite, siteEnvironment } from '../support/site/cli';
import { ask, openDatabase, tablesOf } from '../support/databases/database';
import { samples } from '../support/feed/samples';
import { bootSite } from '../support/site/site';

const DELIVERY = 'plugin::article-receiver.delivery';

// Every command loads a whole site in a process of its own.
jest.setTimeout(300_000);

describe('the command line with a stopped site', () => {
  let directory: string;
  const run = (...args: string[]) => cli(args, { env: siteEnvironment(directory) });
  const boot = () => bootSite({ keep: { dir: directory } });
  const count = async (table: string, where = '1 = 1') => {
    const [row] = await ask(directory, `select count(*) as n from ${table} where ${where}`);
    return Number(row?.n);
  };
  const tables = async () =>
    (await tablesOf(directory)).filter((name) => name.startsWith('article_receiver_'));

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'article-receiver-'));
    const site = await boot();
    for (const { bytes } of samples()) await site.deliver(bytes);
    await site.settle();
    const webhooks = site.strapi.get<{ createWebhook(webhook: object): Promise<unknown> }>(
      'webhookStore',
    );
    for (const events of [['article-receiver.failed'], ['entry.create', 'article-receiver.parked']])
      await webhooks.createWebhook({ name: 'a', url: 'https://example.com', headers: {}, events });
    // What a site that was killed leaves behind.
    await site.strapi.db.query(DELIVERY).updateMany({
      where: { state: { $in: ['applied', 'superseded'] } },
      data: { state: 'pending' },
    });
    await site.strapi
      .plugin('article-receiver')
      .service<{ stop(): Promise<void> }>('runner')
      .stop();
    await site.destroy();
  });
  afterAll(async () => {
    await rm(directory, { recursive: true, force: true });
    await (await openDatabase(directory)).drop();
  });

  it('only looks, when it is asked to look', async () => {
    const pending = await count('article_receiver_deliveries', `state = 'pending'`);
    const { code, stdout } = await run('status', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ counts: { pending } });
    expect(await count('article_receiver_deliveries', `state = 'pending'`)).toBe(pending);
  });

  it('ends a rebuild that was killed, and does its own', async () => {
    const env = { ...siteEnvironment(directory), ARTICLE_RECEIVER_KILL_AT: 'before-commit' };
    expect((await cliProcess(['rebuild'], { env })).code).toBeNull();
    await ask(directory, 'update article_receiver_leases set held_until = 1');
    const asked = await run('rebuild', '--no-wait');
    expect([asked.code, asked.stderr]).toEqual([
      1,
      expect.stringMatching(/^error: a rebuild is under way already, at \d of 8$/m),
    ]);
    const { code, stdout, stderr } = await run('rebuild');
    expect([code, stdout]).toEqual([0, 'done: 0 articles changed, 0 failed\n']);
    expect(stderr).toMatch(/^a rebuild is under way already, at \d of 8: that comes first$/m);
    expect(stderr.match(/^Rebuilding: 8 of 8 /gm)).toHaveLength(2);
  });

  it('projects here when there is no site to do it', async () => {
    const { code, stdout, stderr } = await run('rebuild');
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/^done: \d articles? changed, 0 failed\n$/),
    ]);
    expect(stderr).toMatch(/^Rebuilding: 8 of 8 /m);
    expect(stderr).not.toMatch(CONTROLS);
    expect(await count('article_receiver_deliveries', `state = 'applied'`)).toBe(2);
    expect(await count('article_receiver_deliveries', `state = 'pending'`)).toBe(0);
  });

  it('says 3 where there is no site', async () => {
    const { code, stderr } = await cli(['status'], { cwd: tmpdir() });
    expect([code, stderr]).toEqual([3, expect.stringMatching(/^error: the site in .* cannot be/m)]);
  });

  it('removes nothing without a yes', async () => {
    const refused = await run('uninstall');
    expect([refused.code, refused.stdout]).toEqual([2, '']);
    const dry = await run('uninstall', '--dry-run', '--json');
    expect(dry.code).toBe(0);
    expect(JSON.parse(dry.stdout)).toMatchObject({
      removed: [],
      files: await count('files'),
      obstacles: [],
      tables: expect.arrayContaining([{ name: 'article_receiver_log', rows: 8 }]),
    });
    expect(await count('article_receiver_log')).toBe(8);
  });

  it('removes everything on purpose, and keeps the images', async () => {
    const files = await count('files');
    expect((await run('uninstall', '--yes')).code).toBe(0);
    expect(await tables()).toEqual([]);
    expect(await count('files')).toBe(files);
    const ours = `like '%article-receiver%'`;
    expect(await count('admin_permissions', `action ${ours} or subject ${ours}`)).toBe(0);
    expect(await count('files_related_mph', `related_type ${ours}`)).toBe(0);
    expect(
      await count(
        'strapi_core_store_settings',
        `strapi_core_store_settings.key like '%::article-receiver%'`,
      ),
    ).toBe(0);
    const persisted = await ask(
      directory,
      `select value from strapi_core_store_settings where strapi_core_store_settings.key = 'core_persisted_tables'`,
    );
    expect(JSON.stringify(persisted)).not.toContain('article_receiver');
    // Strapi lets nobody change a webhook with an event that it does not know.
    const webhooks = await ask(directory, 'select events from strapi_webhooks');
    const events = webhooks.map((row): unknown => row.events);
    expect(events.map((all) => (typeof all === 'string' ? JSON.parse(all) : all))).toEqual([
      ['entry.create'],
    ]);
  });

  it('lets the plugin begin anew after that', async () => {
    const site = await boot();
    const { status } = await site.deliver(samples()[0]?.bytes ?? '');
    await site.settle();
    expect(status).toBe(202);
    expect(await site.strapi.db.query(DELIVERY).count({ where: { state: 'applied' } })).toBe(1);
    await site.destroy();
    expect((await run('uninstall', '--yes', '--files')).code).toBe(0);
  });
});

describe.each(['javascript', 'typescript'] as const)(
  'the command line in a %s site',
  (language) => {
    it('loads it, compiled or not', async () => {
      const directory = await mkdtemp(join(tmpdir(), 'article-receiver-'));
      try {
        await foreignSite(directory, language);
        for (let time = 1; time <= 2; time += 1) {
          const { code, stdout, stderr } = await cliProcess(['status', '--json'], {
            cwd: directory,
          });
          expect({ time, code, stderr }).toMatchObject({ time, code: 0 });
          expect(JSON.parse(stdout)).toMatchObject({ counts: { pending: 0 } });
        }
      } finally {
        await rm(directory, { recursive: true, force: true });
      }
    });
  },
);
