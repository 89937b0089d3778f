import type { WireDelivery } from '../support/feed/deliveries';
import { plannedSites } from '../support/site/planned-sites';
import { processClock, type ProcessClock } from '../support/site/process-clock';
import { ProcessSite } from '../support/site/process-site';

const ARTICLES = 6;

const { overlay, BEFORE, AFTER, planned, publicationsOf, publishedBecome } = plannedSites();

describe('two instances of a site on the day of planned articles', () => {
  let one: ProcessSite;
  let two: ProcessSite;
  let clockOfOne: ProcessClock;
  let clockOfTwo: ProcessClock;

  beforeAll(async () => {
    clockOfOne = processClock(BEFORE);
    clockOfTwo = processClock(BEFORE);
    one = await ProcessSite.create({ overlay, env: clockOfOne.env });
    two = await one.instance(clockOfTwo.env);
    await one.startWell();
    await two.startWell();
    // Sessions first: on SQLite, Strapi's registration does not wait for others who write.
    await one.client.status();
    await two.client.status();
  });
  afterAll(async () => {
    await two?.kill();
    await one?.destroy();
  });

  async function send(title: string): Promise<WireDelivery[]> {
    const articles = Array.from({ length: ARTICLES }, (_, n) => planned(`${title} ${n}`));
    for (const [n, article] of articles.entries()) {
      expect((await (n % 2 === 0 ? one : two).deliver(article))?.status).toBe(202);
    }
    await one.client.settled();
    expect(await one.client.entries('/articles')).toHaveLength(0);
    return articles;
  }

  it('together publish each article once, whichever clock is ahead and wherever it jumps', async () => {
    const articles = await send('Planned');
    clockOfOne.set(AFTER);
    clockOfTwo.set(AFTER);
    await publishedBecome(two, articles);

    // One goes back, the other is far ahead.
    clockOfOne.set(BEFORE);
    clockOfTwo.set('2027-01-20T08:00:00Z');
    const late = planned('Late');
    expect((await two.deliver(late))?.status).toBe(202);
    await publishedBecome(one, [...articles, late]);
    clockOfOne.set(AFTER);
    clockOfTwo.set(AFTER);
    const due = planned('Due');
    expect((await one.deliver(due))?.status).toBe(202);
    await publishedBecome(one, [...articles, late, due]);
    await one.client.settled();
    expect(await publicationsOf(one, [...articles, late, due])).toEqual(
      Array.from({ length: ARTICLES + 2 }, () => 1),
    );
  });
});
