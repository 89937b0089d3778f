import { apiTokenOf } from '../support/articles/articles';
import { makeDelivery, nextDelivery, type WireDelivery } from '../support/feed/deliveries';
import { makeImage } from '../support/feed/images';
import { openToThePublic } from '../support/people/public-reading';
import { bootSite, type Site } from '../support/site/site';

const API = '/api/article-receiver';
const PRIVATE = [
  'orgId',
  'sourceStatus',
  'reviewScore',
  'reviewVerdict',
  'qualitySummary',
  'qualityFailedChecks',
  'sourceCreatedAt',
  'sourceUpdatedAt',
  'extra',
];
const PUBLIC = [
  'sourceId',
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
  'planId',
  'planItemId',
  'topicClusterId',
  'topicClusterTitle',
  'role',
  'contentRole',
  'funnelStage',
  'primaryKeyword',
  'plannedForDate',
  'jsonLd',
  'llmsTxt',
  'previousSlugs',
];
const STRAPI_OWN = ['id', 'documentId', 'createdAt', 'updatedAt', 'publishedAt'];

interface List {
  data: Record<string, unknown>[];
  meta: { pagination: { page: number; pageSize: number; pageCount: number; total: number } };
}

async function readToken(site: Site): Promise<string> {
  const { accessKey } = await site.strapi.service('admin::api-token').create({
    name: 'reader',
    description: '',
    type: 'read-only',
    lifespan: null,
  });
  return accessKey;
}

