import { adminApi } from '../../support/people/admin-api';
import { shownArticle } from '../../support/articles/articles';
import { makeDelivery, nextDelivery, type WireDelivery } from '../../support/feed/deliveries';
import { arrive } from '../../support/feed/event-log';
import { makeImage } from '../../support/feed/images';
import { ownPosts } from '../../support/articles/own-posts';
import { OWN_TYPES, POST } from '../../support/articles/own-types';
import { bootSite, type Site } from '../../support/site/site';

interface Input {
  article: Readonly<Record<string, unknown>>;
  item: unknown;
}

const TARGET = {
  type: POST,
  fields: {
    title: 'title',
    slug: 'slug',
    feedId: 'id',
    body: ({ article }: Input) => `# ${String(article.title)}`,
    source: { text: 'https://example.org/{language}/{slug}' },
    note: { text: 'From {campaign.name}, {reviewVerdict}', otherwise: 'From nobody' },
    words: ({ article }: Input) => (article.title as string).split(' ').length,
    excerpt: ({ article }: Input) => (article.tldr as string | null)?.toUpperCase() ?? null,
    cover: ({ article }: Input) => (article.images as unknown[])[1] ?? null,
    keywords: ({ article }: Input) => [...((article.tags as string[]) ?? [])].reverse(),
    takeaways: {
      each: 'keyTakeaways',
      fields: { text: ({ item }: Input) => `* ${String(item)}` },
    },
    author: { from: 'author', match: 'name', unmatched: 'The editors' },
    category: { from: 'category', match: 'name', create: true, table: { brewing: 'At home' } },
    labels: {
      from: ({ article }: Input) => [article.category, article.articleType],
      match: 'label',
      create: true,
    },
  },
};

