import { makeDelivery, nextDelivery, type WireDelivery } from './support/deliveries';
import { sample } from './support/samples';
import { bootSite, type Site } from './support/site';

const ARTICLE = 'plugin::article-receiver.article';

describe('the order of arrival', () => {
  let site: Site;

  beforeAll(async () => {
    site = await bootSite();
  });
  afterAll(() => site?.destroy());

  const find = (sourceId: string, status: 'draft' | 'published') =>
    site.strapi.documents(ARTICLE).findFirst({ filters: { sourceId }, status });

  /** What an article shows once all of its deliveries are in. */
  const shown = async (deliveries: WireDelivery[]) => {
    for (const delivery of deliveries) expect((await site.deliver(delivery)).status).toBe(202);
    await site.settle();
    const sourceId = deliveries[0]?.article.id ?? '';
    const draft = await find(sourceId, 'draft');
    const published = await find(sourceId, 'published');
    return { draft: draft?.title, published: published?.title };
  };

  /** Written, published, revised while published, archived: the whole life of an article. */
  const life = () => {
    const written = makeDelivery({ article: { title: 'Written' } });
    const changed = { event: 'article.status_changed' };
    const published = nextDelivery(written, {
      ...changed,
      article: { title: 'Published', status: 'published' },
    });
    const archived = nextDelivery(published, {
      ...changed,
      article: { title: 'Archived', status: 'archived' },
    });
    return { written, published, archived };
  };

  it('does not let an older delivery win', async () => {
    const { written, published } = life();
    expect(await shown([published, written])).toEqual({
      draft: 'Published',
      published: 'Published',
    });
  });

  it('does not matter for the final content', async () => {
    for (const order of [
      ['written', 'published', 'archived'],
      ['archived', 'written', 'published'],
      ['published', 'archived', 'written'],
    ] as const) {
      const deliveries = life();
      expect(await shown(order.map((name) => deliveries[name]))).toEqual({
        draft: 'Archived',
        published: undefined,
      });
    }
  });

  it('keeps the feed’s identity when deliveries of one article come at the same time', async () => {
    const { written, published, archived } = life();
    const deliveries = [archived, published, written];
    await Promise.all(deliveries.map((delivery) => site.deliver(delivery)));
    await site.settle();

    const sourceId = written.article.id;
    expect(await site.strapi.documents(ARTICLE).count({ filters: { sourceId } })).toBe(1);
    expect((await find(sourceId, 'draft'))?.title).toBe('Archived');
  });

  it('holds back nothing of a sample that comes before its first delivery', async () => {
    await site.deliver(sample('06').bytes);
    await site.deliver(sample('03').bytes);
    await site.settle();

    const sourceId = sample('03').delivery.article.id;
    expect(await find(sourceId, 'published')).toMatchObject({ slug: 'kette-richtig-oelen' });
  });
});
