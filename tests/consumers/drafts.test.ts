import { apiTokenOf } from '../support/articles/articles';
import { makeDelivery, nextDelivery, type WireDelivery } from '../support/feed/deliveries';
import { makeImage } from '../support/feed/images';
import { openToThePublic } from '../support/people/public-reading';
import { bootSite, type Site } from '../support/site/site';

const API = '/api/article-receiver';
const SECRET = 'SECRET';

interface Route {
  method: string;
  path: string;
}

/** Everything that somebody may ask for in order to see what is not published. */
const QUERIES = [
  '',
  'status=draft',
  'status=DRAFT',
  'status=anything',
  'status[$eq]=draft',
  'status=published&status=draft',
  'status=draft&populate=*',
  'populate=*',
  'populate[heroImage][populate]=*',
  'populate[images][populate][file][populate]=*',
  'populate[file][populate]=related',
  'populate[tags][populate]=*&populate[campaign][populate]=*',
  'filters[publishedAt][$null]=true',
  'filters[$or][0][publishedAt][$null]=true&filters[$or][1][publishedAt][$notNull]=true',
  `filters[title][$contains]=${SECRET}`,
  'publicationState=preview',
  'publicationFilter=never-published',
  'publicationFilter=modified',
  'hasPublishedVersion=false',
  'locale=*',
  'locale=all&status=draft',
  `_q=${SECRET}`,
  'pagination[pageSize]=100&sort=publishedAt:asc',
];

describe('the public', () => {
  let site: Site;
  let published: WireDelivery;
  let slugs: string[];
  let documentIds: string[];

  const routes = (): Route[] => {
    const { routes: routers } = site.strapi.plugin('article-receiver') as unknown as {
      routes: Record<string, { routes: Route[] }>;
    };
    return routers['content-api']?.routes ?? [];
  };

  /** The addresses of a route, with everything in them that an outsider could know or guess. */
  const addressesOf = (path: string): string[] => {
    if (path.includes(':slug')) return slugs.map((slug) => path.replace(':slug', slug));
    if (path.includes(':id')) return documentIds.map((id) => path.replace(':id', id));
    return [path];
  };

  beforeAll(async () => {
    site = await bootSite({ env: { PUBLIC_URL: 'https://blog.example.org' } });
    await openToThePublic(site);
    const hero = await makeImage({ color: '#334455' }, { kind: 'hero', url: 'https://x.io/h.png' });
    published = makeDelivery({
      event: 'article.status_changed',
      article: { title: 'For everybody', slug: 'for-everybody', status: 'published' },
    });
    const revision = nextDelivery(published, {
      event: 'article.ready',
      article: {
        title: `${SECRET} revision`,
        content: SECRET,
        status: 'draft',
        images: [hero],
        heroImageUrl: hero.url,
      },
    });
    const secret = {
      title: `${SECRET} draft`,
      description: SECRET,
      content: SECRET,
      files: {
        llmTxt: { ...published.article.files.llmTxt, content: SECRET },
        jsonLd: { ...published.article.files.jsonLd, content: `{"name":"${SECRET}"}` },
      },
    };
    const draft = makeDelivery({ article: { ...secret, slug: 'never-shown' } });
    const archived = makeDelivery({
      event: 'article.status_changed',
      article: { ...secret, slug: 'shown-once', status: 'published' },
    });
    const withdrawal = nextDelivery(archived, { article: { status: 'archived' } });
    for (const delivery of [published, revision, draft, archived, withdrawal]) {
      await site.deliver(delivery);
    }
    await site.settle();
    slugs = ['for-everybody', 'never-shown', 'shown-once'];
    const rows = (await site.strapi.db
      .query('plugin::article-receiver.article')
      .findMany({ select: ['id', 'documentId'] })) as { id: number; documentId: string }[];
    documentIds = rows.flatMap(({ id, documentId }) => [documentId, String(id)]);
  });
  afterAll(() => site?.destroy());

  it('sees no draft behind the files of the Media Library, where it may read those', async () => {
    const role = (await site.strapi.db
      .query('plugin::users-permissions.role')
      .findOne({ where: { type: 'public' } })) as { id: number };
    for (const action of ['find', 'findOne']) {
      await site.strapi.db.query('plugin::users-permissions.permission').create({
        data: { action: `plugin::upload.content-api.${action}`, role: role.id },
      });
    }
    const files = (await site.strapi.db.query('plugin::upload.file').findMany()) as {
      id: number;
    }[];
    expect(files.length).toBeGreaterThan(0);
    const seen: string[] = [];
    for (const path of ['/api/upload/files', ...files.map(({ id }) => `/api/upload/files/${id}`)]) {
      for (const query of [
        'populate=related',
        'populate=*',
        'populate[related]=true',
        'populate[related][populate]=*',
        'populate[related][on][plugin::article-receiver.article][fields]=title',
        `filters[related][title][$contains]=${SECRET}`,
        'sort=related.title',
      ]) {
        const response = await site.request.get(`${path}?${query}`);
        expect([path, query, response.status < 500]).toEqual([path, query, true]);
        if (response.text.includes(SECRET)) seen.push(`${path}?${query}`);
      }
    }
    expect(seen).toEqual([]);
    const asked = await site.request
      .get('/api/upload/files?populate=related')
      .set('Authorization', `Bearer ${await apiTokenOf(site)}`);
    expect(asked.text).toContain(SECRET);
  });

  it('is asked about routes that there are', () => {
    expect(routes().map(({ method, path }) => `${method} ${path}`)).toEqual(
      expect.arrayContaining([
        'POST /webhook/:token',
        'GET /llms.txt',
        'GET /articles',
        'GET /articles/:id',
        'GET /articles/:slug/llms.txt',
        'GET /articles/:slug/json-ld',
        'GET /media-assets',
        'GET /campaigns/:id',
        'GET /tags',
      ]),
    );
  });

  it('sees what is published on every route, and no draft whatever it asks for', async () => {
    const seen: string[] = [];
    for (const { method, path } of routes()) {
      if (method !== 'GET') continue;
      for (const address of addressesOf(path)) {
        for (const query of QUERIES) {
          const where = `${API}${address}?${query}`;
          const { text, status } = await site.request.get(where);
          if (text.replaceAll(decodeURIComponent(query), '').includes(SECRET)) seen.push(where);
          expect([where, status < 500]).toEqual([where, true]);
        }
      }
    }
    expect(seen).toEqual([]);
    const { body } = await site.request.get(`${API}/articles`).expect(200);
    expect((body as { data: object[] }).data).toEqual([
      expect.objectContaining({ title: 'For everybody' }),
    ]);
  });

  it('is what the test above watches: an API token does see the drafts', async () => {
    const { text } = await site.request
      .get(`${API}/articles?status=draft`)
      .set('Authorization', `Bearer ${await apiTokenOf(site)}`)
      .expect(200);
    expect(text).toContain(SECRET);
  });
});
