import { runInNewContext } from 'node:vm';
import { articlePreview } from '../../src/plugins/article-receiver/config/src';
import type {
  ArticleOrigin,
  ArticleVersion,
} from '../../src/plugins/article-receiver/shared/articles/articles';
import { adminApi } from '../support/people/admin-api';
import { apiTokenOf } from '../support/articles/articles';
import { makeDelivery, nextDelivery, type WireDelivery } from '../support/feed/deliveries';
import { ownPosts } from '../support/articles/own-posts';
import { OWN_TYPES, POST, POST_TARGET } from '../support/articles/own-types';
import { samplesOf } from '../support/docs-samples';
import { administratorWith, withEntries } from '../support/people/people';
import { bootSite, type Site } from '../support/site/site';

interface AdminConfig {
  preview: { config: { handler: (uid: string, entry: object) => Promise<string | undefined> } };
}

/** The site's `config/admin` as the page has it. */
function exampleOfPage(): AdminConfig {
  const [{ code } = { code: '' }] = samplesOf('the handler of previews');
  const module: { exports?: (params: object) => AdminConfig } = {};
  runInNewContext(code, { require, module });
  const config = module.exports?.({ env: (name: string) => `value of ${name}` });
  if (!config) throw new Error('the page has no example of a preview');
  return config;
}

const ARTICLE = 'plugin::article-receiver.article';
const ADDRESS = 'https://blog.example.org/{language}/{slug}';

const published = (delivery: WireDelivery, article: object = {}) =>
  nextDelivery(delivery, {
    event: 'article.status_changed',
    article: { ...article, status: 'published' },
  });

