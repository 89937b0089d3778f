import { makeDelivery, nextWord } from '../support/feed/deliveries';
import { makeImage } from '../support/feed/images';
import { textOf } from '../support/pages';
import { openToThePublic } from '../support/people/public-reading';
import { bootSite, type Site } from '../support/site/site';

interface Entry {
  title: string;
  [field: string]: unknown;
}

interface List {
  data: Entry[];
  meta: { pagination: { page: number; pageCount: number; total: number } };
}

const CLUSTER = 'cluster_a';

/** What front ends ask for, on whatever database the tests run on. */
describe("a front end's queries", () => {
  let site: Site;
  let campaignId: string;

  const list = async (query: string): Promise<List> => {
    const response = await site.request.get(`/api/article-receiver/articles?${query}`);
    expect([query, response.status]).toEqual([query, 200]);
    return response.body as List;
  };
  const titles = async (query: string) => (await list(query)).data.map(({ title }) => title);

  beforeAll(async () => {
    site = await bootSite();
    await openToThePublic(site);
    const hero = await makeImage({ color: '#224466' }, { kind: 'hero', url: 'https://x.io/a.png' });
    const event = 'article.status_changed';
    const base = makeDelivery().article;
    campaignId = base.campaignId;
    const articles = [
      {
        title: 'Alpha',
        tags: ['Grinding', 'Water'],
        category: 'brewing',
        language: 'en',
        frontmatterDate: '2026-01-03',
        campaignId,
        campaign: base.campaign,
        contentPlan: { ...base.contentPlan, topicClusterId: CLUSTER },
        images: [hero],
        heroImageUrl: hero.url,
      },
      {
        title: 'Beta',
        tags: ['Water'],
        category: 'brewing',
        language: 'de',
        frontmatterDate: '2026-01-02',
      },
      {
        title: 'Gamma',
        tags: ['Beans'],
        category: 'Röstung',
        language: 'en-GB',
        frontmatterDate: '2026-01-01',
        campaignId,
        campaign: base.campaign,
      },
    ];
    for (const article of articles) {
      await site.deliver(makeDelivery({ event, article: { status: 'published', ...article } }));
    }
    await site.settle();
  });
  afterAll(() => site?.destroy());

  it.each([
    ['tag', 'filters[tags][name]=Water', ['Alpha', 'Beta']],
    ['slug of a tag', 'filters[tags][slug]=beans', ['Gamma']],
    [
      'several tags',
      'filters[tags][name][$in]=Beans&filters[tags][name][$in]=Grinding',
      ['Alpha', 'Gamma'],
    ],
    ['category', 'filters[category]=brewing', ['Alpha', 'Beta']],
    ['category beyond ASCII', 'filters[category]=R%C3%B6stung', ['Gamma']],
    ['cluster', `filters[topicClusterId]=${CLUSTER}`, ['Alpha']],
    ['language', 'filters[language]=en', ['Alpha']],
    ['language and its regions', 'filters[language][$startsWith]=en', ['Alpha', 'Gamma']],
    ['two things at once', 'filters[category]=brewing&filters[language]=de', ['Beta']],
    ['date', 'filters[frontmatterDate][$gte]=2026-01-02', ['Alpha', 'Beta']],
    ['nothing that fits', 'filters[tags][name]=Tea', []],
  ])('filters by %s', async (_name, query, expected) => {
    expect(await titles(`${query}&sort=title`)).toEqual(expected);
  });

  it('takes what the page for front ends says', async () => {
    const [, table = ''] = textOf('docs/front-ends.md').split(/^\| -+ \| -+ \|\n/m);
    const [rows = ''] = table.split('\n\n');
    const asked = [...rows.matchAll(/`([^`]+)`/g)].map(([, query = '']) =>
      query.replace(/^\[/, 'filters['),
    );
    expect(asked.length).toBeGreaterThan(9);
    for (const query of asked) await list(encodeURI(query));
    // A parameter that the site does not know is refused.
    const wrong = await site.request.get('/api/article-receiver/articles?filters[nonsense]=1');
    expect(wrong.status).toBe(400);
  });

  it('filters by campaign', async () => {
    expect(await titles(`filters[campaign][sourceId]=${campaignId}&sort=title`)).toEqual([
      'Alpha',
      'Gamma',
    ]);
  });

  it('sorts both ways', async () => {
    expect(await titles('sort=frontmatterDate')).toEqual(['Gamma', 'Beta', 'Alpha']);
    expect(
      await titles('sort[0]=category:asc&sort[1]=title:desc&filters[category]=brewing'),
    ).toEqual(['Beta', 'Alpha']);
  });

  it('pages', async () => {
    const query = 'sort=title&pagination[pageSize]=2&pagination[page]=';
    expect(await titles(`${query}1`)).toEqual(['Alpha', 'Beta']);
    expect(await titles(`${query}2`)).toEqual(['Gamma']);
    expect((await list(`${query}2`)).meta.pagination).toMatchObject({
      page: 2,
      pageCount: 2,
      total: 3,
    });
  });

  it('gives all that stayed to whoever asks for those behind the last one, whatever happens meanwhile', async () => {
    const category = 'read-through';
    const article = { category, status: 'published', frontmatterDate: '2026-02-01' };
    const event = 'article.status_changed';
    const all = Array.from({ length: 6 }, () => makeDelivery({ event, article }));
    for (const one of all) await site.deliver(one);
    await site.settle();
    const behind = async (last: string) => {
      const query = `filters[category]=${category}&sort=documentId&pagination[pageSize]=2`;
      return (await list(`${query}&filters[documentId][$gt]=${last}`)).data;
    };
    const read = await behind('');
    const ofArticle = ({ sourceId }: Entry) => all.find((one) => one.article.id === sourceId);
    const [offline = makeDelivery(), newer = makeDelivery()] = read.flatMap(
      (entry) => ofArticle(entry) ?? [],
    );
    await site.deliver(nextWord(offline, 'archived'));
    await site.deliver(nextWord(newer, 'published', { title: 'Newer' }));
    await site.settle();
    for (let more = read; more.length > 0; read.push(...more)) {
      more = await behind(String(read.at(-1)?.documentId));
    }
    expect(read.map(({ sourceId }) => sourceId).sort()).toEqual(
      all.map((one) => one.article.id).sort(),
    );
  });

  it('populates what belongs to an article', async () => {
    const { data } = await list(
      'filters[title]=Alpha&populate[0]=heroImage&populate[1]=tags&populate[2]=campaign&populate[3]=images.file',
    );
    expect(data).toHaveLength(1);
    const [article] = data as [Entry];
    expect((article.tags as Entry[]).map(({ name }) => name).sort()).toEqual(['Grinding', 'Water']);
    expect(article.campaign).toMatchObject({ sourceId: campaignId });
    expect(article.heroImage).toMatchObject({
      url: expect.stringMatching(/^\/uploads\//) as string,
    });
    expect(article.images).toEqual([
      expect.objectContaining({
        kind: 'hero',
        file: expect.objectContaining({ mime: 'image/png' }) as object,
      }),
    ]);
  });

  it('leaves out what was not asked for', async () => {
    const [article] = (await list('fields[0]=title&filters[title]=Alpha')).data as [Entry];
    expect(article).toHaveProperty('title');
    expect(article).not.toHaveProperty('content');
    expect(article).not.toHaveProperty('tags');
  });
});
