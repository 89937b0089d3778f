import { dirname } from 'node:path';
import { apiTokenOf } from '../support/articles/articles';
import { makeDelivery } from '../support/feed/deliveries';
import { makeImage } from '../support/feed/images';
import { openToThePublic } from '../support/people/public-reading';
import { bootSite, type Site } from '../support/site/site';

const API = '/api/article-receiver';
const TYPES = ['articles', 'campaigns', 'media-assets', 'tags'];
const GRAPHQL = dirname(require.resolve('@strapi/plugin-graphql/package.json'));

/** Each private attribute with what stands in it, and nowhere else. */
const SECRETS = {
  orgId: 'org_SECRETORG',
  sourceStatus: 'published',
  reviewScore: '0.8675309',
  reviewVerdict: 'SECRETVERDICT',
  qualitySummary: 'SECRETSUMMARY',
  qualityFailedChecks: 'SECRETCHECK',
  sourceCreatedAt: '1999-03-04',
  sourceUpdatedAt: '2031-03-04',
  extra: 'SECRETEXTRA',
  needsAttention: 'false',
};

const probes = (name: string, value: string): string[] => [
  `filters[${name}]=${value}`,
  `filters[${name}][$contains]=${value}`,
  `filters[${name}][$notNull]=true`,
  `filters[$not][${name}][$null]=true`,
  `filters[$or][0][${name}][$startsWith]=${value}`,
  `filters[$and][0][$or][0][${name}][$notNull]=true`,
  `sort=${name}`,
  `sort=${name}:desc`,
  `sort[0]=title&sort[1]=${name}`,
  `sort[${name}]=asc`,
  `populate=${name}`,
  `populate[${name}]=true`,
  `populate[0]=tags&populate[1]=${name}`,
];

/** What no front end asks for, and no answer may stumble over. */
const ODD = [
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype'].flatMap((name) => [
    `fields[0]=${name}`,
    `fields=${name}`,
    `sort=${name}`,
    `sort[0][${name}]=asc`,
    `populate=${name}`,
    `populate[${name}]=true`,
    `populate[0]=${name}`,
    `filters[${name}]=x`,
    `filters[${name}][$eq]=x`,
    `filters[$and][0][${name}]=x`,
  ]),
  ...[
    '$jsonSupersetOf',
    '$between',
    '$null',
    '$in',
    '$not',
    '$contains',
    '$foo',
    '$elemMatch',
  ].flatMap((operator) => [
    `filters[id][${operator}]=x`,
    `filters[id][${operator}][a]=x`,
    `filters[documentId][${operator}]=x`,
    `filters[documentId][${operator}][0]=x`,
    `filters[createdAt][${operator}]=x`,
  ]),
  'filters[$and]=x',
  'filters[$or][a]=x',
  'filters[$not]=x',
  'filters=x',
  'filters[id]=abc',
  'filters[createdAt][$gt]=x',
  'filters[documentId]=%00',
  'sort[0][documentId]=up',
  'sort[documentId][a]=asc',
  'pagination[page]=x',
  'pagination[pageSize]=-1',
  'pagination[page]=1e99',
  'pagination[start]=x&pagination[limit]=y',
  'pagination=x',
  'fields[a][b]=c',
  'populate[a][b]=c',
  'populate[createdBy]=true',
  'filters[createdBy][email][$contains]=a',
  'sort=createdBy.email',
  '_q[a]=b',
  '_q[]=b',
  '_q=%00',
  'locale=%00',
  'locale[a]=b',
  'status[a]=b',
  'publicationFilter=x',
  'filters[id][$in]=99999999999999999999',
  'filters[id]=99999999999999999999',
  'filters[id]=1.5',
  'filters[id]=',
  'filters[id][0]=x',
  'filters[wordCount]=99999999999999999999',
  'filters[wordCount][$contains]=1',
  'filters[wordCount][$eqi]=x',
  'filters[publishedAt][$startsWith]=2',
  'filters[campaign]=x',
  'filters[campaign][$eq]=x',
  'filters[tags][$in]=x',
  'filters[tags][$not][$in]=x',
  'filters[heroImage][$contains]=x',
  'filters[campaign][id]=x',
  'filters[tags][id][$contains]=x',
  'filters[campaign][createdAt][$contains]=x',
  'populate[file][filters][width]=x',
  'fields',
  'fields[]=',
  'pagination[start]=-9223372036854775808',
  'pagination[limit]=1e19',
  'pagination[page]=2147483647',
  'filters[id][$or][0]=1',
];

