import { dirname, join } from 'node:path';
import { apiTokenOf } from '../support/articles/articles';
import { makeDelivery, nextDelivery } from '../support/feed/deliveries';
import { makeImage } from '../support/feed/images';
import { OWN_TYPES, POST_TARGET } from '../support/articles/own-types';
import { blocksOf } from '../support/pages';
import { openToThePublic } from '../support/people/public-reading';
import { bootSite, type Site } from '../support/site/site';

interface Answer {
  data?: Record<string, unknown> | null;
  errors?: { message: string }[];
}

/** A path: a package's name would be looked for below the site's folder. */
const GRAPHQL = dirname(require.resolve('@strapi/plugin-graphql/package.json'));
const PRIVATE = ['orgId', 'sourceStatus', 'reviewScore', 'qualitySummary', 'extra'];

describe('with @strapi/plugin-graphql', () => {
  let site: Site;

  const ask = async (query: string, token?: string): Promise<Answer> => {
    const request = site.request.post('/graphql').send({ query });
    const response = await (token ? request.set('Authorization', `Bearer ${token}`) : request);
    return response.body as Answer;
  };

  beforeAll(async () => {
    site = await bootSite({
      siteConfig: {
        plugins: { graphql: { enabled: true, resolve: GRAPHQL } },
      },
    });
    await openToThePublic(site);
    const { strapi } = site;
    const role = (await strapi.db
      .query('plugin::users-permissions.role')
      .findOne({ where: { type: 'public' } })) as { id: number };
    for (const action of [
      'plugin::upload.content-api.find',
      'plugin::upload.content-api.findOne',
    ]) {
      await strapi.db
        .query('plugin::users-permissions.permission')
        .create({ data: { action, role: role.id } });
    }
    const hero = await makeImage({ color: '#113355' }, { kind: 'hero', url: 'https://x.io/h.png' });
    const published = makeDelivery({
      event: 'article.status_changed',
      article: {
        title: 'Shown to all',
        slug: 'shown-to-all',
        status: 'published',
        tags: ['Grinding'],
        images: [hero],
        heroImageUrl: hero.url,
      },
    });
    await site.deliver(published);
    await site.deliver(
      nextDelivery(published, {
        event: 'article.ready',
        article: { title: 'Secret revision', status: 'draft' },
      }),
    );
    await site.deliver(makeDelivery({ article: { title: 'Secret draft', slug: 'secret-draft' } }));
    await site.settle();
  });
  afterAll(() => site?.destroy());

  it('answers queries for articles with what belongs to them', async () => {
    const { data, errors } = await ask(
      `{ articleReceiverArticles(filters: { tags: { name: { eq: "Grinding" } } }) {
           title language heroImage { url } tags { name } campaign { name } images { kind }
       } }`,
    );
    expect(errors).toBeUndefined();
    expect(data?.articleReceiverArticles).toEqual([
      expect.objectContaining({
        title: 'Shown to all',
        tags: [{ name: 'Grinding' }],
        campaign: { name: 'Home Coffee Guides' },
        heroImage: { url: expect.stringContaining('/uploads/') as string },
        images: [{ kind: 'hero' }],
      }),
    ]);
  });

  it('answers the query of the page for front ends', async () => {
    const [{ code } = { code: '' }] = blocksOf('docs/front-ends.md').filter(
      ({ language }) => language === 'graphql',
    );
    const { data, errors } = await ask(code.replace('pour-over-ratio', 'shown-to-all'));
    expect(errors).toBeUndefined();
    expect(data?.articleReceiverArticles).toEqual([
      {
        title: 'Shown to all',
        content: expect.any(String) as string,
        heroImage: { url: expect.stringContaining('/uploads/') as string },
        tags: [{ name: 'Grinding' }],
      },
    ]);
  });

  it('knows the content types and neither internal tables nor private fields', async () => {
    const { data } = await ask(
      '{ __schema { types { name fields { name } } } }',
      await apiTokenOf(site),
    );
    const { types } = data?.__schema as {
      types: { name: string; fields: { name: string }[] | null }[];
    };
    const own = types.filter(({ name }) => /receiver/i.test(name));
    const entities = own.filter(
      ({ name, fields }) => fields?.some((f) => f.name === 'documentId') && name,
    );
    expect(entities.map(({ name }) => name).sort()).toEqual([
      'ArticleReceiverArticle',
      'ArticleReceiverCampaign',
      'ArticleReceiverMediaAsset',
      'ArticleReceiverTag',
    ]);
    expect(
      own.filter(({ name }) => /Deliver|Stream|Attempt|Token|Blob|Job|Pin/.test(name)),
    ).toEqual([]);
    const article = entities.find(({ name }) => name === 'ArticleReceiverArticle');
    const fields = article?.fields?.map(({ name }) => name) ?? [];
    expect(fields).toEqual(expect.arrayContaining(['title', 'content', 'heroImage', 'jsonLd']));
    expect(fields.filter((name) => PRIVATE.includes(name))).toEqual([]);
  });

  it('writes nothing', async () => {
    const { data } = await ask('{ __schema { mutationType { fields { name } } } }');
    const { mutationType } = data?.__schema as { mutationType: { fields: { name: string }[] } };
    const names = mutationType.fields.map(({ name }) => name);
    expect(names.filter((name) => /receiver/i.test(name))).toEqual([]);
  });

  it.each([
    '{ articleReceiverArticles(status: DRAFT) { title content } }',
    '{ articleReceiverArticles_connection(status: DRAFT) { nodes { title } } }',
    '{ articleReceiverArticles(status: DRAFT, publicationFilter: NEVER_PUBLISHED) { title } }',
    '{ articleReceiverArticles(filters: { publishedAt: { null: true } }) { title } }',
    `{ articleReceiverArticles { heroImage { related {
         ... on ArticleReceiverArticle { title slug }
     } } } }`,
    `{ articleReceiverMediaAssets { file { related {
         ... on ArticleReceiverArticle { title }
     } } } }`,
    '{ uploadFiles { related { ... on ArticleReceiverArticle { title } } } }',
  ])('shows the public no draft: %s', async (query) => {
    const answer = await ask(query);
    expect(JSON.stringify(answer)).not.toContain('Secret');
    expect(answer.data).toBeTruthy();
  });

  it.each(['Article', 'Campaign', 'MediaAsset', 'Tag'])(
    'says nothing of the database where one %s is asked for by what none takes',
    async (type) => {
      const { data, errors } = await ask(
        `{ articleReceiver${type}(documentId: "\\u0000") { documentId } }`,
      );
      expect(data).toEqual({ [`articleReceiver${type}`]: null });
      expect(errors?.map(({ message }) => message)).toEqual(['expected no NUL in an argument']);
    },
  );

  it('shows an API token the drafts that it asks for', async () => {
    const { data } = await ask(
      '{ articleReceiverArticles(status: DRAFT, sort: "title") { title } }',
      await apiTokenOf(site),
    );
    expect(data?.articleReceiverArticles).toEqual([
      { title: 'Secret draft' },
      { title: 'Secret revision' },
    ]);
  });
});

