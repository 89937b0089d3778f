import { makeDelivery, type WireDelivery } from '../support/feed/deliveries';
import { plannedSites } from '../support/site/planned-sites';
import { processClock, type ProcessClock } from '../support/site/process-clock';
import { ProcessSite } from '../support/site/process-site';

const { overlay, BEFORE, AFTER, planned, publicationsOf, publishedBecome } = plannedSites();

/** The steps of an article that goes online on its day, of which the second is killed. */
const POINTS = [
  ['the day is taken up', 'before-planned:2'],
  ['an article is projected, its day being taken up', 'after-planned:2'],
  ['it is published', 'before-publication:4'],
  ['its publication is committed', 'before-commit:4'],
  ['anything else happens, its publication being committed', 'after-commit:4'],
] as const;

describe('a site that is killed on the day of planned articles', () => {
  let site: ProcessSite;
  let clock: ProcessClock;
  let articles: WireDelivery[];

  beforeEach(async () => {
    clock = processClock(BEFORE);
    site = await ProcessSite.create({ overlay, env: clock.env });
    articles = [planned('First'), planned('Second')];
  });
  afterEach(() => site.destroy());

  it.each(POINTS)('before %s publishes each of them once', async (_, point) => {
    await site.startWell({ ARTICLE_RECEIVER_KILL_AT: point });
    for (const article of articles) {
      expect((await site.deliver(article))?.status).toBe(202);
      await site.client.settled();
    }
    clock.set(AFTER);
    expect(await site.gone()).toEqual({ code: null, signal: 'SIGKILL' });

    await site.startWell();
    await publishedBecome(site, articles);
    // The clock goes back, and forward again.
    clock.set(BEFORE);
    expect((await site.deliver(makeDelivery()))?.status).toBe(202);
    clock.set(AFTER);
    const due = planned('Due');
    expect((await site.deliver(due))?.status).toBe(202);
    await publishedBecome(site, [...articles, due]);
    expect(await publicationsOf(site, articles)).toEqual([1, 1]);
  });
});
