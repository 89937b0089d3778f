import type {
  ArticleAttention,
  ArticleOrigin,
} from '../../src/plugins/article-receiver/shared/articles/articles';
import type { SuggestionSummary } from '../../src/plugins/article-receiver/shared/decisions/suggestions';
import { shownArticle } from '../support/articles/articles';
import { makeDelivery, nextDelivery, type WireDelivery } from '../support/feed/deliveries';
import { arrive } from '../support/feed/event-log';
import { ownPosts } from '../support/articles/own-posts';
import { OWN_TYPES, POST, POST_TARGET } from '../support/articles/own-types';
import { administratorAs, administratorWith, withEntries } from '../support/people/people';
import { bootSite, type Site } from '../support/site/site';

const ARTICLE = 'plugin::article-receiver.article';
const IS_CREATOR = 'admin::is-creator';

let site: Site;
afterAll(() => site?.destroy());

/** The plugin's admin API in the name of somebody. */
function as(session: string) {
  const call = async (method: 'get' | 'post', path: string, body?: object) => {
    const request = site.request[method](`/article-receiver${path}`);
    return request.set('Authorization', `Bearer ${session}`).send(body);
  };
  return {
    status: async (method: 'get' | 'post', path: string) => (await call(method, path)).status,
    origin: async (documentId: string) =>
      ((await call('get', `/articles/${documentId}`)).body as { data: ArticleOrigin }).data,
    attention: async (documentId: string) =>
      (
        (await call('get', `/articles?documentIds=${documentId}`)).body as {
          results: ArticleAttention[];
        }
      ).results,
    /** The open suggestions that are shown, by field. */
    suggestions: async (documentId: string) => {
      const { body } = await call('get', `/suggestions?documentId=${documentId}&state=open`);
      const { results } = body as { results: SuggestionSummary[] };
      return Object.fromEntries(results.map(({ field, id }) => [field, id]));
    },
  };
}

