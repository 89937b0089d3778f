import type {
  ArticleAttention,
  ArticleOrigin,
} from '../../src/plugins/article-receiver/shared/articles/articles';
import { adminApi } from '../support/people/admin-api';
import { apiTokenOf, shownArticle } from '../support/articles/articles';
import { makeDelivery, nextDelivery, type WireDelivery } from '../support/feed/deliveries';
import { arrive } from '../support/feed/event-log';
import { eventually } from '../support/eventually';
import { bootSite, type Site } from '../support/site/site';

const ARTICLE = 'plugin::article-receiver.article';

describe('articles that need attention', () => {
  let site: Site;
  let api: ReturnType<typeof adminApi>;

  beforeAll(async () => {
    site = await bootSite();
    api = adminApi(site);
  });
  afterAll(() => site?.destroy());

  const send = (delivery: WireDelivery): Promise<string> => arrive(site, delivery);
  const documentOf = async ({ article }: WireDelivery): Promise<string> =>
    (await shownArticle(site, article.id, 'draft'))?.documentId ?? '';
  const edit = async (documentId: string, data: object) =>
    site.strapi.documents(ARTICLE).update({ documentId, data: data as never });
  /** Of entries that are not there, or not the reader's to edit, nothing is said. */
  const attentionTo = async (documentId: string) => {
    const { body } = await api.get(`/articles?documentIds=${documentId},unknown`);
    return (body as { results: ArticleAttention[] }).results;
  };
  /** What the Content Manager's list shows when it is filtered by the attribute. */
  const listed = async (value: boolean): Promise<string[]> => {
    const { status, body } = await site.request
      .get(`/content-manager/collection-types/${ARTICLE}?pageSize=100`)
      .query({ 'filters[$and][0][needsAttention][$eq]': String(value) })
      .set('Authorization', `Bearer ${await site.adminToken()}`);
    expect(status).toBe(200);
    return (body as { results: { documentId: string }[] }).results.map((row) => row.documentId);
  };

  it('are those with an open suggestion, until it is decided', async () => {
    const first = makeDelivery();
    await send(first);
    const documentId = await documentOf(first);
    expect(await listed(false)).toContain(documentId);
    await edit(documentId, { title: 'Ours' });
    await send(nextDelivery(first, { article: { title: 'Theirs' } }));

    expect(await attentionTo(documentId)).toEqual([
      { documentId, suggestions: 1, held: false, failed: false, parked: 0, attention: true },
    ]);
    expect(await listed(true)).toContain(documentId);
    const { data: origin } = (await api.get(`/articles/${documentId}`)).body as {
      data: ArticleOrigin;
    };
    expect(origin).toMatchObject({
      articleId: first.article.id,
      campaign: 'Home Coffee Guides',
      held: null,
      heldFields: ['title'],
      attention: true,
    });
    expect((await api.get('/articles/unknown')).status).toBe(404);

    const [offer] = await api.suggestionsOf(documentId);
    await api.post(`/suggestions/${offer?.id}/accept`);
    expect(await listed(true)).not.toContain(documentId);
    expect(await listed(false)).toContain(documentId);
  });

  it('are those with a parked delivery, until something newer is shown', async () => {
    const first = makeDelivery();
    await send(first);
    const documentId = await documentOf(first);
    const before = (await shownArticle(site, first.article.id, 'draft'))?.updatedAt;
    const unheardOf = nextDelivery(first, { event: 'article.unheard_of' });
    await send(unheardOf);
    expect(await attentionTo(documentId)).toMatchObject([{ parked: 1, attention: true }]);
    const after = await shownArticle(site, first.article.id, 'draft');
    expect(after?.updatedAt).toBe(before);
    expect(await listed(true)).toContain(documentId);
    await send(nextDelivery(unheardOf, { event: 'article.ready' }));
    expect(await listed(true)).not.toContain(documentId);
  });

  it('are those with a held publication, draft and published alike, until it is released', async () => {
    const first = makeDelivery({
      event: 'article.status_changed',
      article: { status: 'published' },
    });
    await send(first);
    const documentId = await documentOf(first);
    await edit(documentId, { title: 'Ours' });
    await send(nextDelivery(first, { article: { tldr: 'Newer.' } }));
    expect(await attentionTo(documentId)).toMatchObject([{ held: true, attention: true }]);
    expect(await listed(true)).toContain(documentId);
    const versions = (await site.strapi.db.query(ARTICLE).findMany({
      where: { documentId },
    })) as { needsAttention: boolean }[];
    expect(versions.map(({ needsAttention }) => needsAttention)).toEqual([true, true]);
    await api.post(`/articles/${documentId}/release`);
    await site.settle();
    expect(await listed(true)).not.toContain(documentId);
  });

  it('is nobody’s to write, and no copy’s to inherit', async () => {
    const first = makeDelivery();
    await send(first);
    const documentId = await documentOf(first);
    await edit(documentId, { title: 'Ours' });
    await send(nextDelivery(first, { article: { title: 'Theirs' } }));
    const manager = `/content-manager/collection-types/${ARTICLE}`;
    const session = `Bearer ${await site.adminToken()}`;
    const written = await site.request
      .put(`${manager}/${documentId}`)
      .set('Authorization', session)
      .send({ needsAttention: false });
    expect(written.status).toBe(200);
    expect(await listed(true)).toContain(documentId);

    const copy = await site.request
      .post(`${manager}/clone/${documentId}`)
      .set('Authorization', session)
      .send({ slug: 'a-copy' });
    const { data } = copy.body as { data: { documentId: string } };
    await eventually(async () => expect(await listed(false)).toContain(data.documentId));
  });

  it('stays out of the Content API', async () => {
    const ask = async (query: string) =>
      site.request
        .get(`/api/article-receiver/articles?status=draft${query}`)
        .set('Authorization', `Bearer ${await apiTokenOf(site)}`);
    const { status, text } = await ask('&pagination[pageSize]=100');
    expect([status, text.includes('needsAttention')]).toEqual([200, false]);
    expect((await ask('&filters[needsAttention]=true')).status).toBe(400);
    expect((await ask('&sort=needsAttention')).status).toBe(400);
    expect((await ask('&fields[0]=needsAttention')).text).not.toContain('needsAttention":');
  });

  it('is filled in for articles from before it was there', async () => {
    const plain = makeDelivery();
    const waiting = makeDelivery();
    await send(plain);
    await send(waiting);
    await send(
      nextDelivery(waiting, { event: 'article.status_changed', article: { status: 'odd' } }),
    );
    await site.strapi.db.connection('article_receiver_articles').update({ needs_attention: null });
    await site.restart();
    api = adminApi(site);
    expect(await listed(false)).toContain(await documentOf(plain));
    expect(await listed(true)).toContain(await documentOf(waiting));
  });

  it('keeps no site from starting where a row was written past Strapi, and has no id of a document', async () => {
    const articles = () => site.strapi.db.connection('article_receiver_articles');
    await articles().insert({ title: 'Of a script' });
    await site.restart();
    api = adminApi(site);
    expect(await articles().where({ title: 'Of a script' }).select('needs_attention')).toEqual([
      { needs_attention: null },
    ]);
  });

  it('asks for the articles that it is to tell about', async () => {
    expect((await api.get('/articles')).status).toBe(400);
    const many = Array.from({ length: 101 }, (_, n) => `d${n}`).join(',');
    expect((await api.get(`/articles?documentIds=${many}`)).status).toBe(400);
  });
});
