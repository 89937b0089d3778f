import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type {
  DeliveryDetail,
  DeliverySummary,
} from '../../src/plugins/article-receiver/shared/deliveries/deliveries';
import { adminApi } from '../support/people/admin-api';
import { cli, CONTROLS, siteEnvironment } from '../support/site/cli';
import { makeDelivery } from '../support/feed/deliveries';
import { samples } from '../support/feed/samples';
import { bootSite, type Site } from '../support/site/site';
import { until } from '../support/until';

const DELIVERY = 'plugin::article-receiver.delivery';
const LOG = 'plugin::article-receiver.log';
const BLOB = 'plugin::article-receiver.blob';

const FILES = samples().map(({ file }) => join('examples', 'deliveries', file));

// Every command loads a whole site in a process of its own.
jest.setTimeout(300_000);

describe('the command line beside a running site', () => {
  let site: Site;
  const run = (...args: string[]) => cli(args, { env: siteEnvironment(site.directory) });
  const webhook = () => `${site.url}${site.webhookPath}`;
  const json = async <T>(...args: string[]) => {
    const { stdout, stderr, code } = await run(...args, '--json');
    return { code, stderr, answer: JSON.parse(stdout) as T };
  };
  const list = async (...args: string[]) =>
    (await json<{ deliveries: DeliverySummary[] }>('log', ...args)).answer.deliveries;
  const statesNow = async () => {
    const rows = (await site.strapi.db.query(DELIVERY).findMany({ orderBy: { id: 'asc' } })) as {
      state: string;
    }[];
    return rows.map(({ state }) => state);
  };

  beforeAll(async () => {
    // The site's sweep finds what the command only marks.
    site = await bootSite({ pluginConfig: { sweepIntervalMs: 200 } });
    const { code, stdout } = await run('send', ...FILES, '--url', webhook());
    expect([code, stdout]).toEqual([0, expect.stringMatching(/8 of 8 taken \(0 duplicates\)/)]);
    await site.settle();
  });
  afterAll(() => site?.destroy());

  it('sends files and prints a line for each, without the token', async () => {
    const { code, stdout, stderr } = await run('send', ...FILES, '--url', webhook(), '--gzip');
    expect(code).toBe(0);
    expect(stdout.match(/\.json {2}200 {2}duplicate {2}\d+ ms\n/g)).toHaveLength(8);
    expect(stdout + stderr).not.toContain(site.token);
    expect(stdout + stderr).not.toMatch(CONTROLS);
  });

  it('sends in an order that a seed repeats', async () => {
    const order = async () => {
      const options = ['--repeat', '2', '--shuffle', '--seed', '7', '--rate', '1000'];
      const { answer } = await json<{ deliveries: { file: string }[] }>(
        ...['send', ...FILES, '--url', webhook(), ...options],
      );
      return answer.deliveries.map(({ file }) => file);
    };
    const first = await order();
    expect(first).toHaveLength(16);
    expect([...first].sort()).toEqual([...FILES, ...FILES].sort());
    expect(first).not.toEqual([...FILES, ...FILES]);
    expect(await order()).toEqual(first);
  });

  it('repeats no address and no token that it cannot use', async () => {
    const [file = ''] = FILES;
    const secret = 'not-to-be-seen-0123456789';
    const base = 'example.com/api/article-receiver/webhook';
    for (const options of [
      ['--url', `${base}/${secret}`],
      ['--url', `ftp://${base}/${secret}`],
      ['--url', `https://user:${secret}@${base}`],
      ['--url', `https://:${secret}@${base}`],
      ['--url', webhook(), '--token', `${secret}\n${secret}`],
    ]) {
      const { code, stdout, stderr } = await run('send', file, ...options);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(/^error: --(url|token): expected /);
      expect(stderr).not.toContain(secret);
    }
  });

  it('sends a token as a bearer, and says 1 when it is refused', async () => {
    const url = webhook().replace(`/${site.token}`, '');
    const [file = ''] = FILES;
    expect((await run('send', file, '--url', url, '--token', site.token)).code).toBe(0);
    const { code, stdout } = await run('send', file, '--url', url, '--token', 'wrong');
    expect([code, stdout]).toEqual([1, expect.stringContaining('  401  ')]);
  });

  it('says 3 when nobody answers, and 2 when it is called wrongly', async () => {
    const [file = ''] = FILES;
    const codes = [
      await run('send', file, '--url', 'http://127.0.0.1:1/webhook'),
      await run('send', file),
      await run('send', 'no-such-file.json', '--url', webhook()),
      await run('send', file, '--url', 'ftp://example.com'),
      await run('log', '--state', 'lost'),
      await run('log', '--body'),
      await run('redrive'),
      // As of a variable of the shell's that is not set.
      ...(await Promise.all([
        run('redrive', '--search', ''),
        run('redrive', '--article', ' '),
        run('export', 'nowhere.gz', '--event', ''),
      ])),
      await run('nothing'),
    ].map(({ code }) => code);
    expect(codes).toEqual([3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2]);
  });

  it('has help for every command', async () => {
    const commands = [
      'check',
      'send',
      'status',
      'log',
      'redrive',
      'rebuild',
      'verify',
      'token',
      'map',
      'export',
      'import',
      'uninstall',
    ];
    for (const command of commands) {
      const { code, stdout } = await run(command, '--help');
      expect([command, code]).toEqual([command, 0]);
      expect(stdout).toContain(`Usage: article-receiver ${command}`);
      // What is there without an option can be said with it.
      expect(stdout).not.toMatch(/<duration>.*\(default: \d+\)/);
    }
  });

  it('shows the status', async () => {
    const { code, answer } = await json('status');
    expect([code, answer]).toEqual([
      0,
      {
        counts: { pending: 0, applied: 2, superseded: 5, parked: 1, failed: 0, quarantined: 0 },
        leftOut: 0,
        oldestPendingAgeMs: null,
        planned: 0,
        pages: null,
        quarantine: { bytes: 0, maxBytes: 1024 ** 3 },
        runner: { kind: 'embedded', works: true, running: null, problem: null },
        articleType: 'plugin::article-receiver.article',
        webhookPath: '/api/article-receiver/webhook',
        firstDelivery: true,
        tokens: 1,
      },
    ]);
    const { stdout, stderr } = await run('status');
    expect(stdout).toMatch(/^applied +2$/m);
    expect(stdout + stderr).not.toMatch(CONTROLS);
  });

  it('lists, filters and streams the log', async () => {
    const all = await list();
    expect(all).toHaveLength(8);
    expect(await list('--limit', '2')).toEqual(all.slice(0, 2));
    expect((await run('log', '--limit', '7')).stderr).toBe(
      'the newest 7; --limit shows more, --ndjson all\n',
    );
    expect((await run('log', '--limit', '8')).stderr).toBe('');
    expect(await list('--state', 'parked,failed')).toEqual(
      all.filter(({ state }) => state === 'parked'),
    );
    expect(await list('--event', 'article.ready', '--search', 'GRINDER')).toHaveLength(1);
    const articleId = all[0]?.articleId ?? '';
    expect(await list('--article', articleId, '--since', '1h')).toHaveLength(2);
    expect(await list('--until', '1h')).toHaveLength(0);

    const { stdout } = await run('log', '--ndjson');
    const lines = stdout.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as DeliverySummary)).toEqual(all);
  });

  it('shows one delivery, and its body byte for byte', async () => {
    const [sample] = samples();
    const [row] = (await list()).slice(-1);
    const id = row?.deliveryId ?? '';
    const { answer } = await json<DeliveryDetail>('log', id);
    expect(answer.digest).toBe(
      createHash('sha256')
        .update(sample?.bytes ?? '')
        .digest('hex'),
    );
    const { stdout } = await run('log', id, '--body');
    expect(Buffer.from(stdout).equals(sample?.bytes ?? Buffer.alloc(0))).toBe(true);
    expect((await run('log', 'dlv_none')).code).toBe(1);
  });

  it('shows all of a delivery in words', async () => {
    const all = await list();
    const first = (await run('log', all.at(-1)?.deliveryId ?? '')).stdout;
    expect(first).toMatch(/^acknowledgedAt +\S+Z \(after \d+ ms\)$/m);
    expect(first).toMatch(/^image: article\.images\.0: stored \(hero, image\/\w+, \d+ bytes, /m);
    // Of a delivery that its article shows: one that was replaced before may have written nothing.
    const applied = all.find(({ state }) => state === 'applied');
    const written = (await run('log', applied?.deliveryId ?? '')).stdout;
    expect(written).toMatch(/^change: title: "/m);
    expect(written).toMatch(/^outcome +\w+/m);
    const parked = all.find(({ state }) => state === 'parked');
    const second = (await run('log', parked?.deliveryId ?? '')).stdout;
    expect(second).toMatch(/^decision: .*"in_translation".* 1 parked/m);
    expect(first + written + second).not.toMatch(/\[object|undefined|,,/);
  });

  it('keeps a hostile title from the terminal', async () => {
    const title = 'Red \u001b[31m and \u009b2J and \u202e turned';
    await site.deliver(makeDelivery({ article: { title } }));
    await site.settle();
    const [row] = await list('--limit', '1');
    for (const args of [['log'], ['log', row?.deliveryId ?? '']]) {
      const { stdout } = await run(...args);
      expect(stdout).toContain('Red \ufffd[31m');
      expect(stdout).not.toMatch(CONTROLS);
      expect(stdout).not.toContain('\u202e');
    }
  });

  it('redrives what it is told to, here or by the site', async () => {
    const before = await statesNow();
    const where = { state: 'applied' };
    const fail = () =>
      site.strapi.db
        .query(DELIVERY)
        .updateMany({ where, data: { state: 'failed', reason: 'test' } });
    await fail();
    expect((await run('status')).code).toBe(1);
    const dry = await json('redrive', '--state', 'failed', '--dry-run');
    expect(dry.answer).toEqual({ dryRun: true, matched: 3, unknown: [] });

    const here = await json<{ outcomes: object }>('redrive', '--state', 'failed');
    expect([here.code, here.answer.outcomes]).toEqual([0, { applied: 3 }]);
    expect(await statesNow()).toEqual(before);

    await fail();
    const left = await json<{ matched: number }>('redrive', '--state', 'failed', '--no-wait');
    expect([left.code, left.answer.matched]).toEqual([0, 3]);
    await until('the site to redrive', async () => !(await statesNow()).includes('pending'));
    expect(await statesNow()).toEqual(before);
    expect((await run('redrive', 'dlv_none')).code).toBe(1);
    const [{ deliveryId: named } = { deliveryId: '' }] = await list('--limit', '1');
    const twice = await json('redrive', named, named, 'dlv_none', '--dry-run');
    expect(twice.answer).toEqual({ dryRun: true, matched: 1, unknown: ['dlv_none'] });
  });

  it('counts nothing as redriven that somebody discarded', async () => {
    const junk = await site.deliver('not JSON');
    const discarded = junk.body.error?.details?.deliveryId ?? '';
    await adminApi(site).post(`/deliveries/${discarded}/discard`, { reason: 'a test' });
    const redriving = ['redrive', '--search', discarded];
    expect((await json(...redriving, '--dry-run')).answer).toMatchObject({ matched: 0 });
    const { code, stdout } = await run(...redriving);
    expect([code, stdout]).toEqual([0, '0 redriven\n']);
  });

  it('rebuilds while deliveries come in, and doubles nothing', async () => {
    const dry = await json('rebuild', '--dry-run');
    expect(dry.answer).toMatchObject({ dryRun: true, articles: 4, unchanged: 4, failed: [] });
    // How far it is, of so few only at its end.
    expect(dry.stderr).toMatch(/^Looking at what would change: (\d+) of \1 /m);
    const coming = Array.from({ length: 10 }, () => makeDelivery());
    const rebuilding = run('rebuild');
    for (const delivery of coming) expect((await site.deliver(delivery)).status).toBe(202);
    expect((await rebuilding).code).toBe(0);
    await site.settle();
    expect(await statesNow()).not.toContain('failed');
    const rows = (await site.strapi.db
      .query('plugin::article-receiver.article')
      .findMany({ select: ['sourceId'], where: { publishedAt: null } })) as { sourceId: string }[];
    expect(rows).toHaveLength(14);
    expect(new Set(rows.map(({ sourceId }) => sourceId)).size).toBe(14);
  });

  it('makes, rotates and revokes tokens that the site takes at once', async () => {
    const url = webhook().replace(`/${site.token}`, '');
    const knock = async (token: string) =>
      (await run('send', FILES[0] ?? '', '--url', url, '--token', token)).code;
    const made = await run('token', 'create', 'newsroom', '--expires', '90d');
    const first = made.stdout.trim();
    expect([made.code, await knock(first)]).toEqual([0, 0]);
    expect((await run('token', 'create', 'newsroom')).code).toBe(1);

    const { answer } = await json<{ tokens: { id: string | null; name: string }[] }>(
      'token',
      'list',
    );
    expect(JSON.stringify(answer)).not.toContain(first);
    const id = answer.tokens.find(({ name }) => name === 'newsroom')?.id ?? '';
    const rotated = await json<{ id: string; token: string }>(
      ...['token', 'rotate', id, '--overlap', '1h'],
    );
    expect([await knock(first), await knock(rotated.answer.token)]).toEqual([0, 0]);

    expect((await run('token', 'revoke', rotated.answer.id)).code).toBe(0);
    expect((await run('token', 'revoke', 'none')).code).toBe(1);
    expect((await run('token', 'list')).stdout).toMatch(/newsroom +revoked/);
  });

  it('makes no token under a name that no list would show, or that looks like another', async () => {
    for (const name of ['test delivery', 'Test delivery abc', 'Config 1']) {
      const { code, stdout, stderr } = await run('token', 'create', name);
      expect([name, code, stdout]).toEqual([name, 2, '']);
      expect(stderr).toMatch(/^error: name: tokens of .+ have names like this$/m);
    }
  });

  it('verifies, and lists what is damaged', async () => {
    expect((await run('verify')).code).toBe(0);
    const { db } = site.strapi;
    const damage = async (uid: string, column: string) => {
      const table = () => db.getConnection(db.metadata.get(uid).tableName);
      const row = (await table().orderBy('id').first('id', 'digest', column)) as {
        id: number;
        digest: string;
      } & Record<string, Buffer>;
      const whole = row[column] ?? Buffer.alloc(0);
      const changed = Buffer.from(whole);
      changed[0] = (changed[0] ?? 0) ^ 1;
      const set = (bytes: Buffer) =>
        table()
          .where({ id: row.id })
          .update({ [column]: bytes });
      await set(changed);
      return { digest: row.digest, repair: () => set(whole) };
    };
    const body = await damage(LOG, 'body');
    const broken = await json<{ ok: boolean; damaged: object[] }>('verify');
    expect([broken.code, broken.answer.ok]).toEqual([1, false]);
    expect(broken.answer.damaged).toEqual([
      expect.objectContaining({ kind: 'body', id: `dlv_${body.digest.slice(0, 24)}` }),
    ]);
    await body.repair();

    const image = await damage(BLOB, 'bytes');
    const { code, stdout } = await run('verify');
    expect([code, stdout]).toEqual([1, expect.stringContaining(`damaged image ${image.digest}`)]);
    await image.repair();
    expect((await run('verify')).code).toBe(0);
  });
});