describe('the Content API', () => {
  let site: Site;
  let published: WireDelivery;
  let draft: WireDelivery;
  let documentIds: { published: string; draft: string };

  const get = async (path: string, token?: string) => {
    const request = site.request.get(`${API}${path}`);
    return token ? request.set('Authorization', `Bearer ${token}`) : request;
  };
  const list = async (path: string): Promise<List> => {
    const response = await get(path, await apiTokenOf(site));
    expect([path, response.status]).toEqual([path, 200]);
    return response.body as List;
  };

  beforeAll(async () => {
    site = await bootSite({ env: { PUBLIC_URL: 'https://blog.example.org' } });
    await openToThePublic(site);
    const hero = await makeImage(
      { color: '#aa3300' },
      { kind: 'hero', url: 'https://cdn.example.com/h.png' },
    );
    const event = 'article.status_changed';
    published = makeDelivery({
      event,
      article: {
        title: 'Zebra',
        status: 'published',
        reviewScore: 0.5,
        images: [hero],
        heroImageUrl: hero.url,
        tags: ['Filter Coffee', 'Grinding'],
        content: `![A picture](${hero.url})`,
      },
    });
    draft = makeDelivery({ article: { title: 'Secret draft', reviewVerdict: 'HIDDEN-VERDICT' } });
    const other = makeDelivery({
      event,
      article: { title: 'Aardvark', status: 'published', language: 'de' },
    });
    const revision = nextDelivery(published, {
      event: 'article.ready',
      article: { title: 'Secret revision', status: 'draft' },
    });
    for (const delivery of [published, draft, other, revision]) await site.deliver(delivery);
    await site.settle();
    const { data } = await list('/articles?status=draft&fields=sourceId');
    const idOf = ({ article }: WireDelivery) =>
      String(data.find(({ sourceId }) => sourceId === article.id)?.documentId);
    documentIds = { published: idOf(published), draft: idOf(draft) };
  });
  afterAll(() => site?.destroy());

  it('lists, sorts, filters, selects and pages as Strapi does', async () => {
    expect((await list('/articles?sort=title')).data.map(({ title }) => title)).toEqual([
      'Aardvark',
      'Zebra',
    ]);
    expect((await list('/articles?sort=title:desc&fields=title')).data[0]).toEqual({
      id: expect.any(Number),
      documentId: documentIds.published,
      title: 'Zebra',
    });
    const german = await list('/articles?filters[language]=de');
    expect(german.data.map(({ title }) => title)).toEqual(['Aardvark']);
    const byTag = await list('/articles?filters[tags][name][$eqi]=filter%20coffee');
    expect(byTag.data.map(({ title }) => title)).toEqual(['Zebra']);
    const page = await list('/articles?sort=title&pagination[page]=2&pagination[pageSize]=1');
    expect(page.data.map(({ title }) => title)).toEqual(['Zebra']);
    expect(page.meta.pagination).toEqual({ page: 2, pageSize: 1, pageCount: 2, total: 2 });
  });

  it('shows the attributes of the contract, and no others', async () => {
    const { data } = await list('/articles?filters[title]=Zebra&populate=*');
    const relations = ['tags', 'campaign', 'images', 'heroImage'];
    expect(Object.keys(data[0] ?? {}).sort()).toEqual(
      [...STRAPI_OWN, ...PUBLIC, ...relations].sort(),
    );
    const keys = async (path: string) =>
      Object.keys((await list(path)).data[0] ?? {})
        .filter((key) => !STRAPI_OWN.includes(key))
        .sort();
    expect(await keys('/campaigns')).toEqual(['language', 'name', 'sourceId', 'websiteId']);
    expect(await keys('/tags')).toEqual(['name', 'slug']);
    expect(await keys('/media-assets?populate=file')).toEqual([
      'alt',
      'byteSize',
      'caption',
      'contentType',
      'digest',
      'file',
      'kind',
      'sourceUrl',
    ]);
  });

  it('answers a single entry of each type', async () => {
    for (const type of ['campaigns', 'media-assets', 'tags', 'articles']) {
      const [first] = (await list(`/${type}`)).data;
      const response = await get(`/${type}/${String(first?.documentId)}`, await apiTokenOf(site));
      expect((response.body as { data: unknown }).data).toEqual(first);
    }
  });

  it('is read-only', async () => {
    const token = await apiTokenOf(site);
    for (const type of ['articles', 'campaigns', 'media-assets', 'tags']) {
      for (const method of ['post', 'put', 'delete'] as const) {
        const path = `${API}/${type}${method === 'post' ? '' : `/${documentIds.published}`}`;
        const response = await site.request[method](path)
          .set('Authorization', `Bearer ${token}`)
          .send({ data: {} });
        expect([404, 405]).toContain(response.status);
      }
    }
  });

  it.each(PRIVATE)('never shows %s, whatever is asked', async (name) => {
    const reader = await readToken(site);
    const quiet = [`/articles?fields=${name}`, `/articles?fields[0]=title&fields[1]=${name}`];
    const telling = [
      `/articles?filters[${name}][$notNull]=true`,
      `/articles?filters[$or][0][${name}][$null]=true`,
      `/articles?sort=${name}`,
      `/articles?sort[0][${name}]=asc`,
      `/articles?populate=${name}`,
    ];
    for (const token of [undefined, reader, await apiTokenOf(site)]) {
      for (const path of quiet) {
        const { status, text } = await get(path, token);
        expect([200, 400]).toContain(status);
        expect(text).not.toContain(`"${name}":`);
      }
      for (const path of telling)
        expect([path, (await get(path, token)).status]).toEqual([path, 400]);
    }
    await site.strapi.db.query('admin::api-token').deleteMany({ where: { name: 'reader' } });
  });

  it.each(['the public', 'a read-only token'])('shows no draft to %s by itself', async (reader) => {
    const isPublic = reader === 'the public';
    const token = isPublic ? undefined : await readToken(site);
    const asking = [
      '/articles?status=draft',
      '/articles?status=anything',
      '/articles?status[]=draft',
      '/articles?status=',
      `/articles/${documentIds.draft}?status=draft`,
      `/articles/${documentIds.published}?status=draft`,
    ];
    const { draft: draftId, published: publishedId } = documentIds;
    expect((await get('/articles', token)).status).toBe(200);
    for (const path of [
      '/articles',
      ...(isPublic ? asking : []),
      '/articles?publicationState=preview',
      '/articles?filters[publishedAt][$null]=true',
      `/articles/${draftId}`,
      `/articles/${publishedId}`,
      '/tags?populate=*',
      '/campaigns?populate=*',
      '/media-assets?populate[file][populate]=*',
      '/media-assets?populate[file][populate]=related',
      '/media-assets?filters[file][related][title][$contains]=Secret',
      '/articles?populate[heroImage][populate]=*',
      '/articles?populate[images][populate][file][populate]=*',
      '/tags?populate[articles]=true',
      `/articles/${draft.article.slug}/llms.txt`,
      `/articles/${draft.article.slug}/json-ld`,
    ]) {
      const { text } = await get(path, token);
      expect([path, /Secret (draft|revision)/.exec(text)?.[0]]).toEqual([path, undefined]);
    }
    await site.strapi.db.query('admin::api-token').deleteMany({ where: { name: 'reader' } });
  });

  it('shows drafts to a token that asks for them', async () => {
    const token = await readToken(site);
    const { text } = await get(`/articles/${documentIds.draft}?status=draft`, token);
    expect(text).toContain('Secret draft');
    await site.strapi.db.query('admin::api-token').deleteMany({ where: { name: 'reader' } });
    const { data } = await list('/articles?status=draft&sort=title');
    expect(data.map(({ title }) => title)).toEqual(['Aardvark', 'Secret draft', 'Secret revision']);
  });

  it('asks who reads, like every other type', async () => {
    await site.strapi.db.query('plugin::users-permissions.permission').deleteMany({
      where: { action: { $startsWith: 'plugin::article-receiver.article' } },
    });
    for (const path of ['/articles', `/articles/${published.article.slug}/llms.txt`]) {
      expect([path, (await get(path)).status]).toEqual([path, 403]);
    }
    await openToThePublic(site);
    expect((await get('/articles')).status).toBe(200);
  });

  it('serves the two files of a published article, with their types', async () => {
    const { slug } = published.article;
    const llms = await get(`/articles/${slug}/llms.txt`);
    expect(llms.status).toBe(200);
    expect(llms.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(llms.text).toBe(published.article.files.llmTxt.content);
    const jsonLd = await get(`/articles/${slug}/json-ld`);
    expect(jsonLd.headers['content-type']).toBe('application/ld+json');
    expect(jsonLd.body as unknown).toEqual(JSON.parse(published.article.files.jsonLd.content));
  });

  it.each(['llms.txt', 'json-ld'])(
    'answers 404 for the %s of what is not published',
    async (file) => {
      const token = await apiTokenOf(site);
      for (const slug of [draft.article.slug, 'never-heard-of', '%2e%2e']) {
        expect([slug, (await get(`/articles/${slug}/${file}`, token)).status]).toEqual([slug, 404]);
      }
    },
  );

  it("makes addresses in the content absolute where the site's address is set", async () => {
    const { data } = await list('/articles?filters[title]=Zebra');
    expect(data[0]?.content).toMatch(
      /^!\[A picture\]\(https:\/\/blog\.example\.org\/uploads\/[\w-]+\.png\)/,
    );
  });
});
