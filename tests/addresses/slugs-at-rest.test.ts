import { adminApi } from '../support/people/admin-api';
import { atRest } from '../support/site/at-rest';
import {
  makeDelivery,
  nextDelivery,
  type DeliveryOverrides,
  type WireArticle,
  type WireDelivery,
} from '../support/feed/deliveries';
import { quietly } from '../support/log-lines';
import { bootSite, type Site } from '../support/site/site';

const ARTICLE = 'plugin::article-receiver.article';
const STATUS = 'article.status_changed';

/**
 * States in which an article asked another one to make way for a slug that it did not take, or waited
 * for itself: without an end, so that these tests would not come to theirs.
 */
describe('slugs come to rest', () => {
  let site: Site;
  let admin: ReturnType<typeof adminApi>;
  /** What the site's own code does to what is written. */
  let rule: (act: { action: string; params: object }) => void = () => undefined;
  let rest: () => Promise<void>;
  let runs = 0;
  let slug: string;

  beforeAll(async () => {
    site = await bootSite({ pluginConfig: { adopt: 'id-or-slug' } });
    admin = adminApi(site);
    rest = atRest(site);
    site.strapi.documents.use((context, next) => {
      if (context.uid === ARTICLE) rule(context);
      return next();
    });
  });
  beforeEach(() => {
    rule = () => undefined;
    slug = `rest-${String.fromCharCode(97 + (runs += 1))}`;
  });
  afterAll(() => site?.destroy());

  async function arrive(delivery: WireDelivery): Promise<string> {
    const { body } = await site.deliver(delivery);
    await rest();
    return body.data?.deliveryId ?? '';
  }

  const articles = () => site.strapi.documents(ARTICLE);

  const shown = async ({ article }: WireDelivery, status: 'draft' | 'published' = 'draft') =>
    articles().findFirst({ filters: { sourceId: article.id }, status });

  const slugsOf = async (...deliveries: WireDelivery[]) => {
    const found = await Promise.all(deliveries.map((delivery) => shown(delivery)));
    return found.map((entry) => entry?.slug ?? null);
  };

  const publishedSlug = async (delivery: WireDelivery) =>
    (await shown(delivery, 'published'))?.slug ?? null;

  const edit = async (delivery: WireDelivery, data: object) => {
    const { documentId = '' } = (await shown(delivery)) ?? {};
    await articles().update({ documentId, data });
    await rest();
  };

  const byHand = async (delivery: WireDelivery, action: 'publish' | 'unpublish') => {
    const { documentId = '' } = (await shown(delivery)) ?? {};
    if (action === 'publish') await articles().publish({ documentId });
    else await articles().unpublish({ documentId });
    await rest();
  };

  const published = (article: Partial<WireArticle>): DeliveryOverrides => ({
    event: STATUS,
    article: { ...article, status: 'published' },
  });
  const drafted = (article: Partial<WireArticle>): DeliveryOverrides => ({
    event: 'article.ready',
    article: { ...article, status: 'draft' },
  });

  /** An article that nobody knows asks for the slug, and has it in the end. */
  async function isLeftTo(wanted = slug): Promise<WireDelivery> {
    const other = makeDelivery({ article: { slug: wanted } });
    await arrive(other);
    expect(await slugsOf(other)).toEqual([wanted]);
    return other;
  }

  it('where an editor published another one than the feed had published', async () => {
    const first = makeDelivery(published({ slug }));
    const next = nextDelivery(first, drafted({ slug: `${slug}-newer` }));
    await arrive(first);
    await arrive(next);
    await byHand(first, 'publish');
    await isLeftTo();
    expect(await publishedSlug(first)).toBe(`${slug}-newer`);
  });

  it('where the publication waits for a person, and where one said no to it', async () => {
    const first = makeDelivery(published({ slug: `${slug}-first` }));
    await arrive(first);
    await edit(first, { title: 'By an editor' });
    const held = nextDelivery(first, published({ slug, title: 'Held' }));
    const id = await arrive(held);
    expect(await admin.delivery(id)).toMatchObject({ reasonCode: 'publicationHeld' });
    await arrive(nextDelivery(held, drafted({ slug: `${slug}-newer` })));
    const other = await isLeftTo();
    const { documentId = '' } = (await shown(first)) ?? {};
    expect((await admin.post(`/articles/${documentId}/discard`)).status).toBe(202);
    await rest();
    expect(await slugsOf(first, other)).toEqual([`${slug}-newer`, slug]);
    expect(await publishedSlug(first)).toBe(`${slug}-first`);
  });

  it('where the article is a person’s entry, which the feed does not publish', async () => {
    const first = makeDelivery(published({ slug }));
    const data = { sourceId: first.article.id, title: 'Imported', slug };
    await articles().create({ data: data as never });
    await arrive(first);
    await arrive(nextDelivery(first, drafted({ slug: `${slug}-newer` })));
    await isLeftTo();
    expect(await slugsOf(first)).toEqual([`${slug}-newer`]);
    expect(await publishedSlug(first)).toBeNull();
  });

  it('where publishing breaks, again and again', async () => {
    const first = makeDelivery(published({ slug }));
    rule = ({ action }) => {
      if (action === 'publish') throw new Error('the search service is away');
    };
    const id = await arrive(first);
    expect(await admin.delivery(id)).toMatchObject({ state: 'failed' });
    await arrive(nextDelivery(first, drafted({ slug: `${slug}-newer` })));
    const other = await isLeftTo();
    rule = () => undefined;
    await admin.redrive(id);
    expect(await publishedSlug(first)).toBe(slug);
    expect(await slugsOf(other)).toEqual([`${slug}-2`]);
  });

  it('where the draft cannot be written', async () => {
    const language = 'en';
    const first = makeDelivery(published({ slug, language }));
    await arrive(first);
    await byHand(first, 'unpublish');
    const next = nextDelivery(first, drafted({ slug: `${slug}-newer`, language }));
    await arrive(next);
    const other = await isLeftTo();
    const back = nextDelivery(next, drafted({ slug, language }));
    const { documentId } = (await shown(first)) ?? {};
    rule = ({ action, params }) => {
      if (action === 'update' && (params as { documentId?: string }).documentId === documentId)
        throw new Error('the site’s own code broke');
    };
    const id = await quietly(site, () => arrive(back));
    expect(await slugsOf(first, other)).toEqual([`${slug}-newer`, slug]);
    rule = () => undefined;
    await admin.redrive(id);
    expect(await slugsOf(first, other)).toEqual([slug, `${slug}-2`]);
  });

  it('where an editor took an article’s slug away', async () => {
    const [first, second] = [
      makeDelivery({ article: { slug } }),
      makeDelivery({ article: { slug } }),
    ];
    await arrive(first);
    const id = await arrive(second);
    expect(await slugsOf(first, second)).toEqual([slug, `${slug}-2`]);
    await edit(second, { slug: null });
    expect(await slugsOf(first, second)).toEqual([slug, null]);
    const slugIssues = (await admin.delivery(id)).issues.filter(({ code }) => code === 'slugTaken');
    expect(slugIssues).toEqual([]);
  });

  it('where the numbered forms of a long one are cut, and somebody has one of them', async () => {
    const wanted = `${'long-'.repeat(39)}word${slug.at(-1)}`;
    expect(wanted).toHaveLength(200);
    const cut = wanted.slice(0, wanted.lastIndexOf('-'));
    const [first, second, third] = [
      makeDelivery({ article: { slug: wanted } }),
      makeDelivery({ article: { slug: wanted } }),
      makeDelivery({ article: { slug: wanted } }),
    ];
    await articles().create({ data: { title: 'By a person', slug: `${cut}-2` } });
    await arrive(third);
    await arrive(second);
    await arrive(first);
    expect(await slugsOf(first, second, third)).toEqual([wanted, `${cut}-3`, `${cut}-4`]);
  });
});
