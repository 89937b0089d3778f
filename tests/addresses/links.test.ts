import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import type { ArticleOrigin } from '../../src/plugins/article-receiver/shared/articles/articles';
import type {
  DeadLink,
  DeadLinkPage,
} from '../../src/plugins/article-receiver/shared/articles/links';
import { adminApi } from '../support/people/admin-api';
import { makeDelivery, nextDelivery, type WireDelivery } from '../support/feed/deliveries';
import { ownPosts } from '../support/articles/own-posts';
import { NOTE_TARGET, OWN_TYPES, POST, POST_TARGET } from '../support/articles/own-types';
import { administratorWith, withEntries } from '../support/people/people';
import { queriesOfRequests } from '../support/databases/queries';
import { samples } from '../support/feed/samples';
import { bootSite, type Site } from '../support/site/site';

const ARTICLE = 'plugin::article-receiver.article';
const ADDRESS = 'https://blog.example.org/{language}/{slug}';
const FROM = ['/blog/{slug}', 'https://service.example/{language}/posts/{slug}'];
const EN = 'https://blog.example.org/en';

const published = (delivery: WireDelivery, status = 'published') =>
  nextDelivery(delivery, {
    event: 'article.status_changed',
    article: { status },
  });

const withLinks = (...slugs: string[]) =>
  makeDelivery({
    article: { language: 'en', content: slugs.map((slug) => `[a](/blog/${slug}#b)\n`).join('\n') },
  });

const article = (slug: string, language = 'en') => makeDelivery({ article: { slug, language } });

