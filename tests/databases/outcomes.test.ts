import { adminApi } from '../support/people/admin-api';
import { deadlockIn } from '../support/databases/deadlock';
import { makeDelivery, nextDelivery } from '../support/feed/deliveries';
import { arrive, deliveryDetail } from '../support/feed/event-log';
import { eventually } from '../support/eventually';
import { heldProjection } from '../support/feed/held-projection';
import { bootSite, type Site } from '../support/site/site';
import { until } from '../support/until';
import { MAX_TRIES } from '../../src/plugins/article-receiver/server/src/database/transaction';
import { streamKeyOf } from '../../src/plugins/article-receiver/server/src/read-delivery/identity';

const ARTICLE = 'plugin::article-receiver.article';
const STATUS = 'article.status_changed';

/** What one transaction writes down of a delivery while another one has not committed yet. */
describe('what becomes of a delivery', () => {
  let site: Site;
  let projection: ReturnType<typeof heldProjection>;

  beforeAll(async () => {
    site = await bootSite();
    projection = heldProjection(site);
  });
  afterEach(() => projection.letGo());
  afterAll(() => site?.destroy());

  const stateOf = async (id: string) => (await deliveryDetail(site, id)).state;

  it('is decided with the others of its word, also where it is just being parked', async () => {
    const article = { status: 'mulling' };
    const first = await arrive(site, makeDelivery({ event: STATUS, article }));
    expect(await stateOf(first)).toBe('parked');
    const second = await projection.hold(makeDelivery({ event: STATUS, article }));
    const decided = await adminApi(site).post(`/deliveries/${first}/decide`, { effect: 'draft' });
    expect(decided.status).toBe(202);
    projection.letGo();
    await eventually(async () => expect(await stateOf(second)).toBe('applied'));
    expect(await stateOf(first)).toBe('applied');
  });

  it('is no failure where another instance has it done by then', async () => {
    const first = makeDelivery();
    await arrive(site, first);
    const draft = nextDelivery(first, { article: { title: 'Newer' } });
    let isReached = false;
    let fail = () => {};
    const failed = new Promise<void>((_, reject) => {
      fail = () => reject(new Error('the storage is on fire'));
    });
    const stop = site.strapi.db.lifecycles.subscribe({
      models: [ARTICLE],
      beforeUpdate: () => {
        isReached = true;
        return failed;
      },
    } as never);
    const { body } = await site.deliver(draft);
    const id = body.data?.deliveryId ?? '';
    await until('the article to be written', () => isReached);

    // The other instance: it has the stream as soon as this one gives it up.
    const table = (name: string) => `article_receiver_${name}`;
    const other = await site.strapi.db.connection.transaction();
    const locked = other(table('streams'))
      .where({ stream_key: streamKeyOf(first.article.id) })
      .forUpdate()
      .select('id')
      .then();
    await until('the other one to wait for the stream', projection.isWaiting);
    fail();
    await locked;
    await other(table('deliveries')).where({ delivery_id: id }).update({ state: 'applied' });
    await until('the failure to wait for the other one', projection.isWaiting);
    await other.commit();
    await site.settle();
    stop();
    expect(await stateOf(id)).toBe('applied');
    const alerts = await site.strapi.db.connection(table('alerts')).where({ kind: 'failed' });
    expect(alerts).toEqual([]);
  });

  it('is no failure where other transactions are in its way again and again', async () => {
    const first = makeDelivery();
    await arrive(site, first);
    let deadlocks = 0;
    const stop = site.strapi.db.lifecycles.subscribe({
      models: [ARTICLE],
      beforeUpdate: async () => {
        if (deadlocks > MAX_TRIES) return;
        deadlocks += 1;
        await site.strapi.db.transaction(({ trx }) => deadlockIn(trx, site));
      },
    } as never);
    const next = nextDelivery(first, { article: { title: 'In the way' } });
    const id = await arrive(site, next);
    stop();
    const { state, attempts } = await deliveryDetail(site, id);
    expect(deadlocks).toBeGreaterThan(MAX_TRIES);
    expect({ state, attempts: attempts.map(({ outcome }) => outcome) }).toEqual({
      state: 'applied',
      attempts: ['applied'],
    });
  });
});