it('leaves a site the middlewares of its own for these queries, and shows no draft there either', async () => {
  const site = await bootSite({
    index: join(__dirname, '..', 'support', 'sites', 'graphql-middlewares.js'),
    siteConfig: { plugins: { graphql: { enabled: true, resolve: GRAPHQL } } },
  });
  await openToThePublic(site);
  const published = { event: 'article.status_changed' };
  const article = { title: 'Coffee', category: 'coffee', status: 'published' };
  await site.deliver(makeDelivery({ ...published, article }));
  await site.deliver(makeDelivery({ ...published, article: { ...article, category: 'tea' } }));
  await site.deliver(makeDelivery({ article: { title: 'Secret draft', category: 'coffee' } }));
  await site.settle();
  const query = `{
    articleReceiverArticles(status: DRAFT) { title category }
    articleReceiverArticles_connection(status: DRAFT) { nodes { title category } }
  }`;
  const { body } = await site.request.post('/graphql').send({ query }).expect(200);
  const coffee = [{ title: 'Coffee', category: 'coffee' }];
  expect(body).toEqual({
    data: {
      articleReceiverArticles: coffee,
      articleReceiverArticles_connection: { nodes: coffee },
    },
  });
  await site.destroy();
});

it('hides the plugin’s own types where articles go to a type of the site’s own', async () => {
  const site = await bootSite({
    types: OWN_TYPES,
    pluginConfig: { target: POST_TARGET },
    siteConfig: { plugins: { graphql: { enabled: true, resolve: GRAPHQL } } },
  });
  const query = '{ __schema { types { name } queryType { fields { name } } } }';
  const { text } = await site.request.post('/graphql').send({ query }).expect(200);
  expect(text).toContain('"posts"');
  expect(text).not.toMatch(/articleReceiver/i);
  await site.destroy();
});