describe.each([
  ['the plugin’s own type', ARTICLE, {}],
  ['a type of the site’s own', POST, { types: OWN_TYPES }],
])('links between articles of %s', (_, uid, { types }: { types?: string }) => {
  let site: Site;
  let api: ReturnType<typeof adminApi>;
  let send: ReturnType<typeof ownPosts>['send'];

  beforeAll(async () => {
    const locale = { missing: 'create' };
    const target = types ? { target: { ...POST_TARGET, locale } } : {};
    const links = { from: FROM };
    site = await bootSite({ types, pluginConfig: { ...target, articleUrl: ADDRESS, links } });
    api = adminApi(site);
    ({ send } = ownPosts(site));
  });
  afterAll(() => site?.destroy());

  const documents = () => site.strapi.documents(uid as never);

  const idOf = async (deliveryId: string) => (await api.delivery(deliveryId)).documentId ?? '';

  const draftOf = async (documentId: string) =>
    (await documents().findOne({
      documentId,
      status: 'draft',
      ...(types ? { locale: 'en' } : {}),
    } as never)) as unknown as Record<string, unknown>;

  const deadIn = async (documentId: string): Promise<DeadLink[]> =>
    ((await api.get(`/articles/${documentId}`)).body as { data: ArticleOrigin }).data.deadLinks;

  const reasonsIn = async (documentId: string) =>
    Object.fromEntries((await deadIn(documentId)).map(({ slug, reason }) => [slug, reason]));

  const list = async (query = '') => (await api.get(`/dead-links${query}`)).body as DeadLinkPage;

  it('lead to the site whether the other article is there or not, and are reported until it is', async () => {
    const content =
      '[a](/blog/later?b=c#d) ![e](/blog/later) [f](https://service.example/de/posts/x)';
    const documentId = await idOf(
      await send(makeDelivery({ article: { language: 'en', content } })),
    );
    const before = await draftOf(documentId);
    const [later, other] = [`${EN}/later?b=c#d`, 'https://blog.example.org/de/x'];
    if (types) {
      const addresses = [...JSON.stringify(before.body).matchAll(/"url":"([^"]*)"/g)];
      expect(addresses.map(([, url]) => url)).toEqual([later, '/blog/later', other]);
    } else expect(before.content).toBe(`[a](${later}) ![e](/blog/later) [f](${other})`);
    const x = { url: other, slug: 'x', reason: 'missing', address: null };
    const to = { url: `${EN}/later`, slug: 'later', address: null };
    expect(await deadIn(documentId)).toEqual([{ ...to, reason: 'missing' }, x]);

    const target = article('later');
    await send(target);
    expect(await deadIn(documentId)).toEqual([{ ...to, reason: 'unpublished' }, x]);
    await send(published(target));
    expect(await deadIn(documentId)).toEqual([x]);
    expect(await draftOf(documentId)).toEqual(before);
    expect(await list()).toEqual({
      results: [
        {
          documentId,
          contentType: uid,
          locale: types ? 'en' : null,
          title: before.title,
          links: [x],
        },
      ],
      next: null,
    });
  });

  it('leave the sentence that goes on behind a bare address as it is', async () => {
    const address = 'https://service.example/en/posts/brewing';
    const content = `자세한 내용은 ${address}에서 확인\n\n参考${address}的文章“${address}”`;
    const documentId = await idOf(
      await send(makeDelivery({ article: { language: 'en', content } })),
    );
    const draft = await draftOf(documentId);
    const texts = types
      ? [...JSON.stringify(draft.body).matchAll(/"text":"([^"]*)"/g)].map(([, text]) => text)
      : [String(draft.content).replaceAll(/[<>\n]+/g, '')];
    const to = `${EN}/brewing`;
    expect(texts.join('')).toBe(`자세한 내용은 ${to}에서 확인参考${to}的文章“${to}”`);
    expect((await deadIn(documentId)).map(({ url }) => url)).toEqual([to]);
  });

  it('lead nowhere for as many reasons as there are', async () => {
    const offline = article('offline');
    await send(offline, published(offline));
    await send(published(published(offline), 'archived'));
    const deleted = article('deleted');
    const gone = await idOf(await send(deleted));
    await documents().delete({ documentId: gone, ...(types ? { locale: 'en' } : {}) } as never);
    const german = article('german', 'de');
    await send(german, published(german));
    const moved = article('moved-before');
    await send(moved, published(moved));
    await send(nextDelivery(published(moved), { article: { slug: 'moved-now' } }));
    await send(published(article('taken')));
    const documentId = await idOf(
      await send(withLinks('offline', 'deleted', 'german', 'moved-before', 'moved-now', 'taken')),
    );
    expect(await reasonsIn(documentId)).toEqual({
      offline: 'offline',
      deleted: 'deleted',
      german: 'elsewhere',
    });
    const [link] = (await deadIn(documentId)).filter(({ slug }) => slug === 'german');
    expect(link?.address).toBe('https://blog.example.org/de/german');
  });

  it('lead to the locale of a language that the site has by another name', async () => {
    const german = article('german-too', 'de');
    await send(german, published(german));
    const content = '[a](https://service.example/de-DE/posts/german-too)';
    const documentId = await idOf(
      await send(makeDelivery({ article: { language: 'en', content } })),
    );
    const { body = null, content: text = null } = await draftOf(documentId);
    const address = types ? 'https://blog.example.org/de/german-too' : '/de-DE/german-too';
    expect(JSON.stringify(types ? body : text)).toContain(address);
    expect(await reasonsIn(documentId)).toEqual(types ? {} : { 'german-too': 'elsewhere' });
  });

  it('are not reported any more once an editor took them out', async () => {
    const documentId = await idOf(await send(withLinks('nobody', 'nobody-else')));
    expect(await reasonsIn(documentId)).toEqual({ nobody: 'missing', 'nobody-else': 'missing' });
    const url = `${EN}/nobody-else#b`;
    const words = [{ type: 'text', text: 'a' }];
    const blocks = [{ type: 'paragraph', children: [{ type: 'link', url, children: words }] }];
    const data = types ? { body: blocks } : { content: `[a](${url})` };
    await documents().update({
      documentId,
      data,
      ...(types ? { locale: 'en' } : {}),
    } as never);
    expect(await reasonsIn(documentId)).toEqual({ 'nobody-else': 'missing' });
  });

  it('are listed page by page, in as many statements for many articles as for one', async () => {
    const counted = async () => (await queriesOfRequests(site.strapi, () => list())).length;
    await send(withLinks('none', 'none-more'));
    await list();
    const before = await counted();
    expect(before).toBeGreaterThan(1);
    for (const slug of ['one', 'two', 'three']) await send(withLinks(slug, `${slug}-more`));
    expect(await counted()).toBe(before);
    const all = (await list()).results;
    const first = await list('?pageSize=2');
    expect(first.results).toEqual(all.slice(0, 2));
    const second = await list(`?pageSize=2&before=${first.next}`);
    expect(second.results).toEqual(all.slice(2, 4));
    expect((await api.get('/dead-links?before=x')).status).toBe(400);
  });

  it('are shown to those who may read the article', async () => {
    const asked = async (session: string) =>
      (
        await site.request
          .get('/article-receiver/dead-links')
          .set('Authorization', `Bearer ${session}`)
      ).body as DeadLinkPage;
    const reader = await administratorWith(
      site,
      withEntries(uid, ['read'], { properties: types ? { locales: ['en'] } : {} }),
    );
    expect((await asked(reader)).results.length).toBeGreaterThan(0);
    const stranger = await administratorWith(site, ['plugin::article-receiver.deliveries.read']);
    expect(await asked(stranger)).toEqual({ results: [], next: null });
    expect((await site.request.get('/article-receiver/dead-links')).status).toBe(401);
  });

  it('are the same after everything is applied again', async () => {
    const linking = withLinks('again');
    const documentId = await idOf(await send(linking));
    const before = await draftOf(documentId);
    await api.post('/rebuild', {});
    await site.settle();
    expect(await draftOf(documentId)).toEqual(before);
    expect(await reasonsIn(documentId)).toEqual({ again: 'missing' });
  });
});

