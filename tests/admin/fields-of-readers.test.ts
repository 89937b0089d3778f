import type { ArticleOrigin } from '../../src/plugins/article-receiver/shared/articles/articles';
import type { DecisionPage } from '../../src/plugins/article-receiver/shared/decisions/decisions';
import type { DeadLinkPage } from '../../src/plugins/article-receiver/shared/articles/links';
import type { PlannedPage } from '../../src/plugins/article-receiver/shared/articles/planned';
import type { WaitingPage } from '../../src/plugins/article-receiver/shared/decisions/waiting';
import { adminApi } from '../support/people/admin-api';
import { makeDelivery, nextDelivery, type WireDelivery } from '../support/feed/deliveries';
import { arriveInTurn } from '../support/feed/event-log';
import { asImage } from '../support/feed/images';
import { OWN_TYPES, POST, POST_TARGET } from '../support/articles/own-types';
import { administratorWith, withEntries } from '../support/people/people';
import { bootSite, type Site } from '../support/site/site';

const ARTICLE = 'plugin::article-receiver.article';
const IS_CREATOR = 'admin::is-creator';
const WORD = 'in translation';
const DAY = '2099-05-01';

describe.each([
  ['the plugin’s own type', ARTICLE, {}],
  ['a type of the site’s own', POST, { types: OWN_TYPES }],
])('the fields of %s', (_, uid, { types }: { types?: string }) => {
  let site: Site;
  let api: ReturnType<typeof adminApi>;
  const isOwn = types !== undefined;
  const locale = isOwn ? { locale: 'en' } : {};
  const documents = () => site.strapi.documents(uid as never);

  /** An article that goes online by itself, and one in which all kinds of things wait. */
  let planned: string;
  let asking: string;
  let asked: WireDelivery;

  async function send(delivery: WireDelivery): Promise<string> {
    return (await api.delivery(await arriveInTurn(site, delivery))).documentId ?? '';
  }

  const edit = (documentId: string, data: object) =>
    documents().update({ documentId, ...locale, data } as never);

  /** What is answered to somebody with these permissions. */
  async function somebody(...permissions: Parameters<typeof administratorWith>[1][]) {
    const session = await administratorWith(site, permissions.flat());
    const get = async <Answer>(path: string) =>
      (
        await site.request
          .get(`/article-receiver${path}`)
          .set('Authorization', `Bearer ${session}`)
          .expect(200)
      ).body as Answer;
    return {
      post: (path: string) =>
        site.request
          .post(`/article-receiver${path}`)
          .set('Authorization', `Bearer ${session}`)
          .send({}),
      origin: async (id = asking) => (await get<{ data: ArticleOrigin }>(`/articles/${id}`)).data,
      planned: async () => (await get<PlannedPage>('/planned')).results,
      deadLinks: async () => (await get<DeadLinkPage>('/dead-links')).results,
      decisions: async () => (await get<DecisionPage>('/decisions')).results,
      waiting: async () => (await get<WaitingPage>('/waiting')).results,
    };
  }

  const withFields = (actions: ('read' | 'update')[], fields: string[], conditions?: string[]) =>
    withEntries(uid, actions, {
      properties: { fields, ...(isOwn ? { locales: ['en'] } : {}) },
      ...(conditions ? { conditions } : {}),
    });

  beforeAll(async () => {
    site = await bootSite({
      types,
      pluginConfig: {
        ...(isOwn ? { target: { ...POST_TARGET, locale: { missing: 'create' } } } : {}),
        publishOnReady: 'planned',
        planned: { time: '09:00', timeZone: 'Europe/Berlin' },
        articleUrl: 'https://blog.example.org/{language}/{slug}',
        links: { from: ['/blog/{slug}'] },
      },
    });
    api = adminApi(site);
    const { contentPlan } = makeDelivery().article;
    planned = await send(
      makeDelivery({
        article: {
          title: 'To come',
          status: 'draft',
          language: 'en',
          contentPlan: { ...contentPlan, plannedForDate: DAY },
        },
      }),
    );
    asked = makeDelivery({
      article: {
        title: 'Secret',
        language: 'en',
        content: '[a](/blog/nowhere)',
        images: [asImage(Buffer.from('none'), { alt: 'A chart' })],
        heroImageUrl: '',
      },
    });
    asking = await send(asked);
    await edit(asking, { title: 'Ours' });
    asked = nextDelivery(asked, {
      event: 'article.status_changed',
      article: { title: 'Theirs', status: WORD },
    });
    await send(asked);
    const [offered] = await api.suggestionsOf(asking);
    expect((await api.post(`/suggestions/${offered?.id}/reject`)).status).toBe(200);
  });
  afterAll(() => site?.destroy());

  it('are told to nobody who may not read them', async () => {
    const reader = await somebody(withFields(['read'], ['slug']));
    expect(await reader.deadLinks()).toEqual([]);
    const { questions, ...told } = await reader.origin();
    expect(told).toMatchObject({ articleId: null, deadLinks: [], heldFields: [] });
    expect(await reader.decisions()).toMatchObject([{ documentId: asking, title: null }]);
    const word = { reasonCode: 'statusUnmapped', reasonValues: { word: WORD } };
    const nothing = { reason: null, reasonCode: null, reasonValues: null };
    if (isOwn) {
      // What the service says is in no field here: it is for whoever may read the entry.
      expect(questions).toMatchObject([{ kind: 'word', ...word }]);
      expect(told.lostImages).toMatchObject([{ name: 'A chart' }]);
      expect(await reader.planned()).toMatchObject([
        { documentId: planned, day: DAY, title: null },
      ]);
    } else {
      expect(questions).toMatchObject([{ kind: 'word', count: 1, ...nothing }]);
      expect(told.lostImages).toEqual([]);
      expect(await reader.planned()).toEqual([]);
    }
  });

  it('are told one by one', async () => {
    const fields = isOwn
      ? ['title', 'body', 'feedId']
      : ['title', 'content', 'sourceId', 'plannedForDate', 'sourceStatus', 'images'];
    const reader = await somebody(withFields(['read'], fields));
    const [dead] = await reader.deadLinks();
    expect(dead).toMatchObject({ documentId: asking, title: 'Ours', links: [{ slug: 'nowhere' }] });
    expect(await reader.origin()).toMatchObject({
      articleId: asked.article.id,
      deadLinks: [{ slug: 'nowhere' }],
      heldFields: ['title'],
      lostImages: [{ name: 'A chart' }],
      questions: [{ kind: 'word', reasonValues: { word: WORD }, deliveryId: null }],
    });
    expect(await reader.planned()).toMatchObject([{ documentId: planned, title: 'To come' }]);
    expect(await reader.decisions()).toMatchObject([{ documentId: asking, title: 'Ours' }]);
  });

  it('are told as the log has them to whoever may read that', async () => {
    const reader = await somebody(withFields(['read'], ['slug']), [
      'plugin::article-receiver.deliveries.read',
    ]);
    const { articleId, questions } = await reader.origin();
    expect([articleId, questions[0]?.reasonValues]).toEqual([asked.article.id, { word: WORD }]);
    // What the service calls it, not what the editor made of it.
    const [waits] = await reader.waiting();
    expect(waits).toMatchObject({ articleId: asked.article.id, title: 'Theirs' });
    expect(await reader.decisions()).toMatchObject([{ title: 'Theirs' }]);
  });

  it('are not told in what waits for whoever may change others', async () => {
    const first = makeDelivery({ article: { title: 'Kept from them', language: 'en' } });
    const documentId = await send(first);
    const field = isOwn ? 'excerpt' : 'description';
    await edit(documentId, { [field]: 'Ours.' });
    await send(nextDelivery(first, { article: { description: 'Theirs.' } }));
    const writer = await somebody(withFields(['read', 'update'], [field]));
    expect(await writer.waiting()).toMatchObject([{ documentId, title: null, articleId: null }]);
    const titled = isOwn ? ['title', 'feedId'] : ['title', 'sourceId'];
    const other = await somebody(withFields(['read', 'update'], [field, ...titled]));
    expect(await other.waiting()).toMatchObject([
      { documentId, title: 'Kept from them', articleId: first.article.id },
    ]);
  });

  it('are not told of an article that has the slug, to whoever may not read it', async () => {
    const first = makeDelivery({ article: { title: 'Asks', slug: 'alpha', language: 'en' } });
    const documentId = await send(first);
    await edit(documentId, { slug: 'ours' });
    await send(nextDelivery(first, { article: { slug: 'beta' } }));
    const holder = await send(makeDelivery({ article: { title: 'Holder', language: 'en' } }));
    await edit(holder, { slug: 'beta' });
    const [offered] = await api.suggestionsOf(documentId);
    const details = { reason: 'slug-taken', slug: 'beta' };
    const path = `/suggestions/${offered?.id}/accept`;
    const writer = await somebody(withFields(['read', 'update'], ['slug']));
    expect((await writer.post(path)).body).toMatchObject({
      error: { status: 409, details: { ...details, documentId: holder, title: null } },
    });
    // Somebody who may change this entry alone.
    const theirs = await somebody(withFields(['read', 'update'], ['slug', 'title'], [IS_CREATOR]));
    const [{ id } = { id: 0 }] = (await site.strapi.db
      .query('admin::user')
      .findMany({ orderBy: { id: 'desc' }, limit: 1 })) as { id: number }[];
    await site.strapi.db
      .query(uid as never)
      .updateMany({ where: { documentId }, data: { createdBy: id } as never });
    const { body: refused } = await theirs.post(path);
    expect(refused).toMatchObject({
      error: { details: { ...details, documentId: null, title: null } },
    });
    expect(JSON.stringify(refused)).not.toContain('Holder');
    expect((await api.post(path)).body).toMatchObject({
      error: { details: { ...details, documentId: holder, title: 'Holder' } },
    });
  });
});
