import { createHash } from 'node:crypto';
import {
  claim,
  type Claim,
  type Claimable,
} from '../../src/plugins/article-receiver/server/src/database/claims';
import { ledgerOf } from '../../src/plugins/article-receiver/server/src/ledger/ledger';
import { eventLogOf } from '../../src/plugins/article-receiver/server/src/event-log/event-log';
import type { Options } from '../../src/plugins/article-receiver/server/src/config/options';
import { arrivalOf } from '../../src/plugins/article-receiver/server/src/receive/accept-delivery';
import { passOverStreams } from '../../src/plugins/article-receiver/server/src/run/streams/pass';
import { createRunning } from '../../src/plugins/article-receiver/server/src/run/streams/running';
import { createSecondLooks } from '../../src/plugins/article-receiver/server/src/pace/second-looks';
import { createWakeableSleep } from '../../src/plugins/article-receiver/server/src/run/streams/wakeable-sleep';
import type { JobSummary } from '../../src/plugins/article-receiver/shared/deliveries/jobs';
import { adminApi } from '../support/people/admin-api';
import { shownTitles } from '../support/articles/articles';
import { makeDelivery, type WireDelivery } from '../support/feed/deliveries';
import { eventually } from '../support/eventually';
import { arrive } from '../support/feed/event-log';
import { makeImage } from '../support/feed/images';
import { kindOf, queriesOf, takenBackDuring, unscheduled } from '../support/databases/queries';
import { bootSite, type Site } from '../support/site/site';
import { until } from '../support/until';
import { holdUploads } from '../support/feed/upload-gate';

const FILE = 'plugin::upload.file';
const LONG = { forMs: 60_000 };
const DAY_MS = 24 * 60 * 60_000;

interface Provider {
  upload(file: unknown): Promise<unknown>;
}

interface Runner {
  start(): void;
  stop(): Promise<void>;
}

/** How many articles a process projects at once, on however many cores. */
const MOST_AT_ONCE = 4;

/**
 * Two that are at work on one thing: two instances, or two transactions, or what somebody planned
 * who went by another clock. The test is the other one.
 */
