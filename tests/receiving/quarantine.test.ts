import { adminApi } from '../support/people/admin-api';
import { makeDelivery, nextDelivery } from '../support/feed/deliveries';
import { arrive } from '../support/feed/event-log';
import { eventually } from '../support/eventually';
import { makeImage } from '../support/feed/images';
import { bootSite, type Site } from '../support/site/site';

interface Retention {
  measure(): Promise<{ discarded: { frees: { count: number; bytes: number } } }>;
  run(): Promise<void>;
}

const DAY_MS = 24 * 60 * 60_000;
const ACCEPTED = 'org_ours';

const retention = (site: Site) =>
  site.strapi.plugin('article-receiver').service<Retention>('retention');

/** A body that is no JSON, of that size. */
const rubbish = (size: number, letter = 'x'): string => letter.repeat(size);

describe('the quarantine', () => {
  let site: Site;
  let api: ReturnType<typeof adminApi>;
  afterEach(() => site?.destroy());

  const start = async (pluginConfig: Record<string, unknown>) => {
    site = await bootSite({ pluginConfig });
    api = adminApi(site);
  };
  const table = (name: string) => site.strapi.db.query(`plugin::article-receiver.${name}`);
  const bodyStatus = async (id: string) => (await api.get(`/deliveries/${id}/body`)).status;
  const discard = (id: string) => api.post(`/deliveries/${id}/discard`, { reason: 'a test' });
  const keep = async (body: object | string): Promise<string> => {
    const answer = (await site.deliver(body)).body as {
      data: { deliveryId: string } | null;
      error?: { details: { deliveryId: string } };
    };
    return answer.data?.deliveryId ?? answer.error?.details.deliveryId ?? '';
  };
  /** Lets everything that happened have happened so many days ago. */
  const age = async (days: number) => {
    const then = Date.now() - days * DAY_MS;
    await table('log').updateMany({ data: { receivedAt: then } });
    const discarded = { where: { discardedAt: { $notNull: true } }, data: { discardedAt: then } };
    await table('delivery').updateMany(discarded);
  };

  it('gives up what was discarded after 30 days, images included; what nobody decided stays', async () => {
    await start({ accept: { orgIds: [ACCEPTED] } });
    const picture = await makeImage({ width: 800, height: 600 });
    const strange = makeDelivery({ orgId: 'org_theirs', article: { images: [picture] } });
    const waiting = [await keep(rubbish(500)), await keep({ ...strange, timestamp: null })];
    const refused = [await keep(rubbish(600)), await keep(strange)];
    for (const id of refused) expect((await discard(id)).status).toBe(200);

    await age(29);
    await retention(site).run();
    expect(await Promise.all(refused.map(bodyStatus))).toEqual([200, 200]);
    await age(31);
    const { frees } = (await retention(site).measure()).discarded;
    expect(frees).toEqual({ count: 2, bytes: 600 + JSON.stringify(strange).length });
    await table('lease').deleteMany({ where: { name: 'retention' } });
    await retention(site).run();

    expect(await Promise.all(refused.map(bodyStatus))).toEqual([410, 410]);
    expect(await Promise.all(waiting.map(bodyStatus))).toEqual([200, 200]);
    expect((await retention(site).measure()).discarded.frees).toEqual({ count: 0, bytes: 0 });
    expect(await table('blob').count({})).toBe(0);
    expect(await table('log').count({ where: { digest: { $notNull: true } } })).toBe(4);
  });

  it('keeps why it was left out from who comes second', async () => {
    await start({});
    const id = await keep(rubbish(500));
    const leaveOut = (reason: string) => api.post(`/deliveries/${id}/discard`, { reason });
    expect((await leaveOut('No JSON.')).status).toBe(200);
    const { reason } = await api.delivery(id);
    const second = await leaveOut('Let us see.');
    expect([second.status, second.body]).toMatchObject([
      409,
      { error: { details: { reason: 'left-out' } } },
    ]);
    expect((await api.delivery(id)).reason).toBe(reason);
  });

  it('says of what is gone that it is gone, when somebody wants it after all', async () => {
    await start({ accept: { orgIds: [ACCEPTED] } });
    const id = await keep(makeDelivery({ orgId: 'org_theirs' }));
    await discard(id);
    await age(31);
    await retention(site).run();
    await api.put('/settings', { retention: { discardedDays: 60 } });
    expect(await api.redrive(id)).toBe('quarantined');
    const [attempt] = (await api.delivery(id)).attempts;
    expect(attempt).toMatchObject({ reasonCode: 'bodyDropped' });
  });

  it('lets out what is wanted after all with its images, and retention leaves it alone', async () => {
    await start({});
    await api.put('/settings', { accept: { orgIds: [ACCEPTED] } });
    const picture = await makeImage({ width: 800, height: 600 });
    const delivery = makeDelivery({ orgId: 'org_theirs', article: { images: [picture] } });
    const id = await keep(delivery);
    const { body: detail } = await api.get(`/deliveries/${id}`);
    expect(detail.images).toMatchObject([{ state: 'missing', digest: expect.any(String) }]);
    await discard(id);
    await age(31);
    await api.put('/settings', { accept: null });
    expect(await api.redrive(id)).toBe('pending');
    expect((await api.delivery(id)).state).toBe('applied');

    await retention(site).run();
    const { text } = await api.get(`/deliveries/${id}/body`);
    expect(text).toBe(JSON.stringify(delivery));
    const [row] = (await table('log').findMany({})) as { lifts: string }[];
    expect(JSON.parse(row?.lifts ?? '')).toHaveLength(2);
    expect(await site.strapi.db.query('plugin::upload.file').count()).toBe(1);
  });

  it('has back what it gave up once that comes again and can be used, whole, and lets it out', async () => {
    await start({});
    await api.put('/settings', { accept: { orgIds: [ACCEPTED] } });
    const picture = await makeImage({ width: 800, height: 600 });
    const strange = makeDelivery({ orgId: 'org_theirs', article: { images: [picture] } });
    const id = await keep(strange);
    await discard(id);
    await age(31);
    await retention(site).run();
    // As long as it belongs there, it is what somebody decided against.
    expect([await keep(strange), await bodyStatus(id)]).toEqual([id, 410]);
    await api.put('/settings', { accept: { orgIds: null } });
    expect([await bodyStatus(id), await api.redrive(id)]).toEqual([410, 'quarantined']);

    expect(await keep(strange)).toBe(id);
    expect([await bodyStatus(id), await table('blob').count({})]).toEqual([200, 0]);
    expect([await api.redrive(id), await table('blob').count({})]).toEqual(['pending', 1]);
    expect((await api.delivery(id)).state).toBe('applied');
  });

  it.each(['waits', 'is discarded', 'is taken in'] as const)(
    'keeps no article from a rebuild whose first delivery %s, nor from a bulk redrive',
    async (what) => {
      await start({});
      await api.put('/settings', { accept: { orgIds: [ACCEPTED] } });
      const strange = makeDelivery({ orgId: 'org_theirs', article: { tags: ['theirs'] } });
      const id = await keep(strange);
      await arrive(site, nextDelivery(strange, { orgId: ACCEPTED, article: { tags: ['ours'] } }));
      if (what === 'is discarded') await discard(id);
      if (what === 'is taken in') await api.put('/settings', { accept: { orgIds: null } });
      const tags = site.strapi.documents('plugin::article-receiver.tag');
      const filters = { articleId: strange.article.id };
      for (const [path, input] of [
        ['/deliveries/redrive', { filters }],
        ['/rebuild', {}],
      ] as const) {
        const ours = await tags.findFirst({ filters: { name: 'ours' } });
        await tags.delete({ documentId: ours?.documentId ?? '' });
        expect((await api.post(path, input)).status).toBe(202);
        await site.settle();
        const article = await site.strapi
          .documents('plugin::article-receiver.article')
          .findFirst({ populate: { tags: true } });
        expect([path, article?.tags]).toMatchObject([path, [{ name: 'ours' }]]);
      }
    },
  );

  it('refuses what it has no room for; what is usable goes on, and what waits stays', async () => {
    await start({ retention: { quarantineBytes: 4096 }, metrics: { enabled: true } });
    const first = await keep(rubbish(3000));
    expect(first).not.toBe('');
    const refused = await site.deliver(rubbish(3000, 'y'));
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).not.toBeNull();
    expect(refused.body).toMatchObject({ error: { message: expect.stringMatching(/quarantine/) } });
    expect((await site.deliver(rubbish(500))).status).toBe(400);

    expect((await site.deliver(rubbish(3000))).status).toBe(200);
    expect((await site.deliver(makeDelivery())).status).toBe(202);
    expect((await site.deliver(makeDelivery({ event: 'article.unheard_of' }))).status).toBe(202);
    await site.settle();
    await age(1000);
    await retention(site).run();
    expect(await bodyStatus(first)).toBe(200);

    const room = { bytes: 3500, maxBytes: 4096 };
    expect((await api.get('/status')).body).toMatchObject({ quarantine: room });
    expect((await api.get('/retention')).body.data).toMatchObject({ quarantine: room });
    const { text } = await api.get('/metrics');
    expect(text).toContain('article_receiver_quarantine_bytes 3500');
    expect(text).toContain('article_receiver_quarantine_max_bytes 4096');
  });

  it('tells once that it is full, and takes again once somebody decided', async () => {
    await start({ retention: { quarantineBytes: 2048 } });
    const told: unknown[] = [];
    site.strapi.eventHub.on('article-receiver.quarantine-full', async (payload) => {
      await Promise.resolve(told.push(payload));
    });
    const first = await keep(rubbish(2000));
    for (const letter of ['y', 'z']) {
      expect((await site.deliver(rubbish(2000, letter))).status).toBe(503);
    }
    await eventually(async () => expect(told).toHaveLength(1));
    expect(told).toMatchObject([{ quarantine: { bytes: 2000, maxBytes: 2048 } }]);
    expect(await table('alert').count({ where: { kind: 'quarantine-full' } })).toBe(1);

    await discard(first);
    await eventually(async () => {
      expect((await site.deliver(rubbish(2000, 'y'))).status).toBe(400);
    });
    expect((await api.get('/status')).body).toMatchObject({ quarantine: { bytes: 2000 } });
  });

  it('tells later what it could not write down, and once a day', async () => {
    await start({ retention: { quarantineBytes: 2048 } });
    const told = () => table('alert').count({ where: { kind: 'quarantine-full' } });
    const refuse = async (letter: string) =>
      expect((await site.deliver(rubbish(2000, letter))).status).toBe(503);
    await keep(rubbish(2000));
    const { tableName } = site.strapi.db.metadata.get('plugin::article-receiver.alert');
    const rename = (from: string, to: string) =>
      site.strapi.db.connection.schema.renameTable(from, to);
    await rename(tableName, `${tableName}_away`);
    await refuse('y');
    await rename(`${tableName}_away`, tableName);
    expect(await told()).toBe(0);
    for (const letter of ['y', 'z']) {
      // An instance asks once a minute.
      await site.restart();
      await refuse(letter);
      expect(await told()).toBe(1);
    }
  });
});
