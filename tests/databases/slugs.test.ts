import { MAX_TRIES } from '../../src/plugins/article-receiver/server/src/database/transaction';
import { databaseKind } from '../support/databases/database';
import { deadlockIn } from '../support/databases/deadlock';
import { makeDelivery, nextDelivery, type WireDelivery } from '../support/feed/deliveries';
import { arrive, deliveryDetail } from '../support/feed/event-log';
import { eventually } from '../support/eventually';
import { heldProjection } from '../support/feed/held-projection';
import { logLines } from '../support/log-lines';
import { bootSite, type Site } from '../support/site/site';
import { until } from '../support/until';

const ARTICLE = 'plugin::article-receiver.article';

const STATUS = { event: 'article.status_changed' };
const LONG_AGO = '2020-01-01T00:00:00.000Z';

/** Servers have several transactions at the same time, of which none sees what the others write. */
describe('slugs of articles that are written at the same moment', () => {
  let site: Site;
  let projection: ReturnType<typeof heldProjection>;

  beforeAll(async () => {
    site = await bootSite();
    projection = heldProjection(site);
    // The locks, the campaign and the tags are there from now on: nobody waits for those.
    await arrive(site, makeDelivery({ article: { slug: 'before-all' } }));
  });
  afterEach(() => projection.letGo());
  afterAll(() => site?.destroy());

  const shown = async ({ article }: WireDelivery, status: 'draft' | 'published') => {
    const filters = { sourceId: article.id };
    const entry = await site.strapi.documents(ARTICLE).findFirst({ filters, status });
    return { slug: entry?.slug, previous: entry?.previousSlugs };
  };

  it('let the one that goes out have its own, though a draft took it in between', async () => {
    const draft = makeDelivery({ article: { slug: 'for-readers' } });
    await projection.hold(draft);
    const article = { slug: 'for-readers', status: 'published' };
    const published = makeDelivery({ ...STATUS, article });
    await site.deliver(published);
    await until('the other one to wait for the slug', projection.isWaiting);
    projection.letGo();
    await site.settle();
    expect(await shown(published, 'published')).toMatchObject({ slug: 'for-readers' });
    expect(await shown(draft, 'draft')).toMatchObject({ slug: 'for-readers-2' });
  });

  it('list none by which readers know somebody else by now', async () => {
    const moved = makeDelivery({ article: { slug: 'its-newest' } });
    await arrive(site, moved);
    const going = { slug: 'its-first', status: 'published' };
    const taker = makeDelivery({ ...STATUS, article: going });
    await projection.hold(taker);
    const first = nextDelivery(moved, {
      timestamp: LONG_AGO,
      article: { slug: 'its-first', updatedAt: LONG_AGO },
    });
    const { body } = await site.deliver(first);
    const isDone = async () =>
      (await deliveryDetail(site, body.data?.deliveryId ?? '')).state !== 'pending';
    await until(
      'the older delivery',
      async () => (await projection.isWaiting()) || (await isDone()),
    );
    projection.letGo();
    await site.settle();
    expect(await shown(taker, 'published')).toMatchObject({ slug: 'its-first' });
    expect(await shown(moved, 'draft')).toEqual({ slug: 'its-newest', previous: [] });
  });

  it('come to rest where somebody has a numbered one in capitals, which is the same to MariaDB', async () => {
    const asking = () => makeDelivery({ article: { slug: 'capital' } });
    const [first, second, third] = [asking(), asking(), asking()];
    await site.strapi
      .documents(ARTICLE)
      .create({ data: { title: 'By a person', slug: 'Capital-2' } });
    for (const delivery of [third, second, first]) await arrive(site, delivery);
    const slugs = [first, second, third].map(async (one) => (await shown(one, 'draft')).slug);
    const numbers = databaseKind() === 'mysql' ? [3, 4] : [2, 3];
    expect(await Promise.all(slugs)).toEqual([
      'capital',
      ...numbers.map((number) => `capital-${number}`),
    ]);
  });

  it('are shared out later where other transactions are in the way again and again', async () => {
    const leaving = makeDelivery({ article: { slug: 'in-demand' } });
    await arrive(site, leaving);
    const asking = makeDelivery({ article: { slug: 'in-demand' } });
    await arrive(site, asking);
    expect(await shown(asking, 'draft')).toMatchObject({ slug: 'in-demand-2' });
    let deadlocks = 0;
    const stop = site.strapi.db.lifecycles.subscribe({
      models: [ARTICLE],
      beforeUpdate: async ({ params }: { params: { data: { slug?: string } } }) => {
        if (params.data.slug !== 'in-demand' || deadlocks > MAX_TRIES) return;
        deadlocks += 1;
        await site.strapi.db.transaction(({ trx }) => deadlockIn(trx, site));
      },
    } as never);
    const lines = await logLines(site, async () => {
      await arrive(site, nextDelivery(leaving, { article: { slug: 'elsewhere' } }));
      await eventually(async () => {
        await arrive(site, makeDelivery());
        expect(await shown(asking, 'draft')).toMatchObject({ slug: 'in-demand' });
      });
    });
    stop();
    expect(deadlocks).toBeGreaterThan(MAX_TRIES);
    expect(lines.filter((line) => line.includes('could not be settled'))).toEqual([]);
  });
});
