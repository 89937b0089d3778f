import { adminApi } from '../support/people/admin-api';
import { makeDelivery, nextDelivery, type WireDelivery } from '../support/feed/deliveries';
import { deliveryDetail } from '../support/feed/event-log';
import { bootSite, type Site } from '../support/site/site';

const ARTICLE = 'plugin::article-receiver.article';
const SUGGESTION = 'plugin::article-receiver.suggestion';

/** What databases treat differently: each of them has to give back what was delivered. */
describe('values in the database', () => {
  let site: Site;

  beforeAll(async () => {
    site = await bootSite();
  });
  afterAll(() => site?.destroy());

  const project = async (delivery: WireDelivery) => {
    const answer = await site.deliver(delivery);
    await site.settle();
    const detail = await deliveryDetail(site, answer.body.data?.deliveryId ?? '');
    const rows = await site.strapi.db
      .query(ARTICLE)
      .findMany({ where: { sourceId: delivery.article.id } });
    return {
      status: answer.status,
      detail,
      article: rows.find(({ sourceId }) => sourceId === delivery.article.id),
    };
  };

  it('keeps articles, campaigns and tags apart whose ids differ by case only', async () => {
    const one = makeDelivery();
    const campaign = { ...one.article.campaign, id: one.article.campaignId.toUpperCase() };
    const other = makeDelivery({
      article: {
        id: one.article.id.toUpperCase(),
        campaignId: campaign.id,
        campaign,
      },
    });
    const first = await project(one);
    const second = await project(other);
    expect(second.article.documentId).not.toBe(first.article.documentId);
    expect((await project(nextDelivery(one))).article.title).toBe(one.article.title);
    const campaigns = await site.strapi.db.query('plugin::article-receiver.campaign').findMany();
    const ids = campaigns.map(({ sourceId }) => String(sourceId));
    expect(ids).toEqual(expect.arrayContaining([one.article.campaignId, campaign.id]));
  });

  it('takes text that a database refuses, in content and in quarantine', async () => {
    const nasty =
      'NUL \u0000, half a pair \ud83d, a whole one 😀, a backslash \\ and \'quotes" %s ?';
    const { status, detail, article } = await project(
      makeDelivery({
        article: {
          title: nasty,
          content: nasty,
          keywords: [nasty],
          tags: [`tag ${nasty}`],
          qualityFailedChecks: [{ [nasty]: nasty }],
        },
      }),
    );
    expect(status).toBe(202);
    expect(detail.state).toBe('applied');
    expect(article.title).toContain('a whole one 😀');
    expect(article.title).not.toContain('\u0000');
    expect(article.content).toContain('\\');
    expect(JSON.stringify(article.keywords)).toContain('😀');

    const refused = await site.deliver(JSON.stringify({ event: nasty, article: { id: nasty } }));
    expect(refused.status).toBe(422);
    const binary = await site.deliver(Buffer.from([0, 255, 254, 0xed, 0xa0, 0x80]));
    expect(binary.status).toBe(400);
  });

  it('keeps numbers, dates and the keys of objects as they were', async () => {
    const score = 0.1 + 0.2;
    const checks = [{ z: 1, a: 1e21, m: { nested: [1.5, -0.000001] } }];
    const { article } = await project(
      makeDelivery({
        article: {
          reviewScore: score,
          wordCount: 2 ** 31 - 1,
          frontmatterDate: '1000-01-01',
          qualityFailedChecks: checks,
          createdAt: '2026-06-30T23:59:59.999Z',
        },
      }),
    );
    expect(article).toMatchObject({
      reviewScore: score,
      wordCount: 2 ** 31 - 1,
      frontmatterDate: '1000-01-01',
      qualityFailedChecks: checks,
    });
    expect(new Date(article.sourceCreatedAt).toISOString()).toBe('2026-06-30T23:59:59.999Z');
  });

  it('keeps JSON as deep as it is accepted', async () => {
    const levels = (count: number) => JSON.parse('[1,'.repeat(count) + '1' + ']'.repeat(count));
    const deep = { '@type': 'Article', about: levels(29) };
    const { detail, article } = await project({
      ...makeDelivery({
        article: {
          qualityFailedChecks: levels(28),
          files: {
            llmTxt: { fileName: 'a', contentType: 'text/plain', encoding: 'utf-8', content: 'a' },
            jsonLd: {
              contentType: 'application/ld+json',
              encoding: 'utf-8',
              content: JSON.stringify(deep),
            },
          },
        },
      }),
    });
    expect(detail.state).toBe('applied');
    expect(article).toMatchObject({ qualityFailedChecks: levels(28), jsonLd: deep });
  });

  it('drops what no database has: years out of range, integers too large', async () => {
    const { status, detail, article } = await project(
      makeDelivery({
        article: {
          frontmatterDate: '0000-01-01',
          createdAt: '9999-12-31T23:59:59-05:00',
          wordCount: 2 ** 31,
        },
      }),
    );
    expect(status).toBe(202);
    expect(detail.state).toBe('applied');
    expect(article).toMatchObject({
      frontmatterDate: null,
      sourceCreatedAt: null,
      wordCount: null,
    });
    const paths = detail.issues.map(({ path }) => path);
    expect(paths).toEqual(
      expect.arrayContaining(['article.frontmatterDate', 'article.createdAt', 'article.wordCount']),
    );
  });

  it('are named where they are no number of a row', async () => {
    const api = adminApi(site);
    for (const number of [2 ** 31, Number.MAX_SAFE_INTEGER]) {
      const asked = { ids: [1, number], decision: 'reject' };
      const answers = [
        ...(await Promise.all(
          ['decisions', 'dead-links', 'pages'].map((list) => api.get(`/${list}?before=${number}`)),
        )),
        await api.post('/suggestions/decide', asked),
      ];
      const told = answers.map(({ status, body }) => {
        const { error } = body as { error?: { details?: { issues: { path: string }[] } } };
        return [status, error?.details?.issues[0]?.path];
      });
      const before = [400, 'before'];
      expect(told).toEqual([before, before, before, [400, 'ids.1']]);
    }
  });

  it('takes nothing for an edit that only went through the database', async () => {
    const first = makeDelivery({
      article: {
        reviewScore: 1 / 3,
        qualityFailedChecks: [{ b: 1, a: { d: 2, c: [1e-7] } }],
        files: {
          llmTxt: { fileName: 'a', contentType: 'text/plain', encoding: 'utf-8', content: ' \n' },
          jsonLd: {
            contentType: 'application/ld+json',
            encoding: 'utf-8',
            content: '{"z":1,"@context":"https://schema.org","a":{"y":1.0,"b":[]}}',
          },
        },
      },
    });
    await project(first);
    const second = nextDelivery(first, {
      article: {
        title: 'Changed',
        reviewScore: 2 / 3,
        qualityFailedChecks: [],
        updatedAt: '2026-10-25T00:30:00.000Z',
      },
    });
    const { article } = await project(second);
    expect(article).toMatchObject({ title: 'Changed', reviewScore: 2 / 3 });
    expect(await site.strapi.db.query(SUGGESTION).count()).toBe(0);
  });
});
