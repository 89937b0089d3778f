import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { cli, cliProcess, siteEnvironment } from '../support/site/cli';
import { shownArticle } from '../support/articles/articles';
import { openDatabase } from '../support/databases/database';
import { makeDelivery, nextDelivery } from '../support/feed/deliveries';
import { deliveredBody, deliveryDetail, deliveryList } from '../support/feed/event-log';
import { samples } from '../support/feed/samples';
import { bootSite, type Site } from '../support/site/site';

jest.setTimeout(300_000);

/** More than fit into one transaction; of no use as deliveries, so that nothing is projected. */
const JUNK = Array.from({ length: 70 }, (_, index) => Buffer.from(`not JSON, number ${index}`));

describe('the event log of one site in another', () => {
  let folder: string;
  let file: string;
  let origin: string;
  let target: string;
  const run = (directory: string, ...args: string[]) =>
    cli(args, { env: siteEnvironment(directory) });
  const take = (...args: string[]) => run(target, 'import', ...args);
  const withSite = async <T>(directory: string, work: (site: Site) => Promise<T>): Promise<T> => {
    const site = await bootSite({ keep: { dir: directory } });
    try {
      return await work(site);
    } finally {
      await site.destroy();
    }
  };

  const tied = makeDelivery({ article: { title: 'First of two at the same time' } });
  const later = { ...tied, article: { ...tied.article, title: 'Second of two' } };
  const revised = nextDelivery(later, { article: { title: 'Revised', status: 'draft' } });
  const sources = [...samples().map(({ delivery }) => delivery.article.id), tied.article.id];

  /** What a site knows of its deliveries, but where they are in its log. */
  async function logOf(site: Site) {
    const list = [...(await deliveryList(site)), ...(await deliveryList(site, 'page=2'))];
    const rows = await site.strapi.db.connection('article_receiver_log').select('*');
    const known = new Map(rows.map((row: { digest: string }) => [row.digest, row]));
    const found = new Map<string, unknown>();
    for (const { deliveryId, state, receivedAt, duplicates, discardedAt, reason } of list) {
      const { digest, timings } = await deliveryDetail(site, deliveryId);
      const body = await deliveredBody(site, deliveryId);
      expect(createHash('sha256').update(body).digest('hex')).toBe(digest);
      const { token, remote_address, user_agent } = known.get(digest) as Record<string, unknown>;
      const { acknowledgedAt } = timings;
      const how = { token, remote_address, user_agent, acknowledgedAt };
      found.set(digest, { state, receivedAt, duplicates, discardedAt, reason, ...how });
    }
    return found;
  }

  const contentOf = async (site: Site) => {
    const shown = [];
    for (const sourceId of new Set(sources)) {
      for (const status of ['draft', 'published'] as const) {
        const article = await shownArticle(site, sourceId, status);
        shown.push(article && [article.title, article.slug, article.wordCount, article.tldr]);
      }
    }
    return shown;
  };

  let before: { log: Map<string, unknown>; content: unknown };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'article-receiver-export-'));
    origin = await mkdtemp(join(tmpdir(), 'article-receiver-'));
    target = await mkdtemp(join(tmpdir(), 'article-receiver-'));
    file = join(folder, 'log.gz');
    before = await withSite(origin, async (site) => {
      for (const { bytes } of samples()) await site.deliver(bytes);
      for (const { bytes } of samples().slice(0, 2)) await site.deliver(bytes);
      for (const delivery of [tied, later, revised]) await site.deliver(delivery);
      for (const junk of JUNK) await site.deliver(junk);
      const [newest] = await deliveryList(site);
      await site.request
        .post(`/article-receiver/deliveries/${newest?.deliveryId ?? ''}/discard`)
        .set('Authorization', `Bearer ${await site.adminToken()}`)
        .send({ reason: 'A test of somebody’s' })
        .expect(200);
      await site.settle();
      return { log: await logOf(site), content: await contentOf(site) };
    });
    await withSite(target, () => Promise.resolve());
  });
  afterAll(async () => {
    for (const directory of [origin, target]) {
      await (await openDatabase(directory)).drop();
      await rm(directory, { recursive: true, force: true });
    }
    await rm(folder, { recursive: true, force: true });
  });

  it('is written whole or by a filter, and replaces nothing by itself', async () => {
    const { code, stdout } = await run(origin, 'export', file);
    expect([code, stdout]).toEqual([0, `81 deliveries written to ${file}, 0 left out\n`]);
    expect((await run(origin, 'export', file)).code).toBe(2);
    const nowhere = await run(origin, 'export', join(folder, 'nowhere', 'log.gz'));
    expect(nowhere).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/cannot be written/) as string,
    });
    const onFolder = await run(origin, 'export', folder, '--force');
    expect(onFolder).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/is a folder/) as string,
    });
    const part = join(folder, 'part.gz');
    const some = await run(origin, 'export', part, '--article', tied.article.id, '--json');
    expect(JSON.parse(some.stdout)).toEqual({ file: part, deliveries: 3, left: [] });
  });

  it('is taken not at all when the file is broken or something else', async () => {
    const broken = join(folder, 'broken.gz');
    const whole = gunzipSync(await readFile(file));
    await writeFile(broken, gzipSync(whole.subarray(0, whole.length - 30)));
    const cut = await take(broken);
    expect([cut.code, cut.stdout]).toEqual([2, '']);
    expect(cut.stderr).toMatch(
      /cannot be imported: it ends before its end mark.*delivery 82, byte/,
    );
    const other = await take(join('examples', 'deliveries', samples()[0]?.file ?? ''));
    expect([other.code, other.stderr]).toEqual([2, expect.stringMatching(/no export of this/)]);
    const { stdout } = await run(target, 'log', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ deliveries: [] });
  });

  it('goes on where an import was killed', async () => {
    const env = { ...siteEnvironment(target), ARTICLE_RECEIVER_KILL_AT: 'after-append' };
    const killed = await cliProcess(['import', file, '--no-wait'], { env });
    expect(killed.code).not.toBe(0);
    const { stdout } = await take(file, '--json');
    const { added, known } = JSON.parse(stdout) as { added: number; known: number };
    expect(known).toBeGreaterThan(0);
    expect(added + known).toBe(81);
  });

  it('is there once, at the same times, and makes the same content', async () => {
    const after = await withSite(target, async (site) => {
      await site.settle();
      return { log: await logOf(site), content: await contentOf(site) };
    });
    expect(after.log.size).toBe(81);
    expect(after).toEqual(before);
  });

  it('changes nothing when it is taken again', async () => {
    const again = await take(file);
    expect(again.stdout).toBe(
      '81 deliveries in the file: 0 added (0 in quarantine), 81 there already\n',
    );
    expect(again.code).toBe(0);
    const log = await withSite(target, logOf);
    expect(log.size).toBe(81);
    expect(log).toEqual(before.log);
  });

  it('leaves out what retention dropped, and says so', async () => {
    const digest = await withSite(origin, async ({ strapi }) => {
      const rows = strapi.db.connection('article_receiver_log');
      const row = (await rows.clone().orderBy('id').first('id', 'digest')) as {
        id: number;
        digest: string;
      };
      await rows.where({ id: row.id }).update({ body: null });
      return row.digest;
    });
    const { code, stdout, stderr } = await run(origin, 'export', file, '--force');
    expect([code, stdout]).toEqual([1, `80 deliveries written to ${file}, 1 left out\n`]);
    expect(stderr).toContain(`left out: ${digest}: retention dropped`);
  });

  it('leaves out what is damaged, whatever is wrong with it, says which and goes on', async () => {
    const digests = await withSite(origin, async ({ strapi }) => {
      const rows = strapi.db.connection('article_receiver_log');
      const found = (await rows
        .clone()
        .orderBy('id')
        .offset(1)
        .limit(2)
        .select('id', 'digest')) as {
        id: number;
        digest: string;
      }[];
      const [first, second] = found;
      await rows
        .clone()
        .where({ id: first?.id })
        .update({ body: Buffer.from('{}') });
      // Where nothing was cut out.
      await rows.where({ id: second?.id }).update({ lifts: '[1]' });
      return found.map(({ digest }) => digest);
    });
    const { code, stdout, stderr } = await run(origin, 'export', file, '--force');
    expect([code, stdout]).toEqual([1, `78 deliveries written to ${file}, 3 left out\n`]);
    for (const digest of digests) expect(stderr).toContain(`left out: ${digest}: what is stored`);
  });
});
