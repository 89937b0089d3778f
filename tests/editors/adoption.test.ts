import type { DryRun } from '../../src/plugins/article-receiver/shared/deliveries/jobs';
import type { Operations } from '../../src/plugins/article-receiver/shared/deliveries/operations';
import { adminApi } from '../support/people/admin-api';
import { makeDelivery, nextDelivery, type WireDelivery } from '../support/feed/deliveries';
import { arriveInTurn } from '../support/feed/event-log';
import { makeImage } from '../support/feed/images';
import { ownPosts } from '../support/articles/own-posts';
import { OWN_TYPES, POST_TARGET } from '../support/articles/own-types';
import { bootSite, type Site } from '../support/site/site';

const ARTICLE = 'plugin::article-receiver.article';
const WORD = 'article.status_changed';

let site: Site;
let admin: ReturnType<typeof adminApi>;

const articles = () => site.strapi.documents(ARTICLE);

/** Sends deliveries one after another. @returns the id of the last one. */
const send = (...deliveries: WireDelivery[]): Promise<string> => arriveInTurn(site, ...deliveries);

async function offers(documentId: string): Promise<string[]> {
  return (await admin.suggestionsOf(documentId)).map(({ field }) => field);
}

const published = (article: Partial<WireDelivery['article']> = {}) =>
  makeDelivery({ event: WORD, article: { status: 'published', ...article } });

const allOf = (filters: object, status: 'draft' | 'published' = 'draft') =>
  articles().findMany({ filters: filters as never, status, populate: { tags: true } });