describe('rules of a site’s own', () => {
  let site: Site;
  let posts: ReturnType<typeof ownPosts>;

  beforeAll(async () => {
    const pluginConfig = { target: TARGET, languageMap: { English: 'en' } };
    site = await bootSite({ types: OWN_TYPES, pluginConfig });
    posts = ownPosts(site);
    await site.strapi.plugin('i18n').service('locales').create({ code: 'de', name: 'German (de)' });
    for (const name of ['The editors', 'Marta Lindqvist']) {
      await site.strapi
        .documents('api::author.author' as never)
        .create({ data: { name }, status: 'published' } as never);
    }
  });
  afterAll(() => site?.destroy());

  it('fill fields with texts, with what functions say, and with another entry than none', async () => {
    const images = [
      await makeImage({ color: '#101010' }, { alt: 'First' }),
      await makeImage({ color: '#202020' }, { alt: 'Second' }),
    ];
    const delivery = makeDelivery({
      article: { title: 'Three small words', images, tags: ['one', 'two'], author: 'Nobody' },
    });
    const deliveryId = await posts.send(delivery);
    const draft = await posts.draftOf(delivery);
    const { slug } = delivery.article;
    expect(draft).toMatchObject({
      body: [{ type: 'heading', children: [{ text: 'Three small words' }] }],
      source: `https://example.org/en/${slug}`,
      note: 'From Home Coffee Guides, PASS',
      words: 3,
      excerpt: 'WATER FIRST.',
      cover: { alternativeText: 'Second' },
      keywords: ['two', 'one'],
      takeaways: [{ text: '* Weigh the water' }],
      author: { name: 'The editors' },
    });
    const labels = draft.labels as { label: string }[];
    expect(labels.map(({ label }) => label).sort()).toEqual(['brewing', 'pillar']);
    expect((await posts.stateOf(deliveryId)).issues).toContain(
      'has no entry whose name is \\"Nobody\\"; \\"The editors\\" was linked instead',
    );
    await posts.send(nextDelivery(delivery, { article: { author: 'marta lindqvist' } }));
    expect(await posts.draftOf(delivery)).toMatchObject({ author: { name: 'Marta Lindqvist' } });
  });

  it('say so where a table has no word for an entry that the service names', async () => {
    const known = makeDelivery({ article: { category: 'Brewing' } });
    expect((await posts.stateOf(await posts.send(known))).issues).not.toContain('notInTable');
    expect(await posts.draftOf(known)).toMatchObject({ category: { name: 'At home' } });
    const unknown = makeDelivery({ article: { category: 'roasting' } });
    expect((await posts.stateOf(await posts.send(unknown))).issues).toContain(
      'the table of category has no entry for it',
    );
    expect(await posts.draftOf(unknown)).toMatchObject({ category: null });
    const none = makeDelivery({ article: { category: '' } });
    expect((await posts.stateOf(await posts.send(none))).issues).not.toContain('notInTable');
  });

  it('use the slug that the entry really has', async () => {
    const first = makeDelivery({ article: { slug: 'twice-the-same' } });
    const second = makeDelivery({ article: { slug: 'twice-the-same' } });
    await posts.send(first, second);
    const { slug, source } = await posts.draftOf(second);
    expect(slug).not.toBe('twice-the-same');
    expect(source).toBe(`https://example.org/en/${slug}`);
    expect((await posts.draftOf(first)).source).toBe('https://example.org/en/twice-the-same');
  });

  it('leave a text out where a value in it is missing', async () => {
    const delivery = makeDelivery({ article: { reviewVerdict: null as never } });
    await posts.send(delivery);
    expect((await posts.draftOf(delivery)).note).toBe('From nobody');
  });

  it('name locales for what the feed calls languages; what none names, the admin decides', async () => {
    const api = adminApi(site);
    const english = makeDelivery({ article: { language: ' ENGLISH' } });
    await posts.send(english);
    expect((await posts.draftOf(english)).title).toBe(english.article.title);

    const german = makeDelivery({ article: { language: 'Deutsch' } });
    const deliveryId = await posts.send(german);
    expect(await api.delivery(deliveryId)).toMatchObject({
      state: 'parked',
      decision: { kind: 'language', word: 'Deutsch', locales: ['en', 'de'], deliveries: 1 },
    });
    const decide = (body: object) => api.post(`/deliveries/${deliveryId}/decide`, body);
    expect((await decide({ locale: 'xx' })).status).toBe(409);
    expect((await decide({ effect: 'draft' })).status).toBe(409);
    const { status, body } = await decide({ locale: 'de' });
    expect([status, body]).toEqual([202, { word: 'Deutsch', locale: 'de', redriven: 1 }]);
    await site.settle();
    expect((await posts.draftOf(german, 'de')).title).toBe(german.article.title);
    const { body: settings } = await api.get('/settings');
    expect(settings).toMatchObject({
      values: { languageMap: { English: 'en', deutsch: 'de' } },
      fixed: expect.arrayContaining(['languageMap.English']) as unknown,
    });
    const next = makeDelivery({ article: { language: 'deutsch' } });
    await posts.send(next);
    expect((await posts.draftOf(next, 'de')).title).toBe(next.article.title);
  });
});

