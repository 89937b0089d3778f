import { rm } from 'node:fs/promises';
import { apiTokenOf } from '../../support/articles/articles';
import { NOTE, NOTE_TARGET, ownTypesWith } from '../../support/articles/own-types';
import { makeDelivery, nextDelivery } from '../../support/feed/deliveries';
import { arriveInTurn } from '../../support/feed/event-log';
import { adminApi } from '../../support/people/admin-api';
import { bootSite, type Site } from '../../support/site/site';

describe('a type without locales with a field for the language', () => {
  let types: string;
  let site: Site;

  beforeAll(async () => {
    types = await ownTypesWith('note', {
      tongue: { type: 'enumeration', enum: ['en', 'de'] },
      former: { type: 'json' },
    });
    const fields = { ...NOTE_TARGET.fields, tongue: 'language', former: 'previousSlugs' };
    const pluginConfig = {
      target: { ...NOTE_TARGET, fields },
      articleUrl: 'https://front.example/{language}/{slug}',
      links: { from: ['/read/{slug}'] },
    };
    site = await bootSite({ types, pluginConfig });
    const article = { language: 'de', status: 'published' };
    const first = makeDelivery({ article: { ...article, slug: 'vorher' } });
    const moved = nextDelivery(first, { article: { slug: 'nachher' } });
    const linking = makeDelivery({ article: { ...article, content: '[There](/read/nachher)' } });
    await arriveInTurn(site, first, moved, linking);
  });
  afterAll(async () => {
    await site?.destroy();
    await rm(types, { recursive: true, force: true });
  });

  const answer = async (path: string): Promise<string> => {
    const request = site.request.get(`/api/article-receiver${path}`);
    const { text } = await request
      .set('Authorization', `Bearer ${await apiTokenOf(site)}`)
      .expect(200);
    return text;
  };

  it('has it in the addresses of its articles, and in those that they had before', async () => {
    expect(await answer('/llms.txt')).toContain('(https://front.example/de/nachher)');
    expect(await answer('/redirects?format=netlify')).toBe('/de/vorher  /de/nachher  301\n');
  });

  it('has it in links to them, which lead there', async () => {
    const notes = await site.strapi.documents(NOTE as never).findMany({} as never);
    const texts = (notes as unknown as { text: string }[]).map(({ text }) => text);
    expect(texts).toContain('[There](https://front.example/de/nachher)');
    const { body } = await adminApi(site).get('/dead-links');
    expect(body).toMatchObject({ results: [] });
  });
});