/** What some database compares with nothing, in a field itself and behind relations. */
const INCOMPARABLE = [
  ...['keywords', 'jsonLd', 'keyTakeaways', 'previousSlugs'].flatMap((json) => [
    `filters[${json}]=x`,
    ...['$eq', '$ne', '$gt', '$lt', '$in', '$notIn', '$contains', '$startsWith', '$endsWith'].map(
      (operator) => `filters[${json}][${operator}]=x`,
    ),
    `filters[$not][${json}][$notContains]=x`,
  ]),
  'populate[tags][filters][name][$jsonSupersetOf]=x',
  'populate[tags][filters][id][$contains]=x',
  'populate[tags][filters][id]=x',
  'populate[tags][filters][$or][0][id]=x',
  'populate[images][filters][byteSize][$contains]=1',
  'populate[images][filters][byteSize]=99999999999',
  'populate[images][sort][kind]=up',
  'populate[images][populate][file][filters][width]=x',
  'populate[images][populate][file][filters][formats][$contains]=x',
  'filters[images][file][width]=x',
  'filters[images][file][size]=x',
  'filters[heroImage][width][$gt]=x',
  'filters[heroImage][size][$in][0]=x',
  'filters[heroImage][formats][$contains]=x',
  'filters[heroImage][formats]=x',
];

/** What Strapi stumbles over, in a list and in one entry, with the parameter that a refusal names. */
const STUMBLES: [parameter: string, query: string][] = [
  ...['$and', '$or', '$not[$and]', '$not[$or]'].flatMap((group): [string, string][] => {
    const operator = group.startsWith('$not') ? `[$not]${group.slice(4)}` : `[${group}]`;
    return [
      'title',
      'tags][name',
      'heroImage][name',
      'id',
      'documentId',
      'jsonLd',
      'createdAt',
    ].map((field) => [`filters[${field}]${operator}`, `filters[${field}]${operator}=1`]);
  }),
  ['filters[title][$or]', 'filters[title][$or]='],
  ['filters[title][$or]', 'filters[title][$or][0]=x&filters[title][$or][1]=y'],
  ['filters[title][$and]', 'filters[title][$and][0][$contains]=x'],
  ['filters[$or][0][title][$or]', 'filters[$or][0][title][$or]=x'],
  ['filters[$not][title][$or]', 'filters[$not][title][$or]=x'],
  ['filters[title][documentId]', 'filters[title][documentId]=x'],
  ['filters[title][$not][documentId]', 'filters[title][$not][documentId]=x'],
  ['filters[documentId][title]', 'filters[documentId][title]=x'],
  ['filters[tags][$not]', 'filters[tags][$not][name]=x'],
  ['filters[tags][$not]', 'filters[tags][$not][$in][0]=1'],
  ['filters[tags][$or][0][$eq]', 'filters[tags][$or][0][$eq]=1'],
  ['filters[tags]', 'filters[tags][$and][0][name]=x&filters[tags][name]=y'],
  ['filters[tags]', 'filters[tags][$gt]=1&filters[tags][$lt]=5'],
  ['filters[tags]', 'filters[tags][$notNull]=true&filters[tags][name]=x'],
  ['populate[tags][filters][name][$and]', 'populate[tags][filters][name][$and]=x'],
  ['fields', 'fields='],
  ['fields', 'fields=%20'],
  ['fields', 'fields[0]=title&fields[1]='],
  ['populate[tags][fields]', 'populate[tags][fields]='],
  ['populate[tags]', 'populate[tags]='],
  ['populate[heroImage][populate][related]', 'populate[heroImage][populate][related]='],
  [
    'populate[images][populate][file][populate][related]',
    'populate[images][populate][file][populate][related]=',
  ],
  ...['99999999999999999999', '9223372036854775807', '1e19', '2147483648'].flatMap(
    (number): [string, string][] => [
      ['pagination[start]', `pagination[start]=${number}`],
      ['pagination[page]', `pagination[page]=${number}`],
    ],
  ),
  ['pagination[page]', 'pagination[page]=4611686018427387904'],
  ['pagination[pageSize]', 'pagination[page]=2147483647&pagination[pageSize]=9007199254740991'],
  ...['-271821-04-20T00:00:00Z', '%2B275760-09-13T00:00:00Z', '8640000000000000', '-20200101'].map(
    (time): [string, string] => ['filters[createdAt][$eq]', `filters[createdAt][$eq]=${time}`],
  ),
  ['filters[createdAt]', 'filters[createdAt]=-271821-04-20T00:00:00Z'],
  ['filters[tags][updatedAt][$in]', 'filters[tags][updatedAt][$in][0]=-271821-04-20T00:00:00Z'],
  ['filters[frontmatterDate][$gt]', 'filters[frontmatterDate][$gt]=0000-01-01'],
];