describe('an article that somebody else had made before the receiver knew it', () => {
  beforeAll(async () => {
    site = await bootSite();
    admin = adminApi(site);
  });
  afterAll(() => site?.destroy());

  const imported = async (delivery: WireDelivery, more: object = {}) => {
    const { id, title, slug } = delivery.article;
    const data = { sourceId: id, title: `Imported ${title}`, slug, description: '', ...more };
    return (await articles().create({ data: data as never })).documentId;
  };

  it('keeps every value; empty fields are filled, and what differs is offered', async () => {
    const first = published();
    const documentId = await imported(first, { author: 'Importer' });
    const deliveryId = await send(first);
    const [draft, ...others] = await allOf({ sourceId: first.article.id });
    expect(others).toEqual([]);
    expect(draft).toMatchObject({
      documentId,
      title: `Imported ${first.article.title}`,
      author: 'Importer',
      description: first.article.description,
      tldr: first.article.tldr,
      tags: [{ name: 'coffee' }],
    });
    expect((await offers(documentId)).sort()).toEqual(['author', 'title']);
    expect(await allOf({ sourceId: first.article.id }, 'published')).toEqual([]);
    const { state, issues } = await admin.delivery(deliveryId);
    expect(state).toBe('applied');
    expect(issues).toMatchObject([{ path: 'article.id' }]);
  });

  it('goes on with the service in what it filled', async () => {
    const first = makeDelivery();
    const documentId = await imported(first);
    await send(first, nextDelivery(first, { article: { tldr: 'Newer.', title: 'Newer' } }));
    expect(await allOf({ sourceId: first.article.id })).toMatchObject([
      { title: `Imported ${first.article.title}`, tldr: 'Newer.' },
    ]);
    expect(await offers(documentId)).toEqual(['title']);
    const { body } = await admin.get(`/articles/${documentId}`);
    expect((body as { data: { heldFields: string[] } }).data.heldFields).toEqual(['title']);
  });

  it('stays published as its editors had it, until the service’s word changes', async () => {
    const first = published();
    const documentId = await imported(first);
    await articles().publish({ documentId });
    const second = nextDelivery(first, { article: { tldr: 'Newer.' } });
    await send(first, second);
    expect(await allOf({ sourceId: first.article.id }, 'published')).toMatchObject([
      { tldr: null, title: `Imported ${first.article.title}` },
    ]);
    await send(nextDelivery(second, { article: { status: 'archived' } }));
    expect(await allOf({ sourceId: first.article.id }, 'published')).toEqual([]);
  });

  it('keeps the address that it was published with while somebody takes it offline', async () => {
    const other = makeDelivery();
    const first = makeDelivery();
    await send(other);
    const documentId = await imported(first);
    await articles().publish({ documentId });
    const { slug } = first.article;
    await send(first, nextDelivery(other, { article: { slug } }));
    await articles().unpublish({ documentId });
    await site.settle();
    expect(await allOf({ sourceId: other.article.id })).toMatchObject([{ slug: `${slug}-2` }]);
    expect(await allOf({ sourceId: first.article.id })).toMatchObject([{ slug }]);
  });

  it.each([
    ['in order', false],
    ['in another order', true],
  ])('ends the same when its deliveries arrive %s', async (_order, isReversed) => {
    const first = makeDelivery();
    await imported(first);
    const second = nextDelivery(first, { event: WORD, article: { status: 'published' } });
    await send(...(isReversed ? [second, first] : [first, second]));
    expect(await allOf({ sourceId: first.article.id }, 'published')).toMatchObject([
      { title: `Imported ${first.article.title}`, tldr: first.article.tldr },
    ]);
  });

  it('is another one where it only has the same slug', async () => {
    const first = makeDelivery();
    await imported(first, { sourceId: null });
    await send(first);
    const { slug } = first.article;
    expect(await allOf({ sourceId: first.article.id })).toMatchObject([{ slug: `${slug}-2` }]);
  });

  it('keeps what an earlier installation left, without doubling its tags and campaign', async () => {
    const first = published({ tags: ['left behind'] });
    await send(first);
    const { documentId } = (await allOf({ sourceId: first.article.id }))[0] ?? {};
    await articles().update({ documentId: documentId ?? '', data: { tldr: 'Ours.' } as never });
    for (const name of ['stream', 'log', 'blob', 'delivery', 'projected', 'suggestion']) {
      await site.strapi.db.query(`plugin::article-receiver.${name}`).deleteMany({});
    }
    await send(nextDelivery(first, { article: { tldr: 'Newer.' } }));
    const found = await allOf({ sourceId: first.article.id });
    expect(found).toMatchObject([{ documentId, tldr: 'Ours.', tags: [{ name: 'left behind' }] }]);
    expect(await offers(documentId ?? '')).toEqual(['tldr']);
    const count = (name: string, where: object) =>
      site.strapi.db.query(`plugin::article-receiver.${name}`).count({ where });
    expect(await count('tag', { name: 'left behind' })).toBe(1);
    expect(await count('campaign', { sourceId: first.article.campaignId })).toBe(1);
  });

  it('keeps what an earlier installation left with its images, and what is said of them goes on', async () => {
    const image = await makeImage({ color: '#13579b' }, { kind: 'hero', alt: 'A cup' });
    const images = [image, { ...image, kind: 'inline', url: `${image.url}?again`, alt: 'Again' }];
    const first = published({ images, heroImageUrl: image.url });
    await send(first);
    // Another article with the same image has its own words for it.
    const other = published({ images: [{ ...image, alt: 'Another’s' }] });
    await send(other);
    const populate = { images: true };
    const shown = async ({ article }: WireDelivery) => {
      const filters = { sourceId: article.id };
      const found = await articles().findFirst({ filters, populate } as never);
      const assets = (found as { images?: { documentId: string; alt: string }[] } | null)?.images;
      return { documentId: found?.documentId ?? '', images: assets ?? [] };
    };
    const left = await shown(first);
    for (const name of ['stream', 'log', 'blob', 'delivery', 'projected', 'suggestion']) {
      await site.strapi.db.query(`plugin::article-receiver.${name}`).deleteMany({});
    }
    await send(nextDelivery(other));
    const second = nextDelivery(first);
    await send(second);
    expect(await shown(first)).toEqual(left);
    expect(await offers(left.documentId)).toEqual([]);
    const newer = images.map((one) => (one.kind === 'hero' ? { ...one, alt: 'Two cups' } : one));
    await send(nextDelivery(second, { article: { images: newer } }));
    const ids = left.images.map(({ documentId }) => documentId);
    expect((await shown(first)).images).toMatchObject([
      { documentId: ids[0], alt: 'Two cups' },
      { documentId: ids[1], alt: 'Again' },
    ]);
    expect((await shown(other)).images).toMatchObject([{ alt: 'Another’s' }]);
    const count = await site.strapi.db.query('plugin::article-receiver.media-asset').count();
    expect(count).toBe(3);
  });

  it('goes on with a tag and a campaign that are there, where several deliveries bring them', async () => {
    const first = published({ tags: ['made by hand'] });
    const { id: sourceId, name } = first.article.campaign;
    const tag = await site.strapi
      .documents('plugin::article-receiver.tag')
      .create({ data: { name: 'made by hand', slug: 'by-hand' } as never });
    const campaign = await site.strapi
      .documents('plugin::article-receiver.campaign')
      .create({ data: { sourceId, name: `Our ${name}` } as never });
    const second = nextDelivery(first, { article: { tldr: 'Newer.' } });
    await Promise.all([first, second].map(async (delivery) => site.deliver(delivery)));
    await site.settle();
    const populate = { tags: true, campaign: true };
    const filters = { sourceId: first.article.id };
    expect(await articles().findFirst({ filters, populate } as never)).toMatchObject({
      tldr: 'Newer.',
      tags: [{ documentId: tag.documentId, slug: 'by-hand' }],
      campaign: { documentId: campaign.documentId, name: `Our ${name}`, language: 'en' },
    });
  });

  describe('with adopt: "id-or-slug"', () => {
    beforeAll(() => site.restart({ adopt: 'id-or-slug' }));

    it('goes on with the one that has its slug', async () => {
      const first = makeDelivery();
      const documentId = await imported(first, { sourceId: null });
      await send(first);
      expect(await allOf({ sourceId: first.article.id })).toMatchObject([
        { documentId, title: `Imported ${first.article.title}`, slug: first.article.slug },
      ]);
    });

    it('never takes another article’s', async () => {
      const first = makeDelivery();
      const other = makeDelivery({ article: { slug: first.article.slug } });
      await send(first, other);
      expect(await allOf({ sourceId: other.article.id })).toMatchObject([
        { slug: `${first.article.slug}-2` },
      ]);
    });
  });

  describe('with adopt: "never"', () => {
    beforeAll(() => site.restart({ adopt: 'never' }));

    it('stays as it is, and a new one is made beside it', async () => {
      const first = makeDelivery();
      const documentId = await imported(first);
      await send(first);
      const found = await allOf({ sourceId: first.article.id });
      expect(found).toHaveLength(2);
      const made = found.find((each) => each.documentId !== documentId);
      expect(made).toMatchObject({
        title: first.article.title,
        slug: `${first.article.slug}-2`,
      });
    });
  });
});

