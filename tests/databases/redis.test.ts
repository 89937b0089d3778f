import { Balancer } from '../support/servers/balancer';
import { censusOf } from '../support/articles/census';
import { ask } from '../support/databases/database';
import { eventually } from '../support/eventually';
import { makeDelivery, nextDelivery, type WireDelivery } from '../support/feed/deliveries';
import { makeImage } from '../support/feed/images';
import { noiseOf } from '../support/feed/noise';
import { ProcessSite } from '../support/site/process-site';
import { RedisServer } from '../support/servers/redis-server';
import { until } from '../support/until';

const PROCESSES = 3;
const ARTICLES = 12;
/** How many senders there are at once; each delivery is sent by all of them. */
const SENDERS = 4;
const SWEEP_MS = 1_000;

interface AttemptsOf {
  attempts: { outcome: string; changes: string[] }[];
}

/** Articles that are delivered, published and revised, with an image of their own each. */
async function histories(): Promise<WireDelivery[][]> {
  return Promise.all(
    Array.from({ length: ARTICLES }, async (_, n) => {
      const color = `#${(0x100000 + n * 4099).toString(16)}`;
      const hero = await makeImage({ format: 'jpeg', width: 320, height: 200, color });
      const article = { title: `Article ${n}`, slug: 'same', heroImageUrl: hero.url };
      const first = makeDelivery({ article: { ...article, images: [hero] } });
      const published = nextDelivery(first, {
        event: 'article.status_changed',
        article: { status: 'published' },
      });
      const revised = nextDelivery(published, {
        event: 'article.ready',
        article: { title: `Article ${n}, revised`, status: 'draft' },
      });
      return [first, published, revised];
    }),
  );
}

const random = (below: number): number => Math.floor(Math.random() * below);

