import { apiTokenOf } from '../../support/articles/articles';
import { makeDelivery, nextDelivery, type WireDelivery } from '../../support/feed/deliveries';
import { ownPosts } from '../../support/articles/own-posts';
import { OWN_TYPES, POST_TARGET } from '../../support/articles/own-types';
import { bootSite, type Site } from '../../support/site/site';

const API = '/api/article-receiver';

let site: Site;

const published = (slug: string, language: string): WireDelivery => {
  const delivery = makeDelivery({
    event: 'article.status_changed',
    article: { slug, language, status: 'published', title: `${slug} in ${language}` },
  });
  delivery.article.files.llmTxt.content = `${slug} in ${language}`;
  delivery.article.files.jsonLd.content = JSON.stringify({ headline: `${slug} in ${language}` });
  return delivery;
};

/** An article that was at one slug and is at another one now. */
const moved = (from: string, to: string, language: string): WireDelivery[] => {
  const first = published(from, language);
  return [first, nextDelivery(first, { article: { slug: to } })];
};

const read = async (path: string) =>
  site.request.get(API + path).set('Authorization', `Bearer ${await apiTokenOf(site)}`);

beforeAll(async () => {
  site = await bootSite({
    types: OWN_TYPES,
    pluginConfig: { target: POST_TARGET },
    env: { PUBLIC_URL: 'https://blog.example.org/' },
  });
  await site.strapi.plugin('i18n').service('locales').create({ code: 'de', name: 'German (de)' });
  await ownPosts(site).send(
    ...moved('alone-before', 'alone', 'en'),
    ...moved('here', 'there', 'en'),
    ...moved('there', 'here', 'de'),
    ...moved('shared', 'shared-english', 'en'),
    ...moved('shared', 'shared-german', 'de'),
    published('both', 'de'),
    published('both', 'en'),
  );
});
afterAll(() => site?.destroy());

describe('redirects of a type with locales', () => {
  const pairs = async (query = '') => {
    const { body } = await read(`/redirects${query}`);
    const { data } = body as { data: { from: string; to: string; status: number }[] };
    for (const redirect of data) expect(Object.keys(redirect)).toEqual(['from', 'to', 'status']);
    return data.map(({ from, to }) => `${from} > ${to}`).sort();
  };

  it('lead from each slug to one article, and from none that an article has in some locale', async () => {
    expect(await pairs()).toEqual(['alone-before > alone', 'shared > shared-german']);
  });

  it('are those of one locale where one is named', async () => {
    expect(await pairs('?locale=en')).toEqual([
      'alone-before > alone',
      'here > there',
      'shared > shared-english',
    ]);
    expect(await pairs('?locale=de')).toEqual(['shared > shared-german', 'there > here']);
    expect(await pairs('?locale=fr')).toEqual([]);
    expect((await read('/redirects?locale[]=en')).status).toBe(400);
  });

  it('have the paths of one locale where one is named', async () => {
    const { text } = await read('/redirects?format=netlify&locale=en');
    expect(text.split('\n').sort()).toEqual([
      '',
      '/alone-before  /alone  301',
      '/shared  /shared-english  301',
    ]);
  });
});

describe('the files of an article of a type with locales', () => {
  it('are those of the default locale where several have the slug', async () => {
    expect((await read('/articles/both/llms.txt')).text).toBe('both in en');
    expect(JSON.parse((await read('/articles/both/json-ld')).text)).toMatchObject({
      headline: 'both in en',
    });
  });

  it('are those of the locale that is named', async () => {
    for (const locale of ['en', 'de']) {
      const { text } = await read(`/articles/both/llms.txt?locale=${locale}`);
      expect(text).toBe(`both in ${locale}`);
      const { text: jsonLd } = await read(`/articles/both/json-ld?locale=${locale}`);
      expect(JSON.parse(jsonLd)).toMatchObject({ headline: `both in ${locale}` });
    }
    for (const file of ['llms.txt', 'json-ld']) {
      expect((await read(`/articles/both/${file}?locale=fr`)).status).toBe(404);
      expect((await read(`/articles/both/${file}?locale[]=de`)).status).toBe(400);
    }
  });

  it('are those of another locale where the default one does not have the slug', async () => {
    expect((await read('/articles/shared-german/llms.txt')).status).toBe(200);
  });

  it('are where the list for language models says', async () => {
    const { text } = await read('/llms.txt');
    const [, path = ''] =
      /\[both in de\]\(https:\/\/blog\.example\.org\/api\S*?(\/articles\/\S+?)\)/.exec(text) ?? [];
    expect((await read(path)).text).toBe('both in de');
  });
});