describe.each([
  ['the plugin’s own type', ARTICLE, {}],
  ['a type of the site’s own', POST, { types: OWN_TYPES }],
])('an article of %s', (_, uid, { types }: { types?: string }) => {
  let site: Site;
  let api: ReturnType<typeof adminApi>;
  const first = makeDelivery({ article: { slug: 'brewing', language: 'en' } });
  const second = published(first, {
    title: 'Brewing, revised',
    content: 'Other words.',
    reviewScore: 91,
    reviewVerdict: 'approved',
  });
  let documentId: string;
  let firstId: string;

  beforeAll(async () => {
    const fields = { ...POST_TARGET.fields, llms: { text: 'https://example.org/{slug}' } };
    const target = types ? { target: { ...POST_TARGET, fields } } : {};
    site = await bootSite({ types, pluginConfig: { ...target, articleUrl: ADDRESS } });
    api = adminApi(site);
    const { send } = ownPosts(site);
    firstId = await send(first);
    const secondId = await send(second);
    documentId = (await api.delivery(secondId)).documentId ?? '';
  });
  afterAll(() => site?.destroy());

  const origin = async () =>
    ((await api.get(`/articles/${documentId}`)).body as { data: ArticleOrigin }).data;

  const draft = async () =>
    (await site.strapi
      .documents(uid as never)
      .findOne({ documentId, status: 'draft' })) as unknown as Record<string, unknown>;

  it('says while a delivery of it is under way', async () => {
    expect(await origin()).toMatchObject({ isBusy: false });
    const runner = site.strapi
      .plugin('article-receiver')
      .service<{ start(): void; stop(): Promise<void> }>('runner');
    await runner.stop();
    await api.post(`/deliveries/${firstId}/redrive`);
    expect(await origin()).toMatchObject({ isBusy: true });
    runner.start();
    await site.settle();
    expect(await origin()).toMatchObject({ isBusy: false });
  });

  it('knows campaign, status, review and planned date from the log', async () => {
    const { campaign, service } = await origin();
    expect(campaign).toBe(first.article.campaign.name);
    expect(service).toMatchObject({
      campaign: first.article.campaign.name,
      sourceStatus: 'published',
      reviewScore: 91,
      reviewVerdict: 'approved',
      plannedForDate: first.article.contentPlan.plannedForDate,
    });
  });

  it('names no campaign to whoever may not read that field', async () => {
    const properties = { fields: ['title'], ...(uid === POST ? { locales: ['en'] } : {}) };
    const reader = await administratorWith(site, withEntries(uid, ['read'], { properties }));
    const { body } = await site.request
      .get(`/article-receiver/articles/${documentId}`)
      .set('Authorization', `Bearer ${reader}`)
      .expect(200);
    const { campaign, service } = (body as { data: ArticleOrigin }).data;
    // On a type of the site's own it is no field.
    const expected = uid === ARTICLE ? null : first.article.campaign.name;
    expect([campaign, service?.campaign]).toEqual([expected, expected]);
  });

  it('has an address once it is published, in the panel and with its delivery', async () => {
    const address = 'https://blog.example.org/en/brewing';
    expect((await origin()).address).toBe(address);
    expect((await api.delivery(firstId)).address).toBe(address);
    const other = await ownPosts(site).send(makeDelivery({ article: { slug: 'not-yet' } }));
    expect((await api.delivery(other)).address).toBeNull();
  });

  it('names its address in structured data that names none', async () => {
    const { text } = await site.request
      .get('/api/article-receiver/articles/brewing/json-ld')
      .set('Authorization', `Bearer ${await apiTokenOf(site)}`);
    const [article] = (JSON.parse(text) as { '@graph': object[] })['@graph'];
    const url = 'https://blog.example.org/en/brewing';
    expect(article).toMatchObject({ '@type': 'Article', url, mainEntityOfPage: url });
  });

  it.each([
    ['in one thing with an empty one', { '@type': 'Article', url: '' }],
    ['in a graph of one thing', { '@graph': { '@type': 'Article', headline: 'A' } }],
    ['where its page has an empty one', { '@type': 'Article', mainEntityOfPage: { '@id': '' } }],
  ] as [string, object][])('names its address %s', async (_place, document) => {
    const delivery = makeDelivery({
      event: 'article.status_changed',
      article: { status: 'published' },
    });
    const { slug, files } = delivery.article;
    files.jsonLd.content = JSON.stringify(document);
    await ownPosts(site).send(delivery);
    const { text } = await site.request
      .get(`/api/article-receiver/articles/${slug}/json-ld`)
      .set('Authorization', `Bearer ${await apiTokenOf(site)}`);
    const answer = JSON.parse(text) as Record<string, unknown>;
    const url = `https://blog.example.org/en/${slug}`;
    expect(answer['@graph'] ?? answer).toMatchObject({ url });
  });

  it('names it also where the parts of the data only refer to each other', async () => {
    const page = { '@id': '#page' };
    const nodes = [
      { '@type': 'Article', '@id': '#article', mainEntityOfPage: page },
      { '@type': 'WebPage', ...page },
    ];
    const jsonLd = { ...first.article.files.jsonLd, content: JSON.stringify({ '@graph': nodes }) };
    const article = { slug: 'within', files: { ...first.article.files, jsonLd } };
    const changes = { ...article, language: 'en', status: 'published' };
    await ownPosts(site).send(makeDelivery({ event: 'article.status_changed', article: changes }));
    const { text } = await site.request
      .get('/api/article-receiver/articles/within/json-ld')
      .set('Authorization', `Bearer ${await apiTokenOf(site)}`);
    const url = 'https://blog.example.org/en/within';
    expect(JSON.parse(text)).toEqual({ '@graph': [{ ...nodes[0], url }, nodes[1]] });
  });

  it('is previewed where it will be, and where it is', async () => {
    const previewed = async (status: string, handler: unknown) => {
      site.strapi.config.set('admin.preview', { enabled: true, config: { handler } });
      const locale = types ? '&locale=en' : '';
      const { body } = await site.request
        .get(
          `/content-manager/preview/url/${uid}?documentId=${documentId}&status=${status}${locale}`,
        )
        .set('Authorization', `Bearer ${await site.adminToken()}`);
      return (body as { data?: { url?: string } }).data?.url;
    };
    const url = 'https://blog.example.org/en/brewing';
    const plain = articlePreview();
    expect(await previewed('published', plain)).toBe(url);
    expect(await previewed('draft', plain)).toBe(`${url}?status=draft`);
    const draftAddress = 'https://blog.example.org/preview?secret=s&url={url}&status={status}';
    expect(await previewed('draft', articlePreview({ draft: draftAddress }))).toBe(
      `https://blog.example.org/preview?secret=s&url=${encodeURIComponent(url)}&status=draft`,
    );
    const made = articlePreview({ draft: ({ slug }) => `https://draft.example.org/${slug}` });
    expect(await previewed('draft', made)).toBe('https://draft.example.org/brewing');
    const { handler } = exampleOfPage().preview.config;
    expect(await previewed('draft', handler)).toBe(
      `https://blog.example.org/preview?secret=value of PREVIEW_SECRET&url=${encodeURIComponent(url)}`,
    );
    expect(await previewed('published', handler)).toBe(
      `https://blog.example.org/preview/end?url=${encodeURIComponent(url)}`,
    );
    expect(await plain('api::other.other', { documentId, status: 'draft' })).toBeUndefined();
    expect(() => articlePreview({ draft: 'https://blog.example.org/{slugg}' })).toThrow(
      'articlePreview: "draft": there is no {slugg}',
    );
    expect(() => articlePreview({ published: '/preview/end?url={url}' })).toThrow(
      'articlePreview: "published": expected an address like',
    );
  });

  describe('going back to a delivery', () => {
    const path = () => `/articles/${documentId}/versions/${firstId}`;

    it('shows first what would change', async () => {
      const { status, body } = await api.get(path());
      expect(status).toBe(200);
      const { fields } = (body as { data: ArticleVersion }).data;
      const title = fields.find(({ field }) => field === 'title');
      expect(title).toMatchObject({ current: 'Brewing, revised', value: first.article.title });
      const names = fields.map(({ field }) => field);
      for (const never of ['slug', 'sourceStatus', 'reviewScore', 'sourceUpdatedAt', 'feedId']) {
        expect(names).not.toContain(never);
      }
      expect((await draft()).title).toBe('Brewing, revised');
    });

    it('is for whoever may change the article and see deliveries', async () => {
      const log = 'plugin::article-receiver.deliveries.read';
      const statusFor = async (actions: Parameters<typeof administratorWith>[1]) => {
        const session = await administratorWith(site, actions);
        const { status } = await site.request
          .post(`/article-receiver${path()}`)
          .set('Authorization', `Bearer ${session}`)
          .send({});
        return status;
      };
      expect(await statusFor([log, ...withEntries(uid, ['read'])])).toBe(403);
      expect(await statusFor(withEntries(uid, ['read', 'update']))).toBe(403);
      expect((await api.get(`/articles/${documentId}/versions/dlv_none`)).status).toBe(404);
    });

    it('shows nothing with a slug that the article does not have', async () => {
      const another = makeDelivery({ article: { slug: 'brewing', language: 'en' } });
      const deliveryId = await ownPosts(site).send(another);
      const delivery = await api.delivery(deliveryId);
      const { body } = await api.get(`/articles/${delivery.documentId}/versions/${deliveryId}`);
      expect((body as { data: ArticleVersion }).data.fields).toEqual([]);
    });

    it('puts it into the draft as an editor’s edit, which stays', async () => {
      const used = await api.post(path(), { fields: ['title'] });
      expect(used.status).toBe(200);
      expect(used.body).toEqual({ data: { deliveryId: firstId, fields: ['title'] } });
      expect((await draft()).title).toBe(first.article.title);
      expect((await origin()).heldFields).toEqual(['title']);

      // What stands there is an editor's: a redrive leaves it, a newer delivery offers its own.
      await ownPosts(site).send(nextDelivery(second, { article: { title: 'A third title' } }));
      expect((await draft()).title).toBe(first.article.title);
      const offers = await api.suggestionsOf(documentId);
      expect(offers.map(({ field, value }) => [field, value])).toEqual([
        ['title', 'A third title'],
      ]);
    });
  });
});
