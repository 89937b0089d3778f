import { makeDelivery, nextDelivery } from '../../support/feed/deliveries';
import { makeImage } from '../../support/feed/images';
import { ownPosts } from '../../support/articles/own-posts';
import { OWN_TYPES, POST_TARGET } from '../../support/articles/own-types';
import { samples } from '../../support/feed/samples';
import { bootSite, type Site } from '../../support/site/site';

let site: Site;
let posts: ReturnType<typeof ownPosts>;

beforeAll(async () => {
  site = await bootSite({ types: OWN_TYPES, pluginConfig: { target: POST_TARGET } });
  posts = ownPosts(site);
  await site.strapi.plugin('i18n').service('locales').create({ code: 'de', name: 'German (de)' });
});
afterAll(() => site?.destroy());

describe('a content type of the site’s own', () => {
  it('leaves out a tag or category that is too long for its entry, and says so', async () => {
    const long = 'x'.repeat(300);
    const delivery = makeDelivery({ article: { tags: ['Short', long], category: long } });
    const deliveryId = await posts.send(delivery);
    const { state, issues } = await posts.stateOf(deliveryId);
    expect(state).toBe('applied');
    expect(await posts.draftOf(delivery)).toMatchObject({
      labels: [{ label: 'Short' }],
      category: null,
    });
    const said = JSON.parse(issues) as { path: string; message: string }[];
    expect(said.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['article.tags', 'article.category']),
    );
    expect(said.map(({ message }) => message).join()).toContain('at most 255 characters');
  });

  it('shows no line break where lines of Markdown are one paragraph', async () => {
    const content = 'Water first,\nthen the beans.\n\n- Wait\n  for it.  \n  Pour.\n';
    const delivery = makeDelivery({ article: { content } });
    await posts.send(delivery);
    const item = { type: 'list-item', children: [{ type: 'text', text: 'Wait for it.\nPour.' }] };
    expect(await posts.draftOf(delivery)).toMatchObject({
      body: [
        { type: 'paragraph', children: [{ type: 'text', text: 'Water first, then the beans.' }] },
        { type: 'list', children: [item] },
      ],
    });
  });

  it('takes every kind of field', async () => {
    const hero = await makeImage(
      { color: '#123456' },
      { kind: 'hero', alt: 'A pot', caption: 'C' },
    );
    const delivery = makeDelivery({
      article: {
        title: 'How to brew, in words that are far too many for what search engines show of it',
        heroImageUrl: hero.url,
        images: [hero],
        content: `# Brew\n\nWith **care**.\n\n![A pot](${hero.url})\n`,
        tags: ['Coffee', 'coffee', 'Water'],
        reviewScore: 4.5,
      },
    });
    const deliveryId = await posts.send(delivery);
    expect(await posts.stateOf(deliveryId)).toMatchObject({ state: 'applied', reason: null });
    const draft = await posts.draftOf(delivery);
    expect(draft).toMatchObject({
      title: delivery.article.title,
      slug: delivery.article.slug,
      formerSlugs: [],
      excerpt: delivery.article.description,
      kind: 'guide',
      source: 'feed',
      publishedOn: '2026-09-14',
      changedAt: delivery.article.updatedAt,
      words: 7,
      rating: 4.5,
      keywords: ['coffee'],
      isLive: false,
      llms: delivery.article.files.llmTxt.content,
      cover: { alternativeText: 'A pot' },
      gallery: [{ alternativeText: 'A pot' }],
      seo: {
        metaDescription: delivery.article.description,
        noIndex: false,
        image: { alternativeText: 'A pot' },
        social: { heading: delivery.article.contentPlan.primaryKeyword },
      },
      takeaways: [{ text: 'Weigh the water' }],
      sections: [
        { __component: 'blocks.rich-text', body: 'Water first.' },
        { __component: 'blocks.picture', alternative: 'A pot', caption: 'C' },
      ],
      category: { name: 'brewing', slug: 'brewing' },
      author: { name: 'Marta Lindqvist' },
    });
    expect((draft.seo as { metaTitle: string }).metaTitle.length).toBeLessThanOrEqual(60);
    expect((draft.labels as { label: string }[]).map(({ label }) => label).sort()).toEqual([
      'Water',
      'coffee',
    ]);
    expect(draft.body).toMatchObject([
      { type: 'heading', level: 1 },
      {
        type: 'paragraph',
        children: [{ text: 'With ' }, { text: 'care', bold: true }, { text: '.' }],
      },
      { type: 'image', image: { url: (draft.cover as { url: string }).url } },
    ]);
    const issues = (await posts.stateOf(deliveryId)).issues;
    expect(issues).toContain('60 characters');
  });

  it('takes the sample deliveries', async () => {
    for (const { bytes } of samples()) {
      const { status } = await site.deliver(bytes);
      expect(status).toBe(202);
      await site.settle();
    }
    const rows = await site.strapi.db
      .query('plugin::article-receiver.delivery')
      .findMany({ where: { state: 'failed' } });
    expect(rows).toEqual([]);
    for (const { delivery } of samples()) {
      const locale = delivery.article.language.slice(0, 2);
      expect(await posts.find(delivery.article.id, 'draft', locale)).not.toBeNull();
    }
  });

  it('leads to the oldest of several entries with the same name', async () => {
    const authors = site.strapi.documents('api::author.author' as never);
    const made = { name: 'Two Of Them' } as never;
    const oldest = await authors.create({ data: made });
    await authors.create({ data: made });
    const delivery = makeDelivery({ article: { author: 'two of them' } });
    await posts.send(delivery);
    expect((await posts.draftOf(delivery)).author).toMatchObject({
      documentId: oldest.documentId,
    });
  });

  it.each([
    ['Öl und Essig', 'öl und essig'],
    ['Über Uns', 'ÜBER UNS'],
    ['Чай', 'чай'],
    ['éclair', 'Éclair'],
  ])('leads to the site’s own %s for %s', async (name, said) => {
    const labels = site.strapi.documents('api::label.label' as never);
    const { documentId } = await labels.create({ data: { label: name } } as never);
    const delivery = makeDelivery({ article: { tags: [said] } });
    await posts.send(delivery);
    expect((await posts.draftOf(delivery)).labels).toMatchObject([{ documentId, label: name }]);
  });

  it('publishes and unpublishes as the feed says', async () => {
    const first = makeDelivery();
    const published = nextDelivery(first, {
      event: 'article.status_changed',
      article: { status: 'published' },
    });
    await posts.send(first, published);
    expect(await posts.find(first.article.id, 'published')).toMatchObject({
      title: first.article.title,
      isLive: true,
      category: { name: 'brewing' },
      author: { name: 'Marta Lindqvist' },
      seo: { metaTitle: first.article.title },
      takeaways: [{ text: 'Weigh the water' }],
    });
    await posts.send(nextDelivery(published, { article: { status: 'archived' } }));
    expect(await posts.find(first.article.id, 'published')).toBeNull();
    expect(await posts.draftOf(first)).toMatchObject({ isLive: false });
  });
});
