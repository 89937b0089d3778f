import { makeDelivery, type WireDelivery } from '../support/feed/deliveries';
import { makeImage } from '../support/feed/images';
import { bootSite, type Site } from '../support/site/site';
import { until } from '../support/until';

const BACKLOG = 40;

interface Runner {
  start(): void;
  stop(): Promise<void>;
}

describe('a backlog of articles', () => {
  let site: Site;
  beforeAll(async () => {
    site = await bootSite();
  });
  afterAll(() => site?.destroy());

  const runner = () => site.strapi.plugin('article-receiver').service<Runner>('runner');

  const pending = (): Promise<number> =>
    site.strapi.db
      .query('plugin::article-receiver.delivery')
      .count({ where: { state: 'pending' } });

  const accept = async (delivery: WireDelivery) =>
    expect((await site.deliver(delivery)).status).toBe(202);

  it('lets deliveries be acknowledged long before it is done', async () => {
    await runner().stop();
    for (let count = 0; count < BACKLOG; count += 1) await accept(makeDelivery());
    runner().start();
    for (let count = 0; count < 5; count += 1) await accept(makeDelivery());
    // Without a turn for others, the whole of it would have been projected before the first answer.
    expect(await pending()).toBeGreaterThan(BACKLOG / 2);
    await site.settle();
    expect(await pending()).toBe(0);
  });

  it('is left for the next start when the site stops', async () => {
    await runner().stop();
    for (let count = 0; count < BACKLOG; count += 1) await accept(makeDelivery());
    runner().start();
    await until('the first of them to be done', async () => (await pending()) < BACKLOG);
    await runner().stop();
    expect(await pending()).toBeGreaterThan(0);
    runner().start();
    await site.settle();
    expect(await pending()).toBe(0);
  });

  it.each([
    ['tags', () => ({ tags: Array.from({ length: 250 }, (_, n) => `Tag ${n}`) })],
    [
      'images of a pixel',
      async () => {
        const pixel = await makeImage({ width: 1, height: 1 });
        return {
          images: Array.from({ length: 250 }, (_, n) => ({ ...pixel, url: `${pixel.url}?${n}` })),
        };
      },
    ],
  ])('leaves the site to others while an article with many %s is written', async (_, make) => {
    const article = await make();
    const most = await mostInOneTurn(site, async () => {
      await accept(makeDelivery({ article }));
      await site.settle();
    });
    // Strapi itself reads two rows for each document that an article leads to; to make them takes eight each.
    expect(most).toBeLessThan(150);
  });

  it('leaves the site to others while an article of megabytes is written and published', async () => {
    const content = 'Water first. '.repeat(200_000);
    const most = await mostReadInOneTurn(site, async () => {
      await accept(makeDelivery({ article: { content } }));
      await site.settle();
      await accept(makeDelivery({ event: 'article.published', article: { content } }));
      await site.settle();
    });
    expect(most).toBeGreaterThan(1_000_000);
    expect(most).toBeLessThan(1.5 * content.length);
  });
});

/** The most characters that were read while the site looked at nothing else. */
async function mostReadInOneTurn({ strapi }: Site, work: () => Promise<void>): Promise<number> {
  return mostInTurn(async (add) => {
    const note = (found: unknown) => {
      for (const row of [found].flat()) {
        for (const value of Object.values(row ?? {}))
          if (typeof value === 'string') add(value.length);
      }
    };
    strapi.db.connection.on('query-response', note);
    await work();
    strapi.db.connection.off('query-response', note);
  });
}

/** The most statements that were answered while the site looked at nothing else. */
async function mostInOneTurn({ strapi }: Site, work: () => Promise<void>): Promise<number> {
  return mostInTurn(async (add) => {
    const note = () => add(1);
    strapi.db.connection.on('query-response', note);
    await work();
    strapi.db.connection.off('query-response', note);
  });
}

/** The most that came together between two turns of others. */
async function mostInTurn(work: (add: (n: number) => void) => Promise<void>): Promise<number> {
  let [inTurn, most] = [0, 0];
  let isOver = false;
  const turn = () => {
    inTurn = 0;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await work((n) => {
    inTurn += n;
    most = Math.max(most, inTurn);
  });
  isOver = true;
  return most;
}
