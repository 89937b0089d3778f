import { shownArticle } from '../support/articles/articles';
import { makeDelivery } from '../support/feed/deliveries';
import { deliveryDetail } from '../support/feed/event-log';
import { makeImage } from '../support/feed/images';
import { bootSite, type Site } from '../support/site/site';

describe('the fields of a delivery', () => {
  let site: Site;
  beforeAll(async () => {
    site = await bootSite();
  });
  afterAll(() => site?.destroy());

  it('are all in their places, in the draft and in what is published', async () => {
    const image = await makeImage({}, { kind: 'hero', caption: 'A caption' });
    const delivery = makeDelivery({
      event: 'article.status_changed',
      article: {
        status: 'published',
        reviewScore: 8.5,
        qualityFailedChecks: [{ check: 'links', count: 2 }, 'other'],
        heroImageUrl: image.url,
        heroImageAlt: 'The hero',
        images: [image],
        tags: ['Filter Coffee', 'filter  coffee', 'Größe'],
      },
    });
    const { body } = await site.deliver(delivery);
    await site.settle();
    const { article: sent, orgId } = delivery;
    const detail = await deliveryDetail(site, body.data?.deliveryId ?? '');
    expect(detail).toMatchObject({ state: 'applied', issues: [] });

    const same = [
      'title',
      'slug',
      'description',
      'content',
      'tldr',
      'keyTakeaways',
      'keywords',
      'language',
      'articleType',
      'category',
      'frontmatterDate',
      'author',
      'wordCount',
      'readingTimeMinutes',
      'readingTimeText',
      'heroImageAlt',
    ] as const;
    const { contentPlan: plan } = sent;
    const expected = {
      ...Object.fromEntries(same.map((name) => [name, sent[name]])),
      sourceId: sent.id,
      planId: plan.id,
      planItemId: plan.itemId,
      topicClusterId: plan.topicClusterId,
      topicClusterTitle: plan.topicClusterTitle,
      role: plan.role,
      contentRole: plan.contentRole,
      funnelStage: plan.funnelStage,
      primaryKeyword: plan.primaryKeyword,
      plannedForDate: plan.plannedForDate,
      llmsTxt: sent.files.llmTxt.content,
      jsonLd: JSON.parse(sent.files.jsonLd.content) as unknown,
      previousSlugs: [],
      campaign: {
        sourceId: sent.campaignId,
        name: sent.campaign.name,
        language: sent.campaign.language,
        websiteId: sent.campaign.websiteId,
      },
      tags: [
        { name: 'filter coffee', slug: 'filter-coffee' },
        { name: 'Größe', slug: 'groesse' },
      ],
      images: [
        {
          kind: 'hero',
          sourceUrl: image.url,
          alt: image.alt,
          caption: 'A caption',
          contentType: 'image/png',
          byteSize: image.byteSize,
          file: { alternativeText: image.alt, caption: 'A caption' },
        },
      ],
      heroImage: { mime: 'image/png' },
    };
    for (const version of ['draft', 'published'] as const) {
      expect(await shownArticle(site, sent.id, version)).toMatchObject(expected);
    }

    const rows: unknown[] = await site.strapi.db
      .query('plugin::article-receiver.article')
      .findMany({ where: { sourceId: sent.id } });
    expect(rows).toHaveLength(2);
    for (const row of rows) {
      expect(row).toMatchObject({
        orgId,
        sourceStatus: 'published',
        reviewScore: 8.5,
        reviewVerdict: sent.reviewVerdict,
        qualitySummary: sent.qualitySummary,
        qualityFailedChecks: sent.qualityFailedChecks,
        sourceCreatedAt: sent.createdAt,
        sourceUpdatedAt: sent.updatedAt,
        extra: null,
      });
    }
  });

  it('say so where a file is not what the feed says it is', async () => {
    const { files, ...rest } = makeDelivery().article;
    const llmTxt = { ...files.llmTxt, encoding: 'base64' };
    const { body } = await site.deliver(
      makeDelivery({ article: { ...rest, files: { ...files, llmTxt } } }),
    );
    await site.settle();
    const { state, issues } = await deliveryDetail(site, body.data?.deliveryId ?? '');
    expect(state).toBe('applied');
    expect(issues.map(({ path }) => path)).toEqual(['article.files.llmTxt.encoding']);
  });

  it('take long texts whole', async () => {
    const long = 'A sentence that goes on. '.repeat(4_000);
    const delivery = makeDelivery({
      article: {
        title: long.slice(0, 2_000),
        description: long,
        tldr: long,
        author: long,
        content: long,
      },
    });
    await site.deliver(delivery);
    await site.settle();
    const { title, description, tldr, author } = delivery.article;
    expect(await shownArticle(site, delivery.article.id, 'draft')).toMatchObject({
      title,
      description,
      tldr,
      author,
    });
  });
});
