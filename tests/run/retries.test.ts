import { adminApi } from '../support/people/admin-api';
import { makeDelivery, nextDelivery } from '../support/feed/deliveries';
import { arrive } from '../support/feed/event-log';
import { makeImage } from '../support/feed/images';
import { bootSite, type Site } from '../support/site/site';
import { until } from '../support/until';

const ATTEMPT = 'plugin::article-receiver.attempt';
const RETRY = { attempts: 5, firstDelayMs: 200, maxDelayMs: 60_000 };
/** Of the delay that is planned, the part that is there in any case. */
const LEAST = 0.5;

describe('a delivery that fails', () => {
  let site: Site;
  beforeAll(async () => {
    // A sweep comes too late for this test.
    site = await bootSite({ pluginConfig: { retry: RETRY, sweepIntervalMs: 60 * 60_000 } });
  });
  afterAll(() => site?.destroy());

  it('is tried again when its time comes, after pauses that double', async () => {
    site.strapi.db.lifecycles.subscribe({
      models: ['plugin::article-receiver.article'],
      beforeCreate: () => Promise.reject(new Error('the storage is on fire')),
    } as never);
    const { body } = await site.deliver(makeDelivery());
    const id = body.data?.deliveryId ?? '';
    const admin = adminApi(site);
    await until('the last try', async () => {
      const { state, nextAttemptAt } = await admin.delivery(id);
      return state === 'failed' && nextAttemptAt === null;
    });
    const { attempts } = await admin.delivery(id);
    const tries = [...attempts].reverse();
    expect(tries).toHaveLength(RETRY.attempts);
    const pauses = tries
      .slice(1)
      .map(({ startedAt }, n) => Date.parse(startedAt) - Date.parse(tries[n]?.startedAt ?? ''));
    // No earlier than planned; how much later is the machine's.
    const least = pauses.map((_, n) => RETRY.firstDelayMs * 2 ** n * LEAST);
    expect(pauses.map((pause, n) => pause >= (least[n] ?? 0))).toEqual(pauses.map(() => true));
  });
});

describe('a delivery whose last try is under way', () => {
  const attempts = 2;
  let site: Site;
  beforeAll(async () => {
    const retry = { attempts, firstDelayMs: 200, maxDelayMs: 60_000 };
    site = await bootSite({ pluginConfig: { retry, sweepIntervalMs: 60 * 60_000 } });
  });
  afterAll(() => site?.destroy());

  it('is tried once more when somebody asks for it meanwhile', async () => {
    const provider = site.strapi.plugin('upload').service<{
      upload(file: unknown): Promise<unknown>;
    }>('provider');
    const upload = provider.upload.bind(provider);
    let tries = 0;
    let letFail = () => {};
    const last = new Promise<void>((resolve) => (letFail = resolve));
    provider.upload = async (file) => {
      tries += 1;
      if (tries === attempts) await last;
      if (tries <= attempts) throw new Error('the storage is on fire');
      return upload(file);
    };
    const images = [await makeImage({ color: '#654321' })];
    const { body } = await site.deliver(makeDelivery({ article: { images } }));
    const id = body.data?.deliveryId ?? '';
    await until('the last try', () => tries === attempts);
    const admin = adminApi(site);
    expect((await admin.post(`/deliveries/${id}/redrive`)).status).toBe(202);
    letFail();
    await until('another try', async () => (await admin.delivery(id)).state === 'applied');
  });
});

describe('a delivery that fails until somebody deletes its article', () => {
  let site: Site;
  beforeAll(async () => {
    const retry = { attempts: 20, firstDelayMs: 200, maxDelayMs: 1_000 };
    site = await bootSite({ pluginConfig: { retry, sweepIntervalMs: 60 * 60_000 } });
  });
  afterAll(() => site?.destroy());

  it('asks whether it is to come back: they never saw what it says', async () => {
    const first = makeDelivery();
    await arrive(site, first);
    const provider = site.strapi.plugin('upload').service<{ upload: unknown }>('provider');
    const { upload } = provider;
    provider.upload = () => Promise.reject(new Error('the storage is on fire'));
    const images = [await makeImage({ color: '#563412' })];
    const { body } = await site.deliver(nextDelivery(first, { article: { images } }));
    const id = body.data?.deliveryId ?? '';
    const admin = adminApi(site);
    await until('a failure', async () => (await admin.delivery(id)).state === 'failed');
    const articles = site.strapi.documents('plugin::article-receiver.article');
    const { documentId = '' } = (await articles.findFirst()) ?? {};
    await articles.delete({ documentId });
    provider.upload = upload;
    await until('what comes of it', async () => (await admin.delivery(id)).state !== 'failed');
    const { state, reasonCode } = await admin.delivery(id);
    expect([state, reasonCode]).toEqual(['parked', 'articleDeleted']);
  });
});

describe('a delivery whose transaction was tried several times', () => {
  let site: Site;
  beforeAll(async () => {
    site = await bootSite();
  });
  afterAll(() => site?.destroy());

  it('says once what came of it', async () => {
    const first = makeDelivery();
    await arrive(site, first);
    let conflicts = 2;
    const stop = site.strapi.db.lifecycles.subscribe({
      models: [ATTEMPT],
      beforeCreateMany: () => {
        if (conflicts === 0) return;
        conflicts -= 1;
        throw Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' });
      },
    } as never);
    const id = await arrive(site, makeDelivery({ article: { slug: first.article.slug } }));
    stop();
    expect(conflicts).toBe(0);
    const { state, issues } = await adminApi(site).delivery(id);
    expect([state, issues.map(({ code }) => code)]).toEqual(['applied', ['slugTaken']]);
  });
});