/** What Strapi takes, though it is near what it stumbles over. */
const TAKEN = [
  'fields=title,slug',
  'fields=*',
  'fields[0]=title',
  'sort=',
  'populate=',
  'populate[0]=',
  'populate[heroImage][populate]=*',
  'filters[title][$not][$not]=x',
  'filters[title][$gt]=a&filters[title][$lt]=b',
  'filters[tags][$or][0][name]=x',
  'filters[tags][$and][0][$or][0][name]=x',
  'filters[tags][$not]=1',
  'filters[tags][0]=1',
  'filters[$not][tags][name]=x',
  'filters[$not][$or][0][title]=x',
  'pagination[start]=2147483647',
  'pagination[start]=-5',
  'pagination[page]=2147483647&pagination[pageSize]=100',
  'pagination[page]=2&pagination[pageSize]=9007199254740991',
  'pagination[pageSize]=Infinity',
  'pagination[limit]=-1',
  'filters[createdAt][$gt]=0001-01-01',
  'filters[createdAt][$gt]=1000-01-01T00:00:00Z',
  'filters[createdAt][$lt]=9999-12-31T23:59:59.999Z',
  'filters[createdAt][$gt]=2020',
  'filters[createdAt][$gt]=2020-01',
  'filters[createdAt][$gt]=1700000000000',
  'filters[createdAt][$gt]=0',
  'filters[createdAt][$null]=false',
  'filters[frontmatterDate][$lt]=9999-12-31',
];

/** What every database compares. */
const COMPARABLE = [
  'filters[keywords][$containsi]=coffee',
  'filters[keywords][$eqi]=x',
  'filters[keywords][$null]=true',
  'filters[keywords][$notNull]=true',
  'filters[jsonLd]=1',
  'filters[heroImage][width][$gt]=1',
  'filters[heroImage][size][$lt]=1.5',
  'filters[heroImage][formats][$null]=true',
  'filters[heroImage][name][$contains]=hero',
  'populate[tags][filters][name]=x&populate[tags][sort][name]=asc',
  'populate[images][filters][byteSize][$gt]=1&populate[images][populate]=file',
  'populate[images][populate][file][filters][width][$gt]=1',
];