describe('who may decide', () => {
  let first: WireDelivery;
  let documentId: string;

  beforeAll(async () => {
    site = await bootSite();
  });
  /** A published article with suggestions for title and TL;DR, and a held publication. */
  beforeEach(async () => {
    first = makeDelivery({ event: 'article.status_changed', article: { status: 'published' } });
    await arrive(site, first);
    documentId = (await shownArticle(site, first.article.id, 'draft'))?.documentId ?? '';
    const data = { title: 'Ours', tldr: 'Ours.' };
    await site.strapi.documents(ARTICLE).update({ documentId, data: data as never });
    const theirs = { title: 'Theirs', tldr: 'Theirs.' };
    await arrive(site, nextDelivery(first, { article: theirs }));
  });

  const draft = async () => shownArticle(site, first.article.id, 'draft');

  /** The entry is made the newest administrator’s. */
  async function becomesTheirs(): Promise<void> {
    const users = (await site.strapi.db.query('admin::user').findMany({
      orderBy: { id: 'desc' },
      limit: 1,
    })) as { id: number }[];
    await site.strapi.db
      .query(ARTICLE)
      .update({ where: { documentId, publishedAt: null }, data: { createdBy: users[0]?.id } });
  }

  it('is Strapi’s Editor, without any permission of the plugin’s', async () => {
    const editor = as(await administratorAs(site, 'strapi-editor'));
    expect(await editor.origin(documentId)).toMatchObject({
      held: { deliveryId: expect.any(String) },
      may: { update: true, publish: true },
    });
    expect(await editor.attention(documentId)).toMatchObject([{ suggestions: 2, held: true }]);
    const { title, tldr } = await editor.suggestions(documentId);
    expect(await editor.status('post', `/suggestions/${title}/accept`)).toBe(200);
    expect(await editor.status('post', `/suggestions/${tldr}/reject`)).toBe(200);
    expect(await draft()).toMatchObject({ title: 'Theirs', tldr: 'Ours.' });
    expect(await editor.status('post', `/articles/${documentId}/release`)).toBe(202);
    await site.settle();
    expect(await shownArticle(site, first.article.id, 'published')).toMatchObject({
      tldr: 'Ours.',
    });
    // The log, bodies, settings and tokens have permissions of their own.
    for (const path of ['/deliveries', '/status', '/settings', '/tokens', '/statistics']) {
      expect([path, await editor.status('get', path)]).toEqual([path, 403]);
    }
  });

  it('is not who may only change entries of their own, where this is none', async () => {
    for (const session of [
      await administratorAs(site, 'strapi-author'),
      await administratorWith(
        site,
        withEntries(ARTICLE, ['read', 'update', 'publish'], { conditions: [IS_CREATOR] }),
      ),
    ]) {
      const author = as(session);
      const { title } = await as(await site.adminToken()).suggestions(documentId);
      expect(await author.suggestions(documentId)).toEqual({});
      expect(await author.attention(documentId)).toEqual([]);
      expect(await author.status('get', `/articles/${documentId}`)).toBe(403);
      expect(await author.status('post', `/suggestions/${title}/accept`)).toBe(403);
      expect(await author.status('post', `/articles/${documentId}/release`)).toBe(403);
      expect(await author.status('post', `/articles/${documentId}/discard`)).toBe(403);
    }
    expect(await draft()).toMatchObject({ title: 'Ours', tldr: 'Ours.' });
  });

  it('is who made the entry, where they may change their own', async () => {
    const own = withEntries(ARTICLE, ['read', 'update'], { conditions: [IS_CREATOR] });
    const session = await administratorWith(site, own);
    await becomesTheirs();
    const author = as(session);
    const { title } = await author.suggestions(documentId);
    expect(await author.status('post', `/suggestions/${title}/accept`)).toBe(200);
    expect(await draft()).toMatchObject({ title: 'Theirs' });
  });

  it('is asked field by field, and for publishing apart', async () => {
    const properties = { fields: ['tldr'] };
    const writer = as(
      await administratorWith(site, withEntries(ARTICLE, ['read', 'update'], { properties })),
    );
    const { title } = await as(await site.adminToken()).suggestions(documentId);
    const shown = await writer.suggestions(documentId);
    expect(Object.keys(shown)).toEqual(['tldr']);
    expect(await writer.status('post', `/suggestions/${title}/accept`)).toBe(403);
    expect(await writer.origin(documentId)).toMatchObject({
      may: { update: true, publish: false },
    });
    expect(await writer.status('post', `/articles/${documentId}/release`)).toBe(403);
    expect(await writer.status('post', `/suggestions/${shown.tldr}/accept`)).toBe(200);
    expect(await draft()).toMatchObject({ title: 'Ours', tldr: 'Theirs.' });
  });

  it('is shown no field that they may change in entries of their own alone', async () => {
    const writer = as(
      await administratorWith(site, [
        ...withEntries(ARTICLE, ['read', 'update'], { properties: { fields: ['tldr'] } }),
        ...withEntries(ARTICLE, ['read', 'update'], {
          properties: { fields: ['title'] },
          conditions: [IS_CREATOR],
        }),
      ]),
    );
    expect(Object.keys(await writer.suggestions(documentId))).toEqual(['tldr']);
  });

  it('decides on several at once, on those that are theirs', async () => {
    const properties = { fields: ['tldr'] };
    const writer = await administratorWith(
      site,
      withEntries(ARTICLE, ['read', 'update'], { properties }),
    );
    const { title, tldr } = await as(await site.adminToken()).suggestions(documentId);
    const decide = async (ids: unknown[]) =>
      site.request
        .post('/article-receiver/suggestions/decide')
        .set('Authorization', `Bearer ${writer}`)
        .send({ ids, decision: 'accept' });
    expect((await decide([title, tldr, 999_999])).body).toEqual({
      results: [
        { id: title, outcome: 'forbidden' },
        { id: tldr, outcome: 'decided' },
        { id: 999_999, outcome: 'gone' },
      ],
    });
    expect(await draft()).toMatchObject({ title: 'Ours', tldr: 'Theirs.' });
    expect((await decide([])).status).toBe(400);
  });

  it('is not who may read the log and act on deliveries only', async () => {
    const operator = as(
      await administratorWith(site, [
        'plugin::article-receiver.deliveries.read',
        'plugin::article-receiver.deliveries.redrive',
      ]),
    );
    const { title } = await as(await site.adminToken()).suggestions(documentId);
    expect(await operator.suggestions(documentId)).toEqual({});
    expect(await operator.status('post', `/suggestions/${title}/accept`)).toBe(403);
    expect(await operator.status('post', `/articles/${documentId}/release`)).toBe(403);
  });
});

describe('who may decide on entries of a site’s own type', () => {
  it('is who may change them in that locale', async () => {
    await site.destroy();
    site = await bootSite({ types: OWN_TYPES, pluginConfig: { target: POST_TARGET } });
    const locales = site.strapi.plugin('i18n').service('locales') as {
      create(locale: { code: string; name: string }): Promise<unknown>;
    };
    await locales.create({ code: 'de', name: 'German' });
    const posts = ownPosts(site);
    const contested = async (language: string) => {
      const delivery = makeDelivery({ article: { language } });
      await posts.send(delivery);
      const { documentId, seo } = await posts.draftOf(delivery, language);
      await posts.edit(
        documentId,
        { title: 'Ours', seo: { id: seo?.id, metaTitle: 'Ours' } },
        language,
      );
      await posts.send(nextDelivery(delivery, { article: { title: 'Theirs' } }));
      return documentId;
    };
    const english = await contested('en');
    const german = await contested('de');
    const properties = { locales: ['de'], fields: ['title', 'seo.metaTitle'] };
    const germanist = as(
      await administratorWith(site, withEntries(POST, ['read', 'update'], { properties })),
    );
    const owner = as(await site.adminToken());
    const { title: englishTitle } = await owner.suggestions(english);
    expect(await germanist.suggestions(english)).toEqual({});
    expect(await germanist.status('post', `/suggestions/${englishTitle}/accept`)).toBe(403);
    const shown = await germanist.suggestions(german);
    expect(Object.keys(shown).sort()).toEqual(['seo.metaTitle', 'title']);
    expect(await germanist.status('post', `/suggestions/${shown.title}/accept`)).toBe(200);
    expect(await germanist.status('get', '/article-type')).toBe(200);
  });
});