describe('an entry of the site’s own type that somebody else had made', () => {
  let posts: ReturnType<typeof ownPosts>;

  beforeAll(async () => {
    site = await bootSite({ types: OWN_TYPES, pluginConfig: { target: POST_TARGET } });
    admin = adminApi(site);
    posts = ownPosts(site);
  });
  afterAll(() => site?.destroy());

  it('keeps every value, in parts of components too', async () => {
    const first = published({ keyTakeaways: ['Feed'] });
    const { documentId } = await site.strapi.documents('api::post.post' as never).create({
      locale: 'en',
      data: {
        feedId: first.article.id,
        title: 'Imported',
        slug: 'imported',
        seo: { metaTitle: 'Imported' },
        takeaways: [{ text: 'Imported' }],
      },
    } as never);
    await posts.send(first);
    expect(await posts.draftOf(first)).toMatchObject({
      documentId,
      title: 'Imported',
      slug: 'imported',
      excerpt: first.article.description,
      seo: { metaTitle: 'Imported', metaDescription: first.article.description },
      takeaways: [{ text: 'Imported' }],
    });
    expect((await offers(documentId)).sort()).toEqual([
      'seo.metaTitle',
      'slug',
      'takeaways',
      'title',
    ]);
    expect(await posts.find(first.article.id, 'published')).toBeNull();
  });

  it('is named before it is taken over: by a trial of the mapping, and by a dry run', async () => {
    await site.restart({});
    const [first, other] = [makeDelivery(), makeDelivery()];
    await send(first, other);
    const create = (data: object) =>
      site.strapi.documents('api::post.post' as never).create({ locale: 'en', data } as never);
    const { documentId } = await create({ feedId: first.article.id, title: 'Mine', slug: 'mine' });
    await create({ feedId: 'art_to_come', title: 'Not delivered yet', slug: 'to-come' });
    await create({ title: 'By hand', slug: other.article.slug });

    const operations = site.strapi.plugin('article-receiver').service('operations') as Operations;
    const body = Buffer.from(JSON.stringify(first));
    const preview = await operations.previewTarget(POST_TARGET, body);
    expect(preview.adopts).toEqual({ documentId, title: 'Mine', by: 'id' });
    expect(preview.values).toContainEqual({ field: 'slug', value: 'mine' });
    expect(preview.adoptable.entries).toContainEqual({
      sourceId: 'art_to_come',
      title: 'Not delivered yet',
    });
    const taken = await operations.previewTarget(POST_TARGET, Buffer.from(JSON.stringify(other)));
    expect(taken.adopts).toBeNull();
    expect(taken.values).toContainEqual({ field: 'slug', value: `${other.article.slug}-2` });

    await site.restart({ target: POST_TARGET, adopt: 'id-or-slug' });
    const { body: dry } = await admin.post('/rebuild', { dryRun: true });
    const { adopt, adoptions } = (dry as { data: DryRun }).data;
    expect(adoptions).toEqual([
      { articleId: first.article.id, documentId, title: 'Mine', by: 'id' },
      expect.objectContaining({ articleId: other.article.id, title: 'By hand', by: 'slug' }),
    ]);
    expect(adopt).toBe(2);
    expect(await posts.draftOf(first)).toMatchObject({ title: 'Mine', excerpt: null });
  });
});
