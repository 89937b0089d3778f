import { apiTokenOf } from '../support/articles/articles';
import { contentManager } from '../support/people/content-manager';
import { makeDelivery, nextDelivery } from '../support/feed/deliveries';
import { ownPosts } from '../support/articles/own-posts';
import { OWN_TYPES, POST, POST_TARGET } from '../support/articles/own-types';
import { bootSite, type Site } from '../support/site/site';

const PATH = '/api/article-receiver/redirects';

interface Answer {
  data: { from: string; to: string; status: number }[];
  meta: { pagination: object };
}

const published = (slug: string, language = 'en') =>
  makeDelivery({
    event: 'article.status_changed',
    article: { slug, language, status: 'published' },
  });

describe.each([
  ['the plugin’s own type', {}],
  ['a type of the site’s own', { types: OWN_TYPES }],
])('redirects with %s', (name, { types }: { types?: string }) => {
  let site: Site;
  const read = async (query = '') =>
    site.request.get(PATH + query).set('Authorization', `Bearer ${await apiTokenOf(site)}`);

  beforeAll(async () => {
    const target = types ? { target: POST_TARGET } : {};
    const articleUrl = 'https://blog.example.org/{language}/posts/{slug}';
    site = await bootSite({ types, pluginConfig: { ...target, articleUrl } });
    const { send } = ownPosts(site);
    const first = published('first-a');
    const second = nextDelivery(first, { article: { slug: 'first-b' } });
    const back = published('back-a');
    const away = nextDelivery(back, { article: { slug: 'back-b' } });
    const draft = makeDelivery({ article: { slug: 'draft-a' } });
    await send(first, second, nextDelivery(second, { article: { slug: 'first-c' } }));
    await send(back, away, nextDelivery(away, { article: { slug: 'back-a' } }));
    await send(draft, nextDelivery(draft, { article: { slug: 'draft-b' } }), published('still'));
  });
  afterAll(() => site?.destroy());

  it('lead from each former slug straight to the present one, page by page', async () => {
    const { body } = (await read()) as { body: Answer };
    expect(body).toEqual({
      data: expect.arrayContaining([
        { from: 'first-a', to: 'first-c', status: 301 },
        { from: 'first-b', to: 'first-c', status: 301 },
        { from: 'back-b', to: 'back-a', status: 301 },
      ]) as unknown,
      meta: { pagination: { page: 1, pageSize: 25, pageCount: 1, total: 3 } },
    });
    const page = (await read('?pagination[page]=2&pagination[pageSize]=2')).body as Answer;
    expect(page.data).toEqual(body.data.slice(2));
    expect(page.meta.pagination).toEqual({ page: 2, pageSize: 2, pageCount: 2, total: 3 });
  });

  it('come from a place in the list, and uncounted, as Strapi’s own lists do', async () => {
    const { data } = (await read()).body as Answer;
    const of = async (query: string) => {
      const { body } = (await read(`?${query}`)) as { body: Answer };
      return [body.data, body.meta.pagination];
    };
    expect(await of('pagination[start]=1&pagination[limit]=1')).toEqual([
      data.slice(1, 2),
      { start: 1, limit: 1, total: 3 },
    ]);
    expect(await of('pagination[start]=2')).toEqual([
      data.slice(2),
      { start: 2, limit: 25, total: 3 },
    ]);
    expect(await of('pagination[limit]=-1')).toEqual([data, { start: 0, limit: 100, total: 3 }]);
    expect(
      await of('pagination[page]=2&pagination[pageSize]=2&pagination[withCount]=false'),
    ).toEqual([data.slice(2), { page: 2, pageSize: 2 }]);
    expect(await of('pagination[limit]=2&pagination[withCount]=0')).toEqual([
      data.slice(0, 2),
      { start: 0, limit: 2 },
    ]);
    for (const wrong of ['page]=1&pagination[start]=1', 'page]=1.5', 'limit]=x', 'withCount]=x']) {
      expect([wrong, (await read(`?pagination[${wrong}`)).status]).toEqual([wrong, 400]);
    }
  });

  it('come in the forms that hosts take', async () => {
    const { text } = await read('?format=netlify');
    expect(text.trim().split('\n').sort()).toEqual([
      '/en/posts/back-b  /en/posts/back-a  301',
      '/en/posts/first-a  /en/posts/first-c  301',
      '/en/posts/first-b  /en/posts/first-c  301',
    ]);
    expect((await read('?format=nginx&path=/a/{slug}')).text).toContain(
      'location = "/a/back-b" { return 301 "/a/back-a"; }\n',
    );
    expect((await read('?format=vercel')).body).toMatchObject({
      redirects: expect.arrayContaining([
        { source: '/en/posts/first-a', destination: '/en/posts/first-c', permanent: true },
      ]) as unknown,
    });
    const paths = ['/a', '/{lang}/{slug}', '/{{slug}}', '//a/{slug}'];
    for (const wrong of [
      ...paths.map((path) => `?format=nginx&path=${path}`),
      ...['?format=apache', '?pagination[page]=x'],
    ]) {
      expect([wrong, (await read(wrong)).status]).toEqual([wrong, 400]);
    }
  });

  it('are for whoever may list the articles', async () => {
    expect((await site.request.get(PATH)).status).toBe(403);
  });

  it('and the list for language models go by one address', async () => {
    const list = await site.request
      .get('/api/article-receiver/llms.txt')
      .set('Authorization', `Bearer ${await apiTokenOf(site)}`);
    expect(list.text).toContain('(https://blog.example.org/en/posts/first-c)');
    expect(list.text).toMatch(/^# blog\.example\.org/);
    expect(name).not.toBe('');
  });

  describe('from an address that an editor gave up', () => {
    const uid = types ? POST : 'plugin::article-receiver.article';
    const locale = types ? 'en' : undefined;
    const pairs = async () => {
      const { data } = (await read('?pagination[pageSize]=100')).body as Answer;
      return data.map(({ from, to }) => `${from} > ${to}`);
    };
    const made = async (word: object, slug: string) => {
      const first = makeDelivery({ ...word, article: { slug, status: 'published' } });
      await ownPosts(site).send(first);
      const entries = site.strapi.documents(uid as never);
      const { documentId } = (await entries.findFirst({ filters: { slug } } as never)) as {
        documentId: string;
      };
      const forms = contentManager(site, uid);
      const save = async (changes: object, publish = true) => {
        await forms.save(await forms.open(documentId, locale), { ...changes }, { locale, publish });
        await site.settle();
      };
      return { first, save };
    };

    it('lead to the one that they published', async () => {
      const { first, save } = await made({ event: 'article.status_changed' }, 'hand-a');
      await save({ slug: 'hand-b' });
      expect(await pairs()).toContain('hand-a > hand-b');
      await save({ slug: 'hand-c' }, false);
      expect(await pairs()).toContain('hand-a > hand-b');
      await save({});
      expect(await pairs()).toEqual(
        expect.arrayContaining(['hand-a > hand-c', 'hand-b > hand-c']) as unknown,
      );
      const next = { event: 'article.status_changed', article: { title: 'Newer' } };
      await ownPosts(site).send(nextDelivery(first, next));
      expect(await pairs()).toEqual(
        expect.arrayContaining(['hand-a > hand-c', 'hand-b > hand-c']) as unknown,
      );
    });

    it('lead to the newer one of the service that they published', async () => {
      const { first, save } = await made({ event: 'article.status_changed' }, 'word-a');
      const newer = { event: 'article.ready', article: { slug: 'word-b', status: 'draft' } };
      await ownPosts(site).send(nextDelivery(first, newer));
      await save({ title: 'By a person' });
      expect(await pairs()).toContain('word-a > word-b');
    });

    it('lead there also where only editors published', async () => {
      const { save } = await made({ event: 'article.ready' }, 'theirs-a');
      await save({});
      await save({ slug: 'theirs-b' });
      expect(await pairs()).toContain('theirs-a > theirs-b');
    });
  });
});

it('redirects lead from each address where articles of two languages had one slug', async () => {
  const articleUrl = 'https://blog.example.org/{language}/{slug}';
  const site = await bootSite({ pluginConfig: { articleUrl } });
  try {
    const read = async (query = '') =>
      site.request.get(PATH + query).set('Authorization', `Bearer ${await apiTokenOf(site)}`);
    const { send } = ownPosts(site);
    const english = published('ratio');
    await send(english, nextDelivery(english, { article: { slug: 'brew-ratio' } }));
    const german = published('ratio', 'de');
    await send(german, nextDelivery(german, { article: { slug: 'verhaeltnis' } }));
    expect((await read('?format=netlify')).text.trim().split('\n').sort()).toEqual([
      '/de/ratio  /de/verhaeltnis  301',
      '/en/ratio  /en/brew-ratio  301',
    ]);
    // Where the address does not say the language, each is there once.
    const { text } = await read('?format=netlify&path=/{slug}');
    expect(text).toBe('/ratio  /verhaeltnis  301\n');
    expect((await read()).body).toMatchObject({
      data: [{ from: 'ratio', to: 'verhaeltnis', status: 301 }],
      meta: { pagination: { total: 1 } },
    });
  } finally {
    await site.destroy();
  }
});

describe('the list of redirects', () => {
  let site: Site;

  beforeAll(async () => {
    site = await bootSite();
    let delivery = published('one');
    // As many tags as there will be former slugs.
    delivery.article.tags = ['a', 'b', 'c'];
    await site.deliver(delivery);
    await site.settle();
    for (const slug of ['two', 'three', 'four']) {
      delivery = nextDelivery(delivery, { article: { slug } });
      await site.deliver(delivery);
      await site.settle();
    }
  });
  afterAll(() => site?.destroy());

  it.each([
    ...['page=0', 'page=-1', 'page=-3&pageSize=2', 'page=0&withCount=false', 'page='],
    ...['pageSize=0', 'pageSize=-1', 'pageSize=-1&page=2', 'pageSize=', 'pageSize=500', 'page=9'],
    ...['limit=0', 'limit=-2', 'start=1&limit=0', 'limit=&withCount=0', 'start=-1', 'start=9'],
    ...[
      'page=1.5',
      'pageSize=1.5',
      'start=1.5',
      'limit=1.5',
      'page=x',
      'start=x',
      'page=1&limit=0',
    ],
  ])('gives the part for %s that the list of tags gives', async (asked) => {
    const token = await apiTokenOf(site);
    const read = async (list: string) => {
      const query = asked.replace(/(\w+)=/g, 'pagination[$1]=');
      const { status, body } = await site.request
        .get(`/api/article-receiver/${list}?${query}`)
        .set('Authorization', `Bearer ${token}`);
      const { data, meta } = body as { data: unknown[] | null; meta?: Answer['meta'] };
      return { status, entries: data?.length, pagination: meta?.pagination };
    };
    expect(await read('redirects')).toEqual(await read('tags'));
  });
});

it.each([
  ['https://blog.example.org/posts', /"articleUrl": expected an address like/],
  ['blog.example.org/{slug}', /"articleUrl": expected an address like/],
  ['https://blog.example.org/{lang}/{slug}', /"articleUrl": there is no \{lang\}/],
  [({ slug }: { slug: string }) => `/${slug}`, /"articleUrl": expected a function that gives/],
])('the wrong address %s stops the boot and is named', async (articleUrl, message) => {
  await expect(bootSite({ pluginConfig: { articleUrl } })).rejects.toThrow(message);
});
