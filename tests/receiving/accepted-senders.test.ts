import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adminApi } from '../support/people/admin-api';
import { makeDelivery, nextDelivery } from '../support/feed/deliveries';
import { bootSite, type Site } from '../support/site/site';
import { until } from '../support/until';

const OURS = 'org_6a3e018e66f4136e1595';
const THEIRS = 'org_0000000000000000ffff';

describe('a site that does not take everybody’s deliveries', () => {
  let directory: string;
  let site: Site | undefined;
  let api: ReturnType<typeof adminApi>;

  /** The same site, started again with other options. */
  const start = async (pluginConfig: Record<string, unknown>): Promise<Site> => {
    await site?.destroy();
    site = undefined;
    site = await bootSite({ pluginConfig, keep: { dir: directory } });
    api = adminApi(site);
    return site;
  };

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'article-receiver-senders-'));
  });
  afterEach(async () => {
    await site?.destroy();
    site = undefined;
    await rm(directory, { recursive: true, force: true });
  });

  const send = async (delivery: object) => {
    const answer = await site?.deliver(delivery);
    await site?.settle();
    const deliveryId = answer?.body.data?.deliveryId ?? '';
    const { state, reason } = await api.delivery(deliveryId);
    return { status: answer?.status, deliveryId, state, reason };
  };

  it('keeps those of other organizations in quarantine, until they are accepted', async () => {
    await start({ accept: { orgIds: [OURS] } });
    expect(await send(makeDelivery({ orgId: OURS }))).toMatchObject({ state: 'applied' });
    const theirs = makeDelivery({ orgId: THEIRS });
    const kept = await send(theirs);
    expect(kept).toMatchObject({ status: 202, state: 'quarantined' });
    expect(kept.reason).toContain(THEIRS);
    expect(kept.reason).toContain('accept.orgIds');
    expect(await send({ ...makeDelivery(), orgId: null })).toMatchObject({
      status: 202,
      state: 'quarantined',
    });

    const again = await site?.deliver(theirs);
    expect(again?.body.data).toEqual({ deliveryId: kept.deliveryId, outcome: 'duplicate' });
    expect(await api.redrive(kept.deliveryId)).toBe('quarantined');

    await start({ accept: { orgIds: [OURS, THEIRS] } });
    expect(await api.redrive(kept.deliveryId)).toBe('pending');
    expect(await api.delivery(kept.deliveryId)).toMatchObject({ state: 'applied', reason: null });
    await site?.strapi
      .documents('plugin::article-receiver.article')
      .findFirst({ filters: { sourceId: theirs.article.id } })
      .then((article) => expect(article).toMatchObject({ title: theirs.article.title }));
  });

  it('lets no delivery of another organization change an article', async () => {
    await start({ accept: { orgIds: [OURS] } });
    const first = makeDelivery({ orgId: OURS });
    await send(first);
    const forged = nextDelivery(first, { orgId: THEIRS, article: { title: 'Forged' } });
    expect(await send(forged)).toMatchObject({ state: 'quarantined' });
    const articles = await site?.strapi.documents('plugin::article-receiver.article').findMany({});
    expect(articles?.map(({ title }) => title)).toEqual([first.article.title]);
  });

  it('can tell by the website', async () => {
    const first = makeDelivery();
    const { campaign } = first.article;
    await start({ accept: { websiteIds: [campaign.websiteId] } });
    expect(await send(first)).toMatchObject({ state: 'applied' });
    const other = makeDelivery();
    expect(await send(other)).toMatchObject({
      status: 202,
      state: 'quarantined',
      reason: expect.stringContaining(other.article.campaign.websiteId),
    });
  });

  it('can stay with the organization that comes first, restarts included', async () => {
    await start({ accept: { pin: 'first-use' } });
    const answer = await site?.deliver('{"event": "article.ready"}');
    expect(answer?.status).toBe(422);
    expect(await send({ ...makeDelivery(), orgId: null })).toMatchObject({ state: 'quarantined' });
    expect(await send(makeDelivery({ orgId: OURS }))).toMatchObject({ state: 'applied' });
    const theirs = await send(makeDelivery({ orgId: THEIRS }));
    expect(theirs).toMatchObject({ status: 202, state: 'quarantined' });
    expect(theirs.reason).toContain('accept.pin');

    await start({ accept: { pin: 'first-use' } });
    expect(await send(makeDelivery({ orgId: THEIRS }))).toMatchObject({ state: 'quarantined' });
    expect(await api.redrive(theirs.deliveryId)).toBe('quarantined');
    expect(await send(makeDelivery({ orgId: OURS }))).toMatchObject({ state: 'applied' });

    await start({});
    expect(await api.redrive(theirs.deliveryId)).toBe('pending');
    expect(await api.delivery(theirs.deliveryId)).toMatchObject({ state: 'applied' });
  });

  it('stays with one organization when several come first at once', async () => {
    const running = await start({ accept: { pin: 'first-use' } });
    const orgIds = Array.from({ length: 6 }, (_, index) => `org_${index}`);
    // While nobody gets a connection, several of them come to the same point: the race is made.
    const { pool } = running.strapi.db.connection.client as {
      pool: { max: number; numPendingAcquires(): number };
    };
    let open = () => undefined as void;
    const opened = new Promise<void>((resolve) => (open = resolve));
    const holders = Array.from({ length: pool.max }, () =>
      running.strapi.db.transaction(() => opened),
    );
    const sent = orgIds.map((orgId) => running.deliver(makeDelivery({ orgId })));
    await until('several to wait', () => pool.numPendingAcquires() >= 3);
    open();
    await Promise.all(holders);
    const answers = await Promise.all(sent);
    expect(answers.map(({ status }) => status)).toEqual(orgIds.map(() => 202));
    await running.settle();
    const rows = (await running.strapi.db
      .query('plugin::article-receiver.delivery')
      .findMany({ select: ['state'] })) as { state: string }[];
    expect(rows.map(({ state }) => state).sort()).toEqual([
      'applied',
      ...orgIds.slice(1).map(() => 'quarantined'),
    ]);
  });
});