describe('three processes of a site with Redis', () => {
  let redis: RedisServer;
  let sites: ProcessSite[] = [];
  let balancer: Balancer;

  const start = (site: ProcessSite) => site.startWell({ REDIS_URL: redis.url });
  const survivor = () => sites.find((site) => site.isRunning) as ProcessSite;

  beforeAll(async () => {
    redis = await RedisServer.start();
    const retention = { bodiesDays: 1, schedule: '*/3 * * * * *' };
    const plugin = { runner: 'bullmq', sweepIntervalMs: SWEEP_MS, retention };
    const first = await ProcessSite.create({ overlay: { plugin } });
    sites = [first];
    // One after the other: Strapi's own first boot is not made for company.
    await start(first);
    while (sites.length < PROCESSES) sites.push(await start(await first.instance()));
    balancer = await Balancer.start(sites.map(({ url }) => url));
  });
  afterAll(async () => {
    await balancer?.stop();
    const [first, ...others] = sites;
    await Promise.all(others.map((site) => site.kill()));
    await first?.destroy();
    await redis?.kill();
  });

  /** Sends everything, each of it until it is acknowledged, in rounds and from all senders. */
  async function sendAll(deliveries: readonly WireDelivery[]): Promise<string[]> {
    const outcomes: string[] = [];
    const sender = async () => {
      for (const delivery of deliveries) {
        await until('an acknowledgement', async () => {
          const answer = await survivor().deliver(delivery, balancer.url);
          if (answer?.status !== 200 && answer?.status !== 202) return false;
          outcomes.push(answer.body.data?.outcome ?? '');
          return true;
        });
      }
    };
    await Promise.all(Array.from({ length: SENDERS }, sender));
    return outcomes;
  }

  async function expectAllOnce(all: readonly WireDelivery[][]): Promise<void> {
    const { client } = survivor();
    const census = await censusOf(survivor());
    const ids = new Set(all.flat().map(({ article }) => article.id));
    const of = (versions: string[]) =>
      versions.filter((version) => ids.has((JSON.parse(version) as { sourceId: string }).sourceId));
    expect(of(census.drafts)).toHaveLength(all.length);
    expect(of(census.drafts).every((draft) => draft.includes(', revised'))).toBe(true);
    expect(of(census.published)).toHaveLength(all.length);
    expect(of(census.published).some((version) => version.includes(', revised'))).toBe(false);
    expect(census.onDisk).toEqual(census.files);
    expect(new Set(census.files).size).toBe(census.files.length);

    const rows = (await client.deliveries()).filter(({ articleId }) => ids.has(articleId ?? ''));
    expect(rows).toHaveLength(all.flat().length);
    for (const { deliveryId, state } of rows) {
      const { attempts } = (await client.delivery(deliveryId)) as AttemptsOf;
      const applied = attempts.filter(({ outcome }) => outcome === 'applied');
      expect(applied.length).toBeLessThanOrEqual(1);
      expect(['applied', 'superseded']).toContain(state);
      if (state === 'applied') expect(applied).toHaveLength(1);
    }
  }

  it('share the work', async () => {
    const all = await histories();
    const outcomes = await sendAll(all.map(([first]) => first as WireDelivery));
    expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(ARTICLES);
    await survivor().client.settled();
    expect(await redis.ask('DBSIZE')).not.toBe(':0\r\n');
    for (const { client } of sites) {
      expect((await client.status()).runner).toMatchObject({
        kind: 'bullmq',
        works: true,
        problem: null,
      });
    }
  });

  it('lose nothing and double nothing, though one is killed and Redis goes away', async () => {
    const all = await histories();
    const deliveries = [0, 1, 2].flatMap((round) => all.flatMap((history) => history[round] ?? []));
    const sending = sendAll(deliveries);
    const applied = async () => (await survivor().client.status()).counts.applied;
    const before = await applied();

    await until('some of the work', async () => (await applied()) > before + random(ARTICLES / 2));
    const victim = sites[random(PROCESSES)] as ProcessSite;
    await victim.kill();
    await redis.kill();
    const outcomes = await sending;
    const accepted = outcomes.filter((outcome) => outcome === 'accepted').length;
    expect(outcomes).toHaveLength(deliveries.length * SENDERS);
    // The answer to what the victim took may have been lost; it counts as a duplicate then.
    expect(accepted).toBeLessThanOrEqual(deliveries.length);
    expect(accepted).toBeGreaterThanOrEqual(deliveries.length - SENDERS);
    await survivor().client.settled();
    expect((await survivor().client.status()).runner.problem).toMatch(/^Redis is away/);

    await redis.start();
    await start(victim);
    await survivor().client.settled();
    await expectAllOnce(all);
  });

  it('notice that Redis is back, and use it again', async () => {
    for (const { client } of sites) {
      await until('Redis to be used', async () => (await client.status()).runner.problem === null);
    }
    const all = await histories();
    await sendAll(all.flat());
    await survivor().client.settled();
    await expectAllOnce(all);
  });

  it('say so for as long as Redis takes nothing, and do without it', async () => {
    const before = sites.map(({ output }) => output.length);
    const said = (word: string) =>
      sites.map(({ output }, n) => output.slice(before[n]).split(`Redis is ${word}`).length - 1);
    // As a full one answers, or one that has become the copy of another: what is read comes, nothing is taken.
    await redis.ask('CONFIG SET maxmemory 1');
    for (let round = 0; round < 3; round += 1) {
      await sendAll([makeDelivery()]);
      await survivor().client.settled();
    }
    expect([Math.max(...said('away')), Math.max(...said('back'))]).toEqual([1, 0]);
    await redis.ask('CONFIG SET maxmemory 0');
    for (const { client } of sites) {
      await until('Redis to be used', async () => (await client.status()).runner.problem === null);
    }
    expect(said('back')).toEqual(said('away'));
  });

  it('do what is scheduled once', async () => {
    const { directory } = sites[0] as ProcessSite;
    const superseded = `(select id from article_receiver_deliveries where state = 'superseded')`;
    const number = async (sql: string) => Number((await ask(directory, sql))[0]?.n);
    const old = await number(
      `select count(*) as n from article_receiver_log where body is not null and id in ${superseded}`,
    );
    expect(old).toBeGreaterThan(ARTICLES);
    const reports = () =>
      sites.flatMap(({ output }) => output.match(/retention dropped \d+ bodies/g) ?? []);
    const held = () =>
      number(`select held_until as n from article_receiver_leases where name = 'retention'`);

    await ask(
      directory,
      `update article_receiver_log set received_at = 0 where id in ${superseded}`,
    );
    await until('retention', () => reports().length > 0);
    for (let run = 0; run < 2; run += 1) {
      const before = await held();
      await until('the next run', async () => (await held()) !== before);
    }
    expect(reports()).toEqual([`retention dropped ${old} bodies`]);
  });

  it('go on when Redis is emptied, and when it does not answer', async () => {
    const all = await histories();
    const sending = sendAll(all.flat());
    await redis.ask('FLUSHALL');
    redis.freeze();
    await sending;
    await survivor().client.settled();
    redis.thaw();
    await expectAllOnce(all);
  });

  it('take over what one was killed in the middle of', async () => {
    const victim = await sites[0]?.instance({ ARTICLE_RECEIVER_KILL_AT: 'before-commit' });
    if (!victim) throw new Error('no instance');
    await start(victim);
    // The others may be faster now and then, and leave it nothing to be killed in.
    for (let bursts = 0; victim.isRunning && bursts < 10; bursts += 1) {
      const all = await histories();
      await sendAll(all.flat());
      await survivor().client.settled();
      await expectAllOnce(all);
    }
    expect(await victim.gone()).toMatchObject({ signal: 'SIGKILL' });
  });

  it('leave the work to others where they are told to', async () => {
    const web = await sites[0]?.instance({ ARTICLE_RECEIVER_WORK: 'false' });
    if (!web) throw new Error('no instance');
    try {
      await start(web);
      const delivery = makeDelivery();
      expect((await web.deliver(delivery))?.status).toBe(202);
      await web.client.settled();
      // A busy machine may have kept Redis's answer waiting meanwhile, which is said until the next.
      await eventually(async () => {
        const { runner } = await web.client.status();
        expect(runner).toMatchObject({ works: false, problem: null });
      });
      await Promise.all(sites.map((site) => site.stop()));
      const left = makeDelivery();
      expect((await web.deliver(left))?.status).toBe(202);
      expect((await web.client.status()).counts.pending).toBe(1);
    } finally {
      await web.kill();
    }
    await start(sites[0] as ProcessSite);
    await survivor().client.settled();
  });

  it('stop without a noise, also while Redis is away', async () => {
    const [site, other] = sites as [ProcessSite, ProcessSite];
    const expectQuiet = async (stopping: ProcessSite) => {
      // What a busy machine had to say before is another matter.
      const before = stopping.output.length;
      expect(await stopping.stop()).toEqual({ code: 0, signal: null });
      expect(noiseOf(stopping.output.slice(before))).not.toMatch(/error|warn|unhandled/i);
    };
    await Promise.all(sites.map((any) => any.stop()));
    for (const one of [site, other]) await start(one);
    await expectQuiet(site);
    // What it has done by the queue shows that it is connected.
    expect((await other.deliver(makeDelivery()))?.status).toBe(202);
    await other.client.settled();
    await redis.kill();
    const problem = async () => (await other.client.status()).runner.problem;
    await until('Redis to be missed', async () => (await problem()) !== null);
    await expectQuiet(other);
  });
});
