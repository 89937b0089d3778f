import { streamKeyOf } from '../../src/plugins/article-receiver/server/src/delivery/identity';
import { databaseKind } from '../support/database';
import { makeDelivery, nextDelivery, type WireDelivery } from '../support/deliveries';
import { arrive, deliveryDetail } from '../support/event-log';
import { bootSite, type Site } from '../support/site';
import { until } from '../support/until';

const ARTICLE = 'plugin::article-receiver.article';
const ATTEMPT = 'plugin::article-receiver.attempt';

const STATUS = { event: 'article.status_changed' };
const LONG_AGO = '2020-01-01T00:00:00.000Z';

/** Servers have several transactions at the same time, of which none sees what the others write. */
describe('slugs of articles that are written at the same moment', () => {
  let site: Site;
  /** The stream whose transaction is kept open with everything written, and whether it is so far. */
  let held: { streamKey: string; isReached: boolean; opened: Promise<void> } | null = null;
  let letGo = () => {};

  beforeAll(async () => {
    site = await bootSite();
    site.strapi.db.lifecycles.subscribe({
      models: [ATTEMPT],
      beforeCreateMany: async ({ params }) => {
        const rows = params.data as { streamKey: string }[];
        if (!held || !rows.some(({ streamKey }) => streamKey === held?.streamKey)) return;
        held.isReached = true;
        await held.opened;
      },
    });
    // The locks, the campaign and the tags are there from now on: nobody waits for those.
    await arrive(site, makeDelivery({ article: { slug: 'before-all' } }));
  });
  afterEach(() => letGo());
  afterAll(() => site?.destroy());

  /** Keeps an article's transaction from its commit until `letGo`. */
  async function hold(delivery: WireDelivery): Promise<void> {
    const opened = new Promise<void>((resolve) => {
      letGo = () => {
        held = null;
        resolve();
      };
    });
    held = { streamKey: streamKeyOf(delivery.article.id), isReached: false, opened };
    await site.deliver(delivery);
    await until('the article to be written', () => held?.isReached === true);
  }

  /** Whether a transaction of this site waits for another one's lock. */
  async function isWaiting(): Promise<boolean> {
    const { connection } = site.strapi.db;
    const waiting =
      databaseKind() === 'postgres'
        ? connection('pg_stat_activity')
            .where({ wait_event_type: 'Lock' })
            .whereRaw('datname = current_database()')
        : // InnoDB's own tables are not made anew for who asks ten times a second.
          connection('information_schema.PROCESSLIST')
            .where({ COMMAND: 'Query' })
            .where('TIME_MS', '>', 100)
            .whereRaw('DB = database()');
    return (await waiting.select(connection.raw('1'))).length > 0;
  }

  const shown = async ({ article }: WireDelivery, status: 'draft' | 'published') => {
    const filters = { sourceId: article.id };
    const entry = await site.strapi.documents(ARTICLE).findFirst({ filters, status });
    return { slug: entry?.slug, previous: entry?.previousSlugs };
  };

  it('let the one that goes out have its own, though a draft took it in between', async () => {
    const draft = makeDelivery({ article: { slug: 'for-readers' } });
    await hold(draft);
    const article = { slug: 'for-readers', status: 'published' };
    const published = makeDelivery({ ...STATUS, article });
    await site.deliver(published);
    await until('the other one to wait for the slug', isWaiting);
    letGo();
    await site.settle();
    expect(await shown(published, 'published')).toMatchObject({ slug: 'for-readers' });
    expect(await shown(draft, 'draft')).toMatchObject({ slug: 'for-readers-2' });
  });

  it('list none that somebody else has by now', async () => {
    const moved = makeDelivery({ article: { slug: 'its-newest' } });
    await arrive(site, moved);
    const taker = makeDelivery({ article: { slug: 'its-first' } });
    await hold(taker);
    const first = nextDelivery(moved, {
      timestamp: LONG_AGO,
      article: { slug: 'its-first', updatedAt: LONG_AGO },
    });
    const { body } = await site.deliver(first);
    const isDone = async () =>
      (await deliveryDetail(site, body.data?.deliveryId ?? '')).state !== 'pending';
    await until('the older delivery', async () => (await isWaiting()) || (await isDone()));
    letGo();
    await site.settle();
    expect(await shown(taker, 'draft')).toMatchObject({ slug: 'its-first' });
    expect(await shown(moved, 'draft')).toEqual({ slug: 'its-newest', previous: [] });
  });
});
