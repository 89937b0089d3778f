import { makeDelivery, nextDelivery, type WireDelivery } from '../support/feed/deliveries';
import { makeImage } from '../support/feed/images';
import { bootSite, type Site } from '../support/site/site';
import { until } from '../support/until';
import { holdUploads } from '../support/feed/upload-gate';

const ARTICLE = 'plugin::article-receiver.article';
const CAMPAIGN = 'plugin::article-receiver.campaign';
const TAG = 'plugin::article-receiver.tag';
const FILE = 'plugin::upload.file';

/** Several articles are worked at in one process, at the same time. */
describe('articles that are projected at once', () => {
  let site: Site;
  beforeAll(async () => {
    site = await bootSite();
  });
  afterAll(() => site?.destroy());

  const accept = async (delivery: WireDelivery) =>
    expect((await site.deliver(delivery)).status).toBe(202);
  const articleOf = (delivery: WireDelivery) =>
    site.strapi.db.query(ARTICLE).findOne({
      where: { sourceId: delivery.article.id },
      populate: ['campaign', 'tags', 'heroImage'],
    }) as Promise<Record<string, { documentId: string; id: number }> | null>;
  const picture = (color: string) =>
    makeImage(
      { color, width: 60, height: 40 },
      { kind: 'hero', url: `https://cdn.example.com/${color.slice(1)}.png` },
    );
  const withHero = async (color: string, more: object = {}) => {
    const hero = await picture(color);
    return makeDelivery({ article: { images: [hero], heroImageUrl: hero.url, ...more } });
  };

  it('do not wait for the image of one that is on its way to the storage', async () => {
    const gate = holdUploads(site);
    const slow = await withHero('#101010');
    await accept(slow);
    await gate.reached;
    const others = [makeDelivery(), makeDelivery(), makeDelivery()];
    for (const other of others) await accept(other);
    await until('the others to be there', async () => {
      const found = await Promise.all(others.map(articleOf));
      return found.every((article) => article !== null);
    });
    expect(await articleOf(slow)).toBeNull();
    gate.open();
    await site.settle();
    expect(await articleOf(slow)).toMatchObject({
      heroImage: { id: expect.any(Number) as number },
    });
  });

  it('make one campaign and one tag between them, and one file of one image', async () => {
    const campaign = { id: 'cmp_together', name: 'Together', language: 'en', websiteId: 'w1' };
    const more = { campaign, campaignId: campaign.id, tags: ['Together'] };
    const files = await site.strapi.db.query(FILE).count();
    const gate = holdUploads(site);
    // Each has looked for the campaign, and found none, before any of them makes it.
    const [first, second] = [await withHero('#202020', more), await withHero('#303030', more)];
    const same = makeDelivery({
      article: { ...more, images: first.article.images, heroImageUrl: first.article.heroImageUrl },
    });
    for (const delivery of [first, second, same]) await accept(delivery);
    await gate.reached;
    gate.open();
    await site.settle();
    const articles = await Promise.all([first, second, same].map(articleOf));
    const campaigns = await site.strapi.db
      .query(CAMPAIGN)
      .findMany({ where: { sourceId: campaign.id } });
    const tags = await site.strapi.db.query(TAG).findMany({ where: { name: 'Together' } });
    expect([campaigns.length, tags.length]).toEqual([1, 1]);
    for (const article of articles) {
      expect(article?.campaign?.documentId).toBe(campaigns[0]?.documentId);
      expect(article?.tags).toMatchObject([{ documentId: tags[0]?.documentId as string }]);
    }
    expect(await site.strapi.db.query(FILE).count()).toBe(files + 2);
    expect(articles[2]?.heroImage?.id).toBe(articles[0]?.heroImage?.id);
  });

  it('have as many images as a delivery may bring, more than a statement takes', async () => {
    const image = await picture('#404040');
    const images = Array.from({ length: 520 }, (_, n) => ({
      ...image,
      url: `${image.url}?n=${n}`,
    }));
    const delivery = makeDelivery({ article: { images, tags: [] } });
    await accept(delivery);
    await site.settle();
    const where = { sourceUrl: { $startsWith: `${image.url}?` } };
    const asset = 'plugin::article-receiver.media-asset';
    expect(await site.strapi.db.query(asset).count({ where })).toBe(520);
    await accept(nextDelivery(delivery));
    await site.settle();
    expect(await site.strapi.db.query(asset).count({ where })).toBe(520);
  });
});
