import { dirname, join } from 'node:path';
import { apiTokenOf } from '../support/articles/articles';
import { makeDelivery, nextDelivery } from '../support/feed/deliveries';
import { allowThePublic, openToThePublic } from '../support/people/public-reading';
import { bootSite, type Site } from '../support/site/site';

const PAGE = 'api::page.page';
const GRAPHQL = dirname(require.resolve('@strapi/plugin-graphql/package.json'));
const DRAFTS = /Secret (?:draft|revision)/;

/** Ways to the drafts of articles over a type of the site's own that refers to them. */
const QUERIES = [
  'populate=*',
  'populate[article]=true',
  'populate[article][fields]=title',
  'populate[article][fields][0]=title&populate[article][fields][1]=publishedAt',
  'populate[more]=true',
  'populate[more][fields]=title',
  'populate[parts][populate]=*',
  'populate[parts][populate][article][fields]=title',
];
const SELECTIONS = [
  'article { title }',
  'more { title }',
  'more_connection { nodes { title } }',
  'parts { article { title } }',
];

/** Pages of the site's own with relations to articles, also in components; all of it public. */
describe('articles behind a type of the site’s own', () => {
  let site: Site;

  const get = (query: string, token?: string) => {
    const request = site.request.get(`/api/pages?${query}`);
    return token ? request.set('Authorization', `Bearer ${token}`) : request;
  };
  const ask = async (query: string, token?: string) => {
    const request = site.request.post('/graphql').send({ query });
    return token ? request.set('Authorization', `Bearer ${token}`) : request;
  };

  beforeAll(async () => {
    site = await bootSite({
      types: join(__dirname, '..', 'support', 'sites', 'linked'),
      siteConfig: { plugins: { graphql: { enabled: true, resolve: GRAPHQL } } },
    });
    await openToThePublic(site);
    const { strapi } = site;
    await allowThePublic(site, [`${PAGE}.find`]);
    const published = makeDelivery({
      event: 'article.status_changed',
      article: { title: 'Shown to all', status: 'published' },
    });
    await site.deliver(published);
    await site.deliver(
      nextDelivery(published, {
        event: 'article.ready',
        article: { title: 'Secret revision', status: 'draft' },
      }),
    );
    await site.deliver(makeDelivery({ article: { title: 'Secret draft' } }));
    await site.settle();
    const articles = await strapi.documents('plugin::article-receiver.article').findMany();
    for (const { documentId } of articles) {
      const data = { article: documentId, more: [documentId], parts: [{ article: documentId }] };
      await strapi.documents(PAGE as never).create({ data: data as never });
    }
  });
  afterAll(() => site?.destroy());

  it.each(QUERIES)('are drafts for API tokens alone: %s', async (query) => {
    for (const status of ['draft', 'anything']) {
      const { text } = await get(`${query}&status=${status}`).expect(200);
      expect(text).not.toMatch(DRAFTS);
    }
    const asked = await get(`${query}&status=draft`, await apiTokenOf(site)).expect(200);
    expect(asked.text).toMatch(DRAFTS);
    expect((await get(query).expect(200)).text).toContain('Shown to all');
  });

  it.each(SELECTIONS)('and over GraphQL: %s', async (selection) => {
    const drafts = `{ pages(status: DRAFT) { ${selection} } }`;
    const { body, text } = await ask(drafts);
    expect((body as { errors?: unknown }).errors).toBeUndefined();
    expect(text).not.toMatch(DRAFTS);
    expect((await ask(drafts, await apiTokenOf(site))).text).toMatch(DRAFTS);
    expect((await ask(`{ pages { ${selection} } }`)).text).toContain('Shown to all');
  });
});
