import {
  DEMANDING_TYPES,
  demandingSite,
  type DemandingSite,
  LACKING,
  PUBLISHED,
  publishing,
} from '../support/articles/demanding-site';
import { makeDelivery, nextDelivery } from '../support/feed/deliveries';
import { arrive } from '../support/feed/event-log';
import type { Site } from '../support/site/site';

const DELIVERY = 'plugin::article-receiver.delivery';

describe.each(DEMANDING_TYPES)('the slug of $name that Strapi does not publish', (type) => {
  const { key } = type;
  let articles: DemandingSite;
  let site: Site;

  beforeAll(async () => {
    articles = await demandingSite(type);
    ({ site } = articles);
  });
  afterAll(() => articles?.destroy());

  it('is not taken from another article for what does not come out', async () => {
    const language = { language: 'en' };
    const asked = 'asked-for-by-both';
    await arrive(site, makeDelivery({ article: { ...language, slug: asked } }));
    const newer = makeDelivery({ article: { ...language, slug: 'its-own-by-now' } });
    await arrive(site, newer);
    const older = makeDelivery({
      ...PUBLISHED,
      timestamp: '2020-01-01T00:00:00.000Z',
      article: {
        ...newer.article,
        ...LACKING,
        slug: asked,
        status: 'published',
        updatedAt: '2020-01-01T00:00:00.000Z',
      },
    });
    // Settles: the two would give it to each other for ever.
    await arrive(site, older);
    const parked = await site.strapi.db
      .query(DELIVERY)
      .findOne({ where: { state: 'parked', slug: asked } });
    expect(parked).toMatchObject({ reasonCode: 'publicationLacks' });
  });

  it('is not taken for an older publication that was refused, too: it would be given back for ever', async () => {
    const first = makeDelivery(publishing('Older', { ...LACKING, slug: 'left-by-it' }));
    await arrive(site, first);
    const next = nextDelivery(first, publishing('Newer', { ...LACKING, slug: 'found-by-it' }));
    await arrive(site, next);
    const other = makeDelivery({ article: { slug: 'left-by-it', description: 'There.' } });
    await arrive(site, other);
    expect((await articles.version(other, 'draft'))?.slug).toBe('left-by-it');
    expect(await articles.titles(first)).toEqual({ draft: 'Newer', published: null });
  });

  it('is not taken for what an editor unpublished: it would be given back for ever', async () => {
    const there = { description: 'There.', language: 'en' };
    const first = makeDelivery(publishing('Public', { ...there, slug: 'was-public' }));
    await arrive(site, first);
    const draft = { ...there, title: 'Draft', slug: 'is-no-more', status: 'draft' };
    await arrive(site, nextDelivery(first, { event: 'article.ready', article: draft }));
    const { documentId } = (await articles.version(first, 'published')) ?? {};
    await articles.documents.unpublish({ documentId } as never);
    const other = makeDelivery({ article: { ...there, slug: 'was-public' } });
    await arrive(site, other);
    expect((await articles.version(other, 'draft'))?.slug).toBe('was-public');
    expect(await articles.titles(first)).toEqual({ draft: 'Draft', published: null });
  });

  it('is not taken where an editor gave the article another: it would be given back for ever', async () => {
    const slug = `left-${key.toLowerCase()}`;
    const first = makeDelivery(publishing('Refused', { ...LACKING, slug }));
    await arrive(site, first);
    await articles.edit(first, { slug: `${slug}-own` });
    const other = makeDelivery({ article: { slug } });
    await arrive(site, other);
    expect((await articles.version(first, 'draft'))?.slug).toBe(`${slug}-own`);
    expect((await articles.version(other, 'draft'))?.slug).toBe(slug);
  });

  it('is not taken for an article that somebody deleted: it would be given back for ever', async () => {
    const slug = `deleted-${key.toLowerCase()}`;
    let last = makeDelivery(publishing('Refused', { ...LACKING, slug }));
    await arrive(site, last);
    // It is told of a slug that it had before when that changes hands.
    for (const next of [`${slug}-elsewhere`, slug]) {
      last = nextDelivery(last, publishing('Refused', { ...LACKING, slug: next }));
      await arrive(site, last);
    }
    const { documentId } = (await articles.version(last, 'draft')) ?? {};
    await articles.documents.delete({ documentId } as never);
    const other = makeDelivery({ article: { slug } });
    await arrive(site, other);
    expect((await articles.version(other, 'draft'))?.slug).toBe(slug);
    expect(await articles.version(last, 'draft')).toBeNull();
  });
});