describe('who comes second', () => {
  let site: Site;
  let admin: ReturnType<typeof adminApi>;
  let colour = 0;

  beforeAll(async () => {
    site = await bootSite({
      pluginConfig: {
        sweepIntervalMs: 300,
        metrics: { enabled: true },
        alerts: { mail: { to: ['somebody@example.com'] } },
      },
    });
    unscheduled(site.strapi);
    admin = adminApi(site);
  });
  afterAll(() => site?.destroy());

  const table = (name: string) => site.strapi.db.query(`plugin::article-receiver.${name}`);
  const runner = () => site.strapi.plugin('article-receiver').service<Runner>('runner');
  /** What looks at the database by its own clock. */
  const pulse = () => site.strapi.plugin('article-receiver').service<Runner>('pulse');
  const accept = async (delivery: WireDelivery) => {
    const { status, body } = await site.deliver(delivery);
    expect(status).toBe(202);
    return body.data?.deliveryId ?? '';
  };
  const stateOf = async (deliveryId: string) =>
    ((await table('delivery').findOne({ where: { deliveryId } })) as { state: string }).state;

  /** An article with an image that no other has. */
  async function withImage() {
    colour += 1;
    const color = `#${colour.toString(16).padStart(6, '0')}`;
    const hero = await makeImage(
      { color },
      { kind: 'hero', url: `https://x.example/${colour}.png` },
    );
    const digest = createHash('sha256').update(Buffer.from(hero.base64, 'base64')).digest('hex');
    const delivery = makeDelivery({ article: { heroImageUrl: hero.url, images: [hero] } });
    return { delivery, digest, suffix: `_${digest.slice(0, 16)}` };
  }

  /** Takes a claim over from somebody who did not renew it. */
  async function takeOver(what: Claimable): Promise<Claim> {
    const { uid, key, name } = what;
    await site.strapi.db.query(uid).updateMany({ where: { [key]: name }, data: { heldUntil: 1 } });
    const held = await claim(site.strapi, what, LONG);
    if (!held) throw new Error(`somebody else has ${name}`);
    return held;
  }
  const named = (name: string): Claimable => ({
    uid: 'plugin::article-receiver.lease',
    key: 'name',
    name,
  });

  async function runsThat(outcome: string): Promise<number> {
    const { text } = await site.request
      .get('/api/article-receiver/metrics')
      .set('Authorization', `Bearer ${await site.apiToken()}`)
      .expect(200);
    const line = new RegExp(`projection_seconds_count{outcome="${outcome}"} (\\d+)`).exec(text);
    return Number(line?.[1] ?? 0);
  }

  async function jobDone(): Promise<JobSummary> {
    let job: JobSummary | null = null;
    await eventually(async () => {
      job = (await admin.get('/rebuild')).body.data as JobSummary;
      expect(job.state).toBe('done');
    });
    if (!job) throw new Error('there is no job');
    return job;
  }

  describe('at an image', () => {
    it('writes nothing when the storage took so long that another has the image now', async () => {
      const { delivery, digest, suffix } = await withImage();
      const gate = holdUploads(site);
      const id = await accept(delivery);
      await gate.reached;
      const other = await takeOver(ledgerOf(site.strapi).imageFiles.uploadOf(digest));
      const busy = await runsThat('busy');
      gate.open();
      await until('the late one to notice', async () => (await runsThat('busy')) > busy);
      const files = () =>
        site.strapi.db.query(FILE).count({ where: { hash: { $endsWith: suffix } } });
      expect([await stateOf(id), await files()]).toEqual(['pending', 0]);
      await other.release();
      await until('it to be shown', async () => (await stateOf(id)) === 'applied');
      expect(await files()).toBe(1);
    });

    it('comes again, and each time later', async () => {
      const { delivery, digest } = await withImage();
      const other = await claim(site.strapi, ledgerOf(site.strapi).imageFiles.uploadOf(digest), {
        forMs: 10 * LONG.forMs,
      });
      const before = await runsThat('busy');
      const began = Date.now();
      const id = await accept(delivery);
      await until('the first try', async () => (await runsThat('busy')) > before);
      // Each of these gives the runner a reason to look at once at all that is behind.
      for (let count = 0; count < 20; count += 1) {
        const next = await accept(makeDelivery());
        await until('the next to be shown', async () => (await stateOf(next)) === 'applied');
      }
      const tries = (await runsThat('busy')) - before;
      // The first pause is at least an eighth of a second; the longest, two and a half.
      expect(tries).toBeLessThanOrEqual(6 + (Date.now() - began) / 2_500);
      expect(await stateOf(id)).toBe('pending');
      await other?.release();
      await until('it to be shown', async () => (await stateOf(id)) === 'applied');
    });
  });

  describe('at a rebuild', () => {
    it('goes on only when the first is gone, and the first writes nothing any more', async () => {
      const images = await Promise.all([withImage(), withImage()]);
      for (const { delivery } of images) await arrive(site, delivery);
      const upload = site.strapi.plugin('upload').service('upload');
      for (const { suffix } of images) {
        const where = { hash: { $endsWith: suffix } };
        await upload.remove(await site.strapi.db.query(FILE).findOne({ where }));
      }
      const gate = holdUploads(site);
      const articleIds = images.map(({ delivery }) => delivery.article.id);
      const filters = { articleId: { $in: articleIds } };
      expect((await admin.post('/deliveries/redrive', { filters })).status).toBe(202);
      await gate.reached;
      const progress = async () => (await admin.get('/rebuild')).body.data as JobSummary;
      const other = await takeOver(named('job'));
      const began = await queriesOf(site.strapi, async () => {
        gate.open();
        await until('the late one to have done what it was at', async () => {
          const where = { hash: { $endsWith: images[0]?.suffix ?? '' } };
          return (await site.strapi.db.query(FILE).count({ where })) === 1;
        });
        // The runner looks at what else there is once it has left the job.
        const delivery = makeDelivery();
        await arrive(site, delivery);
      });
      expect(began.filter((sql) => /^update.*jobs/i.test(sql))).toEqual([]);
      expect(await progress()).toMatchObject({ state: 'running', done: 0 });
      await other.release();
      expect(await jobDone()).toMatchObject({ total: 2, done: 2, failed: 0 });
    });

    it('tells nobody again of what waited already when another is at its image', async () => {
      const { delivery, digest, suffix } = await withImage();
      const status = 'not-decided';
      const id = await arrive(site, { ...delivery, article: { ...delivery.article, status } });
      const { id: deliveryPosition } = await table('delivery').findOne({
        where: { deliveryId: id },
      });
      const told = async () => [
        await table('alert').count({ where: { deliveryPosition, kind: 'parked' } }),
        await table('attempt').count({ where: { deliveryPosition, outcome: 'parked' } }),
      ];
      expect(await told()).toEqual([1, 1]);
      const file = await site.strapi.db
        .query(FILE)
        .findOne({ where: { hash: { $endsWith: suffix } } });
      await site.strapi.plugin('upload').service('upload').remove(file);
      const image = ledgerOf(site.strapi).imageFiles.uploadOf(digest);
      const other = await claim(site.strapi, image, LONG);
      const filters = { articleId: delivery.article.id };
      expect((await admin.post('/deliveries/redrive', { filters })).status).toBe(202);
      await until('it to come second', async () => (await stateOf(id)) === 'pending');
      await other?.release();
      await until('it to wait again', async () => (await stateOf(id)) === 'parked');
      expect(await told()).toEqual([1, 1]);
    });
  });

  describe('at the settings', () => {
    const changeSettings = async (word: string) => {
      const statusMap = { [word]: 'draft' };
      expect((await admin.put('/settings', { statusMap })).status).toBe(200);
    };

    it('costs a long pass the articles that it is at, not all that are left', async () => {
      await runner().stop();
      const ids: string[] = [];
      // Each waits at the gate: none is done before the settings change.
      for (let count = 0; count < 3 * MOST_AT_ONCE; count += 1)
        ids.push(await accept((await withImage()).delivery));
      const gate = holdUploads(site);
      const takenBack = await takenBackDuring(site.strapi, async () => {
        runner().start();
        await gate.reached;
        await changeSettings('in_translation');
        gate.open();
        await site.settle();
      });
      // Those that it was at when the settings changed.
      expect(takenBack).toBeLessThanOrEqual(MOST_AT_ONCE);
      expect(await Promise.all(ids.map(stateOf))).toEqual(ids.map(() => 'applied'));
    });

    it('costs a rebuild one article, which stays with it', async () => {
      const { delivery, suffix } = await withImage();
      await arrive(site, delivery);
      const others = Array.from({ length: 4 }, () => makeDelivery());
      for (const other of others) await arrive(site, other);
      const where = { hash: { $endsWith: suffix } };
      const file = await site.strapi.db.query(FILE).findOne({ where });
      await site.strapi.plugin('upload').service('upload').remove(file);
      const articleIds = [delivery, ...others].map(({ article }) => article.id);
      const gate = holdUploads(site);
      const takenBack = await takenBackDuring(site.strapi, async () => {
        await admin.post('/deliveries/redrive', { filters: { articleId: { $in: articleIds } } });
        await gate.reached;
        await changeSettings('in_review');
        gate.open();
        await jobDone();
      });
      // Those that it was at when the settings changed.
      expect(takenBack).toBeLessThanOrEqual(MOST_AT_ONCE);
      expect(await jobDone()).toMatchObject({ done: 5, failed: 0, changed: 1 });
      const states = await table('delivery').count({ where: { state: 'pending' } });
      expect(states).toBe(0);
    });
  });

  describe('at the log', () => {
    const bodyOf = (delivery: object) => {
      const bytes = Buffer.from(JSON.stringify(delivery));
      return { bytes, digest: createHash('sha256').update(bytes).digest('hex') };
    };
    const origin = { receivedAt: Date.now(), token: 'test', remoteAddress: null, userAgent: null };

    it('costs nobody else a transaction of their own: one duplicate splits no group', async () => {
      const known = makeDelivery();
      await arrive(site, known);
      const twice = makeDelivery();
      const deliveries = [makeDelivery(), known, twice, makeDelivery(), twice, makeDelivery()];
      const arrivals = await Promise.all(
        deliveries.map((delivery) => arrivalOf(site.strapi, bodyOf(delivery), origin)),
      );
      await runner().stop();
      await pulse().stop();
      let outcomes: string[] = [];
      const statements = await queriesOf(site.strapi, async () => {
        const appended = await Promise.all(
          arrivals.map(({ arrival }) => eventLogOf(site.strapi).append(arrival)),
        );
        outcomes = appended.map(({ outcome }) => outcome);
      });
      runner().start();
      pulse().start();
      const [isNew, isKnown] = ['accepted', 'duplicate'];
      expect(outcomes).toEqual([isNew, isKnown, isNew, isNew, isKnown, isNew]);
      expect(statements.filter((sql) => /^begin/i.test(sql))).toHaveLength(1);
      expect(statements.filter((sql) => /^insert/i.test(sql)).map(kindOf)).toEqual([
        'insert log',
        'insert deliveries',
      ]);
      await site.settle();
      const { digest } = bodyOf(twice);
      expect(await table('delivery').findOne({ where: { digest } })).toMatchObject({
        duplicates: 1,
        state: 'applied',
      });
    });
  });

  describe('at a delivery', () => {
    it('locks as a projection does when it redrives: first the stream', async () => {
      const delivery = makeDelivery();
      const id = await arrive(site, delivery);
      await runner().stop();
      const locked = async (redrive: () => Promise<unknown>) => {
        const statements = await queriesOf(site.strapi, redrive);
        const touches = /(update|for update)/i;
        return statements
          .filter((sql) => touches.test(sql))
          .map((sql) => /article_receiver_(streams|deliveries)/.exec(sql)?.[1])
          .filter((name) => name !== undefined)[0];
      };
      const operations = site.strapi.plugin('article-receiver').service('operations');
      const all = async () => {
        const filter = { articleId: delivery.article.id };
        for await (const result of operations.redrive(filter)) expect(result.deliveryId).toBe(id);
      };
      expect(await locked(all)).toBe('streams');
      expect(await locked(() => operations.redriveOne(id))).toBe('streams');
      expect(await locked(() => admin.post(`/deliveries/${id}/redrive`))).toBe('streams');
      runner().start();
      await site.settle();
      expect(await stateOf(id)).toBe('applied');
    });

    it('does not say that it failed once another has applied it', async () => {
      const { delivery } = await withImage();
      const provider = site.strapi.plugin('upload').service<Provider>('provider');
      const upload = provider.upload.bind(provider);
      let id = '';
      const tried = new Promise<void>((resolve) => {
        provider.upload = async () => {
          await table('delivery').updateMany({
            where: { deliveryId: id },
            data: { state: 'applied' },
          });
          provider.upload = upload;
          resolve();
          throw new Error('the storage is away');
        };
      });
      await runner().stop();
      id = await accept(delivery);
      runner().start();
      await tried;
      await site.settle();
      expect(await stateOf(id)).toBe('applied');
      const { attempts } = await admin.delivery(id);
      expect(attempts.map(({ outcome }) => outcome)).not.toContain('failed');
    });

    it('is not taken for done where its time comes while somebody looks', async () => {
      await runner().stop();
      const id = await accept(makeDelivery());
      const { streamKey } = (await table('delivery').findOne({ where: { deliveryId: id } })) as {
        streamKey: string;
      };
      const busy = createSecondLooks({ firstDelayMs: 1, maxDelayMs: 1 });
      const result = await passOverStreams(site.strapi, {
        options: () => ({ retry: { maxDelayMs: DAY_MS } }) as Options,
        context: { signal: new AbortController().signal, afterCommit: new Set() },
        // It is left alone at first, and free by the time when all else is done.
        busy: { ...busy, waiting: () => [streamKey], untilNext: () => null },
        running: createRunning(site.strapi),
        isBehind: true,
        hints: createWakeableSleep(),
        goesOn: () => true,
      });
      expect(result).toBe('busy');
      runner().start();
      await site.settle();
      expect(await stateOf(id)).toBe('applied');
    });

    it('does not wait behind one that belongs to no article', async () => {
      await runner().stop();
      const lost = await accept(makeDelivery());
      const where = { deliveryId: lost };
      await table('delivery').updateMany({ where, data: { streamKey: null } });
      const id = await accept(makeDelivery());
      runner().start();
      await until('the other to be shown', async () => (await stateOf(id)) === 'applied');
      await table('delivery').updateMany({ where, data: { state: 'superseded' } });
    });
  });

  describe('with another clock', () => {
    it('plans no try for later than the longest delay', async () => {
      const delivery = makeDelivery({ article: { title: 'Planned a day ahead' } });
      const refuse = () => Promise.reject(new Error('the storage is on fire'));
      const lifecycle = site.strapi.db.lifecycles.subscribe({
        models: ['plugin::article-receiver.article'],
        beforeCreate: refuse,
      } as never) as unknown as () => void;
      const now = Date.now;
      const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + DAY_MS);
      const id = await accept(delivery);
      const planned = async () => {
        const row = await table('delivery').findOne({ where: { deliveryId: id } });
        return Number((row as { nextAttemptAt: number | string | null }).nextAttemptAt);
      };
      await until('it to be planned', async () => (await planned()) > now() + DAY_MS / 2);
      lifecycle();
      clock.mockRestore();
      await until('the next try', async () => (await stateOf(id)) === 'applied');
      expect((await shownTitles(site, delivery.article.id)).draft).toBe('Planned a day ahead');
    });
  });

  describe('at the digest', () => {
    it('reads nothing of what it would be about while it is not its turn', async () => {
      await arrive(site, makeDelivery({ event: 'article.unheard_of' }));
      const other = await takeOver(named('digest'));
      const asked = (statements: readonly string[]) =>
        statements.filter((sql) => kindOf(sql) === 'insert leases');
      const seen: string[] = [];
      const note = ({ sql }: { sql: string }) => void seen.push(sql);
      await until('the alert to be told', async () => {
        const where = { emittedAt: { $null: true } };
        return (await table('alert').count({ where })) === 0;
      });
      await site.settle();
      await runner().stop();
      site.strapi.db.connection.on('query', note);
      await until('it to ask for its turn twice', () => asked(seen).length >= 2);
      site.strapi.db.connection.off('query', note);
      runner().start();
      expect(seen.map(kindOf).filter((kind) => kind === 'select deliveries')).toEqual([]);
      await other.release();
    });
  });
});