describe('a private attribute', () => {
  let site: Site;
  let readers: [string, string | undefined][];

  const get = (path: string, token?: string) => {
    const request = site.request.get(`${API}/${path}`);
    return token ? request.set('Authorization', `Bearer ${token}`) : request;
  };
  const ask = async (query: string, token?: string) => {
    const request = site.request.post('/graphql').send({ query });
    return token ? request.set('Authorization', `Bearer ${token}`) : request;
  };

  beforeAll(async () => {
    site = await bootSite({
      siteConfig: { plugins: { graphql: { enabled: true, resolve: GRAPHQL } } },
    });
    await openToThePublic(site);
    const { accessKey } = await site.strapi.service('admin::api-token').create({
      name: 'reader',
      description: '',
      type: 'read-only',
      lifespan: null,
    });
    const role = (await site.strapi.db
      .query('plugin::users-permissions.role')
      .findOne({ where: { type: 'public' } })) as { id: number };
    for (const action of ['find', 'findOne']) {
      await site.strapi.db.query('plugin::users-permissions.permission').create({
        data: { action: `plugin::upload.content-api.${action}`, role: role.id },
      });
    }
    readers = [
      ['the public', undefined],
      ['a read-only token', accessKey as string],
      ['a full token', await apiTokenOf(site)],
    ];
    const hero = await makeImage({ color: '#113355' }, { kind: 'hero', url: 'https://x.io/h.png' });
    const delivery = makeDelivery({
      event: 'article.status_changed',
      article: {
        title: 'Shown to all',
        status: 'published',
        images: [hero],
        heroImageUrl: hero.url,
        reviewScore: Number(SECRETS.reviewScore),
        reviewVerdict: SECRETS.reviewVerdict,
        qualitySummary: SECRETS.qualitySummary,
        createdAt: `${SECRETS.sourceCreatedAt}T00:00:00Z`,
        updatedAt: `${SECRETS.sourceUpdatedAt}T00:00:00Z`,
      },
    });
    const { article } = delivery;
    await site.deliver({
      ...delivery,
      orgId: SECRETS.orgId,
      article: {
        ...article,
        qualityFailedChecks: [SECRETS.qualityFailedChecks],
        laterField: SECRETS.extra,
      },
    });
    await site.settle();
  });
  afterAll(() => site?.destroy());

  it('is there to be found, and the article is shown', async () => {
    const row = (await site.strapi.db
      .query('plugin::article-receiver.article')
      .findOne({ where: { publishedAt: { $notNull: true } } })) as Record<string, unknown>;
    expect(row).toMatchObject({ orgId: SECRETS.orgId, reviewVerdict: SECRETS.reviewVerdict });
    const { body } = await get('articles?_q=Shown').expect(200);
    expect((body as { data: unknown[] }).data).toHaveLength(1);
  });

  it.each(Object.entries(SECRETS))('%s is found by no search', async (_, value) => {
    for (const [reader, token] of readers) {
      for (const search of [value, value.slice(0, -1), value.slice(1)]) {
        for (const type of TYPES) {
          const { body } = await get(`${type}?_q=${search}`, token).expect(200);
          expect([reader, type, search, (body as { data: unknown[] }).data]).toEqual([
            reader,
            type,
            search,
            [],
          ]);
        }
      }
    }
  });

  it.each(Object.entries(SECRETS))('%s cannot be asked for', async (name, value) => {
    for (const [reader, token] of readers) {
      for (const probe of probes(name, value)) {
        const { status, text } = await get(`articles?${probe}`, token);
        expect([reader, probe, status]).toEqual([reader, probe, 400]);
        expect(text).not.toContain('SECRET');
      }
      for (const query of [`fields=${name}`, `fields[0]=title&fields[1]=${name}`, 'fields=*']) {
        const { status, text } = await get(`articles?${query}`, token);
        expect([reader, query, [200, 400].includes(status)]).toEqual([reader, query, true]);
        expect(text).not.toContain(`"${name}":`);
      }
      for (const query of [
        `{ articleReceiverArticles { ${name} } }`,
        `{ articleReceiverArticles(filters: { ${name}: { notNull: true } }) { title } }`,
        `{ articleReceiverArticles_connection { nodes { ${name} } } }`,
      ]) {
        const { status, text } = await ask(query, token);
        expect([reader, query, status]).toEqual([reader, query, 400]);
        expect(text).not.toContain('SECRET');
      }
      const sorted = await ask(`{ articleReceiverArticles(sort: "${name}") { title } }`, token);
      expect((sorted.body as { errors?: unknown[] }).errors).toBeTruthy();
    }
  });

  it.each(TYPES)('or any other odd thing makes no read of %s fail', async (type) => {
    const failed: string[] = [];
    for (const [reader, token] of readers) {
      for (const query of ODD) {
        const { status } = await get(`${type}?${query}`, token);
        if (status >= 500) failed.push(`${status} ${reader}: ${query}`);
      }
    }
    expect(failed).toEqual([]);
  });

  it.each([
    '{ uploadFiles { related { __typename } } }',
    '{ uploadFiles { related { ... on ArticleReceiverArticle { title } } } }',
    '{ uploadFiles(filters: { related: { id: { eq: 1 } } }) { name } }',
    '{ uploadFiles(sort: "related") { name } }',
    '{ articleReceiverArticles { heroImage { related { __typename } } } }',
    '{ articleReceiverMediaAssets { file { related { ... on ArticleReceiverMediaAsset { kind } } } } }',
    '{ articleReceiverMediaAssets(filters: { file: { related: { title: { eq: "x" } } } }) { kind } }',
    '{ articleReceiverArticles(sort: "__proto__") { title } }',
    '{ articleReceiverArticles(sort: "heroImage.related") { title } }',
    '{ articleReceiverArticles(filters: { title: { jsonSupersetOf: "x" } }) { title } }',
    '{ articleReceiverArticles(pagination: { page: -1 }) { title } }',
    '{ articleReceiverArticles(filters: { wordCount: { between: [1] } }) { title } }',
    '{ articleReceiverArticles(filters: { wordCount: { contains: 1 } }) { title } }',
    '{ articleReceiverArticles(filters: { wordCount: { notContains: 1 } }) { title } }',
    '{ articleReceiverArticles(filters: { title: { eq: "\\u0000" } }) { title } }',
    '{ articleReceiverArticles(filters: { keywords: { eq: "x" } }) { title } }',
    '{ articleReceiverArticles(filters: { keywords: { contains: "x" } }) { title } }',
    '{ articleReceiverArticles(filters: { keywords: { in: ["x"] } }) { title } }',
    '{ articleReceiverArticles(filters: { not: { keywords: { eq: "x" } } }) { title } }',
    '{ articleReceiverArticles(filters: { or: [{ wordCount: { startsWith: 1 } }] }) { title } }',
    '{ articleReceiverArticles(filters: { images: { byteSize: { contains: 1 } } }) { title } }',
    '{ articleReceiverArticles_connection(filters: { wordCount: { contains: 1 } }) { nodes { title } } }',
    '{ articleReceiverArticles { images(filters: { byteSize: { contains: 1 } }) { kind } } }',
    '{ articleReceiverMediaAssets(filters: { byteSize: { between: [1] } }) { kind } }',
    '{ articleReceiverArticles(filters: { tags: { not: { name: { eq: "x" } } } }) { title } }',
    '{ articleReceiverArticles(filters: { title: { or: ["x"] } }) { title } }',
    '{ articleReceiverArticles(filters: { createdAt: { eq: "-271821-04-20T00:00:00Z" } }) { title } }',
    '{ articleReceiverArticles(pagination: { start: 2147483647 }) { title } }',
  ])('and no odd query over GraphQL fails: %s', async (query) => {
    for (const [reader, token] of readers) {
      const { status, body } = await ask(query, token);
      const { errors = [] } = body as { errors?: { extensions?: { code?: string } }[] };
      expect([reader, status < 500]).toEqual([reader, true]);
      expect([reader, errors.map(({ extensions }) => extensions?.code)]).not.toEqual([
        reader,
        expect.arrayContaining(['INTERNAL_SERVER_ERROR']),
      ]);
    }
  });

  it.each([
    'publishedAt: { gt: "2026-01-01T00:00:00.000Z" }',
    'publishedAt: { between: ["2026-01-01T00:00:00.000Z", "2999-01-01T00:00:00.000Z"] }',
    'not: { updatedAt: { lt: "2026-01-01T00:00:00.000Z" } }',
    'wordCount: { gt: 1 }',
    'keywords: { containsi: "x" }',
    'keywords: { notNull: true }',
    'tags: { name: { in: ["a", "b"] } }',
    'or: [{ title: { startsWith: "a" } }, { title: { null: true } }]',
    'documentId: { notIn: ["a"] }',
  ])('and GraphQL compares what each database does: %s', async (filters) => {
    const { body } = await ask(`{ articleReceiverArticles(filters: { ${filters} }) { title } }`);
    expect((body as { errors?: object[] }).errors).toBeUndefined();
  });

  it('and a refusal over GraphQL says what was expected', async () => {
    const { body } = await ask(
      '{ articleReceiverArticles(filters: { wordCount: { between: [1] } }) { title } }',
    );
    const { errors = [] } = body as { errors?: { message: string }[] };
    expect(errors.map(({ message }) => message)).toEqual([
      'filters[wordCount][$between]: expected two values',
    ]);
  });

  it.each(INCOMPARABLE)('and what no database compares is answered with 400: %s', async (query) => {
    const { status } = await get(`articles?${query}`);
    expect(status).toBe(400);
  });

  it.each(STUMBLES)(
    'and what Strapi stumbles over is refused, %s by name: %s',
    async (name, query) => {
      const { body } = await get('articles').expect(200);
      const [{ documentId } = { documentId: '' }] = (body as { data: { documentId: string }[] })
        .data;
      for (const [reader, token] of readers) {
        for (const path of ['articles', `articles/${documentId}`]) {
          const { status, body: refusal } = await get(`${path}?${query}`, token);
          expect([reader, path, status]).toEqual([reader, path, 400]);
          const { error } = refusal as { error: { message: string } };
          expect(error.message.split(': ')[0]).toBe(name);
        }
      }
    },
  );

  it.each(TAKEN)('and nothing that it takes: %s', async (query) => {
    await get(`articles?${query}`).expect(200);
  });

  it.each(COMPARABLE)('and what each of them compares is not: %s', async (query) => {
    await get(`articles?${query}`).expect(200);
  });

  it.each([
    'fields[0]=__proto__',
    'filters[title][$jsonSupersetOf]=x',
    'filters[content][$jsonSupersetOf][a]=b',
  ])('and %s is answered with 400', async (query) => {
    for (const [reader, token] of readers) {
      const { status } = await get(`articles?${query}`, token);
      expect([reader, status]).toEqual([reader, 400]);
    }
  });
});