/** The site's `config/plugins` as the page has it. */
function exampleOfPage(): Record<string, unknown> {
  const page = readFileSync(join(__dirname, '..', '..', 'docs', 'front-ends.md'), 'utf8');
  const [, code = ''] = /## Links between articles.*?```js\n(.*?)```/s.exec(page) ?? [];
  const module: { exports?: () => Record<string, { config: Record<string, unknown> }> } = {};
  runInNewContext(code, { module });
  const config = module.exports?.()['article-receiver']?.config;
  if (!config) throw new Error('the page has no example of links');
  return config;
}

it('lead where the page says with the samples of the repository', async () => {
  const site = await bootSite({ pluginConfig: exampleOfPage() });
  try {
    const [sample] = samples();
    if (!sample) throw new Error('there is no sample');
    const deliveryId = await ownPosts(site).send(sample.delivery);
    const { documentId } = await adminApi(site).delivery(deliveryId);
    const draft = (await site.strapi
      .documents(ARTICLE as never)
      .findOne({ documentId: documentId ?? '', status: 'draft' })) as { content?: string } | null;
    const page = readFileSync(join(__dirname, '..', '..', 'docs', 'front-ends.md'), 'utf8');
    const [, before = '', after = ''] =
      /In the samples[^`]*`([^`]*)` then leads to\s+`([^`]*)`/.exec(page) ?? [];
    expect(sample.delivery.article.content).toContain(`](${before})`);
    expect(draft?.content).toContain(`](${after})`);
    expect(after).toContain(`${EN}/`);
  } finally {
    await site.destroy();
  }
});

it('keep their addresses on a site that lists none of the service’s', async () => {
  const site = await bootSite({ pluginConfig: { articleUrl: ADDRESS } });
  try {
    const api = adminApi(site);
    const deliveryId = await ownPosts(site).send(withLinks('x'));
    const { documentId } = await api.delivery(deliveryId);
    const draft = await site.strapi
      .documents(ARTICLE as never)
      .findOne({ documentId: documentId ?? '', status: 'draft' });
    expect((draft as { content?: string } | null)?.content).toBe('[a](/blog/x#b)\n');
    expect((await api.get('/dead-links')).body).toEqual({ results: [], next: null });
  } finally {
    await site.destroy();
  }
});

it.each([
  [
    'a pattern without a slug',
    { articleUrl: ADDRESS, links: { from: ['/blog'] } },
    /"links.from.0": expected an address like/,
  ],
  [
    'no address of the site’s own',
    { links: { from: FROM } },
    /"links.from": expected "articleUrl" beside it/,
  ],
  [
    'addresses that are the site’s',
    { articleUrl: `${EN}/new-{slug}`, links: { from: [`${EN}/{slug}`] } },
    /"links.from": .* is an address of "articleUrl"/,
  ],
])('%s stops the boot and is named', async (_, pluginConfig, message) => {
  await expect(bootSite({ pluginConfig })).rejects.toThrow(message);
});

it('a type without slugs stops the boot and is named', async () => {
  const { headline, text } = NOTE_TARGET.fields;
  const target = { ...NOTE_TARGET, fields: { headline, text } };
  await expect(
    bootSite({
      types: OWN_TYPES,
      pluginConfig: { target, articleUrl: ADDRESS, links: { from: FROM } },
    }),
  ).rejects.toThrow(/"links.from": expected a field for "slug" in "target.fields"/);
});