describe('a transform of the plugin’s own Article', () => {
  const transform = ({ article }: Input) => {
    if (article.title === 'Trouble') throw new Error('no trouble here');
    return {
      title: `${String(article.title)} | Example`,
      description: `At /${String(article.slug)}`,
      ...(article.title === 'Odd' ? { wordCount: 'many', keywords: 'tea', slug: 'other' } : {}),
      ...(article.title === 'Beyond'
        ? {
            frontmatterDate: '2026-02-30',
            plannedForDate: '2026-13-01',
            sourceUpdatedAt: '2026-02-30T08:00:00Z',
            wordCount: 3_000_000_000,
          }
        : {}),
    };
  };

  it('is what the log shows as written', async () => {
    const site = await bootSite({ pluginConfig: { transform } });
    const api = adminApi(site);
    const changesOf = async (delivery: WireDelivery) => {
      const { changes } = await api.delivery(await arrive(site, delivery));
      const asked = (changes ?? []).filter(({ field }) => ['title', 'description'].includes(field));
      return asked.map(({ before, after }) => [before, after]);
    };
    await arrive(site, makeDelivery({ article: { slug: 'taken' } }));
    const first = makeDelivery({ article: { title: 'First', slug: 'taken' } });
    expect(await changesOf(first)).toEqual([
      [null, 'First | Example'],
      [null, 'At /taken-2'],
    ]);
    expect(await changesOf(nextDelivery(first, { article: { title: 'Second' } }))).toEqual([
      ['First | Example', 'Second | Example'],
    ]);
    await site.destroy();
  });

  it('changes fields, and leaves the feed’s where it fails or does not fit', async () => {
    const site = await bootSite({ pluginConfig: { transform } });
    const posts = ownPosts(site);
    const shown = async (title: string, slug: string) => {
      const delivery = makeDelivery({ article: { title, slug } });
      const deliveryId = await posts.send(delivery);
      const { issues } = await posts.stateOf(deliveryId);
      return { issues, article: await shownArticle(site, delivery.article.id, 'draft') };
    };
    const plain = await shown('Plain', 'plain');
    expect(plain.article).toMatchObject({ title: 'Plain | Example', description: 'At /plain' });
    const odd = await shown('Odd', 'plain');
    expect(odd.article).toMatchObject({ title: 'Odd | Example', wordCount: 7 });
    expect(odd.article?.description).toBe(`At /${odd.article?.slug}`);
    expect(odd.article?.slug).not.toBe('plain');
    expect(odd.issues).toMatch(/transform: expected a value for a field of type integer/);
    expect(odd.issues).toMatch(/transform: expected a list, an object or a number/);
    expect(odd.article?.keywords).toEqual(plain.article?.keywords);
    expect(odd.issues).toMatch(/\\"slug\\" cannot be changed/);
    const beyond = await shown('Beyond', 'beyond');
    const { frontmatterDate, wordCount } = makeDelivery().article;
    expect(beyond.article).toMatchObject({ title: 'Beyond | Example', frontmatterDate, wordCount });
    for (const name of ['frontmatterDate', 'plannedForDate', 'sourceUpdatedAt', 'wordCount']) {
      expect(beyond.issues).toMatch(new RegExp(`expected a value for .* in \\\\"${name}`));
    }
    const trouble = await shown('Trouble', 'trouble');
    expect(trouble.article).toMatchObject({ title: 'Trouble' });
    expect(trouble.issues).toContain('transform: it failed: no trouble here');
    await site.destroy();
  });

  it('gives texts, lists and times in any form, and nothing that is not there yet', async () => {
    const careless = ({ article }: Input) => {
      const title = String(article.title);
      if (title === 'Later') return Promise.reject(new Error('nobody waits for it'));
      return {
        // In the middle of a character.
        title: title.slice(0, 5),
        keywords: [title.slice(0, 5), new Date(0)],
        extra: title === 'Huge' ? { size: 1n } : null,
        sourceUpdatedAt: '2026-09-14T08:00:00+02:00',
      };
    };
    const site = await bootSite({ pluginConfig: { transform: careless } });
    const posts = ownPosts(site);
    const sent = async (title: string) => {
      const delivery = makeDelivery({ article: { title } });
      const { state, issues } = await posts.stateOf(await posts.send(delivery));
      const article = await shownArticle(site, delivery.article.id, 'draft');
      return { state, issues, title: article?.title, keywords: article?.keywords };
    };
    expect(await sent('Cups😀')).toMatchObject({
      state: 'applied',
      title: 'Cups\ufffd',
      keywords: ['Cups\ufffd', '1970-01-01T00:00:00.000Z'],
    });
    const huge = await sent('Huge');
    expect(huge).toMatchObject({ state: 'applied', title: 'Huge' });
    expect(huge.issues).toContain('transform: \\"extra\\": ');
    const later = await sent('Later');
    expect(later).toMatchObject({ state: 'applied', title: 'Later' });
    expect(later.issues).toContain('transform: it failed: expected a value at once');
    // What was written is what is there.
    const { body } = await adminApi(site).post('/rebuild', { dryRun: true });
    expect(body.data).toMatchObject({ unchanged: 3, failed: [] });
    await site.destroy();
  });

  it.each([
    ['is no function', 'title', /"transform": expected a function/],
    [
      'is not pure',
      () => ({ tldr: String(Math.random()) }),
      /"transform": expected a pure function/,
    ],
    [
      'fails on an article with the least',
      ({ article }: Input) => ({ tldr: (article.tldr as string).trim() }),
      /"transform": the function fails on an article with the least: /,
    ],
    [
      'names what is no field',
      () => ({ titel: 'x' }),
      /"transform": "titel" cannot be changed; did you mean "title"/,
    ],
    ['promises', () => Promise.resolve({}), /"transform": .*no promise/],
  ])('that %s stops the boot and is named', async (_, wrong, message) => {
    await expect(bootSite({ pluginConfig: { transform: wrong } })).rejects.toThrow(message);
  });
});
