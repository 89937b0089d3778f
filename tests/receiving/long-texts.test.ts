import { MAX_WHOLE } from '../../src/plugins/article-receiver/server/src/projection/merge/changed-part';
import type { DryRun } from '../../src/plugins/article-receiver/shared/deliveries/jobs';
import { adminApi } from '../support/people/admin-api';
import { makeDelivery, nextDelivery } from '../support/feed/deliveries';
import { arrive, deliveryDetail } from '../support/feed/event-log';
import { eventually } from '../support/eventually';
import { bootSite, type Site } from '../support/site/site';

const ARTICLE = 'plugin::article-receiver.article';
const LONG = 'Water first. '.repeat(200_000);
/** What an answer may have of the texts: a title or two by their beginnings, and what else it says. */
const SOME = 10_000;

interface Runner {
  start(): void;
  stop(): Promise<void>;
}

/** All of it is in the log and in the article; nobody wants megabytes in a list, or in a message. */
describe('a title and a verdict of megabytes', () => {
  const told: { text: string }[] = [];
  const { article } = makeDelivery();
  const delivery = makeDelivery({
    article: {
      title: LONG,
      reviewVerdict: LONG,
      status: 'draft',
      contentPlan: { ...article.contentPlan, plannedForDate: '2999-01-01' },
    },
  });
  let site: Site;

  beforeAll(async () => {
    site = await bootSite({
      pluginConfig: {
        publishOnReady: 'planned',
        alerts: { news: ['arrived'], group: { over: 3, withinMs: 0 } },
      },
    });
    site.strapi.eventHub.on('article-receiver.arrived', async (event: { text: string }) => {
      told.push(event);
    });
    await site.deliver(delivery);
    await site.settle();
  });
  afterAll(() => site?.destroy());

  const lengthOf = (answer: unknown) => JSON.stringify(answer).length;
  const list = async (path: string) => (await adminApi(site).get(path)).body as { data: unknown };

  it('are in the article whole', async () => {
    const found = await site.strapi.documents(ARTICLE).findFirst({});
    expect(found).toMatchObject({ title: LONG, reviewVerdict: LONG });
  });

  it('are told of by their beginnings', async () => {
    await eventually(async () => expect(told).toHaveLength(1));
    expect(told[0]?.text).toContain('Water first.');
    expect(lengthOf(told[0])).toBeLessThan(SOME);
  });

  it('are in lists of articles by the beginning of the title', async () => {
    const documentId = (await site.strapi.documents(ARTICLE).findFirst({}))?.documentId ?? '';
    const data: object = { description: 'Edited.' };
    await site.strapi.documents(ARTICLE).update({ documentId, data });
    await site.deliver(
      nextDelivery(delivery, { article: { ...delivery.article, description: 'Later.' } }),
    );
    await site.settle();
    for (const path of ['/planned', '/waiting']) {
      const answer = await list(path);
      expect(JSON.stringify(answer)).toContain('Water first. Water first.');
      expect(lengthOf(answer)).toBeLessThan(SOME);
    }
  });

  it('are in a dry run by the beginning of the title', async () => {
    const runner = site.strapi.plugin('article-receiver').service<Runner>('runner');
    await runner.stop();
    await site.deliver(makeDelivery({ article: { title: LONG } }));
    const { changes } = (await adminApi(site).post('/rebuild', { dryRun: true })).body
      .data as DryRun;
    runner.start();
    expect(changes).toMatchObject([{ action: 'create', title: LONG.slice(0, 1_000) }]);
    expect(lengthOf(changes)).toBeLessThan(SOME);
  });

  it('are on a delivery’s page by the part that it changed', async () => {
    const next = nextDelivery(delivery, {
      article: { ...delivery.article, reviewVerdict: `${LONG}Never stir.${LONG}` },
    });
    const { changes } = await deliveryDetail(site, await arrive(site, next));
    const verdict = changes?.find(({ field }) => field === 'reviewVerdict');
    expect(verdict).toMatchObject({
      isPart: true,
      before: expect.stringMatching(/^…Water|Water first\. $/),
      after: expect.stringContaining('Never stir.'),
    });
    expect(lengthOf(verdict)).toBeLessThan(2 * MAX_WHOLE);
  });
});
