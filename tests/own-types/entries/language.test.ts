import type { ArticleOrigin } from '../../../src/plugins/article-receiver/shared/articles/articles';
import type { DecisionPage } from '../../../src/plugins/article-receiver/shared/decisions/decisions';
import type { Operations } from '../../../src/plugins/article-receiver/shared/deliveries/operations';
import { adminApi } from '../../support/people/admin-api';
import { makeDelivery, nextDelivery, type WireDelivery } from '../../support/feed/deliveries';
import { ownPosts, type Post } from '../../support/articles/own-posts';
import { OWN_TYPES, POST, POST_TARGET } from '../../support/articles/own-types';
import { bootSite, type Site } from '../../support/site/site';

const PUBLISHED = { event: 'article.status_changed' };

let site: Site;
let admin: ReturnType<typeof adminApi>;
let posts: ReturnType<typeof ownPosts>;

beforeAll(async () => {
  site = await bootSite({ types: OWN_TYPES, pluginConfig: { target: POST_TARGET } });
  admin = adminApi(site);
  posts = ownPosts(site);
  const locales = site.strapi.plugin('i18n').service('locales');
  await locales.create({ code: 'de', name: 'German (de)' });
});
afterAll(() => site?.destroy());

const operations = () => site.strapi.plugin('article-receiver').service<Operations>('operations');

const runner = () =>
  site.strapi
    .plugin('article-receiver')
    .service<{ stop(): Promise<void>; start(): void }>('runner');

const article = (title: string, rest: object = {}) => ({ article: { title, ...rest } });

const german = (before: WireDelivery, title: string): WireDelivery =>
  nextDelivery(before, article(title, { language: 'de' }));

async function titlesOf({ article: { id } }: WireDelivery) {
  const titleOf = async (status: 'draft' | 'published', locale: string) =>
    (await posts.find(id, status, locale))?.title ?? null;
  return {
    en: [await titleOf('draft', 'en'), await titleOf('published', 'en')],
    de: [await titleOf('draft', 'de'), await titleOf('published', 'de')],
  };
}

async function published(title: string): Promise<[WireDelivery, string]> {
  const first = makeDelivery({ ...PUBLISHED, ...article(title, { status: 'published' }) });
  await posts.send(first);
  return [first, (await posts.draftOf(first)).documentId];
}

const publish = (documentId: string, locale = 'en') =>
  site.strapi.documents(POST as never).publish({ documentId, locale } as never);

const ASKED = {
  state: 'parked',
  reasonCode: 'localeMoves',
  reasonValues: { from: 'en', to: 'de' },
};

describe('an article whose language changes', () => {
  it('stays where people wrote in it, and asks', async () => {
    const [first, documentId] = await published('Feed');
    await posts.edit(documentId, { title: 'An editor’s' });
    await publish(documentId);
    await posts.edit(documentId, { title: 'Übersetzt' }, 'de');
    const id = await posts.send(german(first, 'Deutsch'));
    expect(await titlesOf(first)).toEqual({
      en: ['An editor’s', 'An editor’s'],
      de: ['Übersetzt', null],
    });
    expect(await admin.delivery(id)).toMatchObject(ASKED);
    expect((await admin.delivery(id)).outcome).toEqual([{ code: 'reason' }]);
  });

  it('has beside it what the service said of what is shown, until that is decided', async () => {
    const [first, documentId] = await published('Feed');
    await posts.edit(documentId, { title: 'An editor’s' });
    const words = { language: 'de', reviewVerdict: 'FAIL', qualitySummary: 'Bad.' };
    const id = await posts.send(nextDelivery(first, { article: words }));
    const service = async () =>
      ((await admin.get(`/articles/${documentId}`)).body as { data: ArticleOrigin }).data.service;
    expect(await service()).toMatchObject({ reviewVerdict: 'PASS' });
    await admin.redrive(id);
    expect(await service()).toMatchObject({ reviewVerdict: 'FAIL', qualitySummary: 'Bad.' });
  });

  it('asks where only one of these is a person’s', async () => {
    const [edited, one] = await published('Edited');
    await posts.edit(one, { title: 'By an editor' });
    const [translated, two] = await published('Translated');
    await posts.edit(two, { title: 'Übersetzt' }, 'de');
    const put = makeDelivery(article('Put out'));
    await posts.send(put);
    await publish((await posts.draftOf(put)).documentId);
    for (const before of [edited, translated, put]) {
      const was = await titlesOf(before);
      expect(await admin.delivery(await posts.send(german(before, 'Deutsch')))).toMatchObject(
        ASKED,
      );
      expect(await titlesOf(before)).toEqual(was);
    }
  });

  it('asks where the entry is a person’s, though it says what the service says', async () => {
    const first = makeDelivery(article('Made by hand'));
    const { id: feedId, title } = first.article;
    await site.strapi.documents(POST as never).create({ data: { feedId, title } } as never);
    const detail = await admin.delivery(await posts.send(first));
    expect(detail.issues).toMatchObject([{ code: 'adopted' }]);
    expect(await admin.delivery(await posts.send(german(first, 'Deutsch')))).toMatchObject(ASKED);
    expect(await titlesOf(first)).toEqual({ en: ['Made by hand', null], de: [null, null] });
  });

  it.each<[string, (post: Post) => Record<string, unknown>]>([
    ['a field', () => ({ note: 'ours' })],
    ['a part of a component', ({ seo }) => ({ seo: { id: seo?.id, noIndex: true } })],
    [
      'an item of a list',
      ({ takeaways: [item] }) => ({ takeaways: [{ ...item, remark: 'ours' }] }),
    ],
    [
      'a section of their own',
      ({ sections }) => ({
        sections: [{ __component: 'blocks.banner', text: 'Sale' }, ...sections],
      }),
    ],
  ])('asks where people wrote into %s that the feed does not fill', async (_, edits) => {
    for (const isPublished of [false, true]) {
      const [first, documentId] = await published('Feed');
      await posts.edit(documentId, edits(await posts.draftOf(first)));
      if (isPublished) await publish(documentId);
      const was = await posts.draftOf(first);
      const id = await posts.send(german(first, 'Deutsch'));
      expect(await admin.delivery(id)).toMatchObject(ASKED);
      expect(await posts.draftOf(first)).toEqual(was);

      await admin.redrive(id);
      const moved = await posts.draftOf(first, 'de');
      expect(moved).toMatchObject({
        title: 'Deutsch',
        note: was.note,
        seo: { noIndex: was.seo?.noIndex },
      });
      expect(moved.takeaways.map(({ remark }) => remark)).toEqual(
        was.takeaways.map(({ remark }) => remark),
      );
      expect(moved.sections.map(({ __component }) => __component)).toEqual(
        was.sections.map(({ __component }) => __component),
      );
    }
  });

  it('follows once somebody redrives it, with what the editor wrote', async () => {
    const [first, documentId] = await published('Feed');
    await posts.edit(documentId, { title: 'An editor’s' });
    const older = await posts.send(german(first, 'Deutsch'));
    const newer = await posts.send(german(german(first, ''), 'Neuer'));
    expect(await admin.delivery(newer)).toMatchObject(ASKED);
    // A redrive of all that is parked decides nothing.
    await runner().stop();
    for await (const { state } of operations().redrive({ states: ['parked'] }))
      expect(state).toBe('pending');
    runner().start();
    await site.settle();
    expect(await admin.delivery(newer)).toMatchObject(ASKED);

    await admin.redrive(older);
    expect(await titlesOf(first)).toMatchObject({ en: [null, null], de: ['An editor’s', 'Feed'] });
    expect((await admin.delivery(older)).state).toBe('superseded');
    expect(await admin.suggestionsOf(documentId)).toMatchObject([
      { field: 'title', value: 'Neuer' },
    ]);
    const again = german(german(first, ''), 'Neuer');
    await posts.send(nextDelivery(again, { article: { tldr: 'Neu.' } }));
    expect((await posts.draftOf(first, 'de')).title).toBe('An editor’s');
  });

  it('goes on with a translation that is there, and takes nothing away', async () => {
    const [first, documentId] = await published('Feed');
    await posts.edit(documentId, { title: 'Übersetzt' }, 'de');
    const id = await posts.send(german(first, 'Deutsch'));
    await admin.redrive(id);
    expect(await titlesOf(first)).toEqual({ en: ['Feed', 'Feed'], de: ['Übersetzt', null] });
    const detail = await admin.delivery(id);
    expect(detail.issues).toMatchObject([{ code: 'adopted' }]);
    expect(await admin.suggestionsOf(documentId)).toMatchObject([
      { field: 'title', value: 'Deutsch' },
    ]);
    const next = nextDelivery(german(first, 'Deutsch'), {
      article: { language: 'de', tldr: 'Neu.', description: 'Neue Beschreibung.' },
    });
    await posts.send(next);
    expect(await posts.draftOf(first, 'de')).toMatchObject({ excerpt: 'Neue Beschreibung.' });
    expect((await titlesOf(first)).en).toEqual(['Feed', 'Feed']);
  });

  it('takes no for an answer, and goes on in its own language', async () => {
    const [first, documentId] = await published('Feed');
    await posts.edit(documentId, { title: 'An editor’s' });
    const second = german(first, 'Deutsch');
    const id = await posts.send(second);
    await admin.post(`/deliveries/${id}/leave`);
    await site.settle();
    // Nothing is in the way any more, and the answer stays all the same.
    await posts.edit(documentId, { title: 'Feed' });
    await admin.post('/rebuild');
    await site.settle();
    expect((await titlesOf(first)).de).toEqual([null, null]);
    expect(await admin.delivery(id)).toMatchObject({ state: 'superseded', reasonCode: 'left' });

    const third = nextDelivery(second, article('English again', { language: 'en' }));
    await posts.send(third);
    expect((await titlesOf(first)).en[0]).toBe('English again');
    await posts.send(german(third, 'Doch deutsch'));
    expect((await titlesOf(first)).de[0]).toBe('Doch deutsch');
  });

  it('follows after all where somebody takes the no back', async () => {
    const [first, documentId] = await published('Feed');
    await posts.edit(documentId, { title: 'An editor’s' });
    const id = await posts.send(german(first, 'Deutsch'));
    await admin.post(`/deliveries/${id}/leave`);
    await site.settle();
    expect((await titlesOf(first)).de).toEqual([null, null]);
    const { body } = await admin.get('/decisions');
    const [left] = (body as DecisionPage).results;
    await admin.post(`/decisions/${left?.id}/undo`);
    await site.settle();
    expect(await titlesOf(first)).toEqual({ en: [null, null], de: ['An editor’s', 'Feed'] });
    const held = { state: 'parked', reasonCode: 'publicationHeld' };
    expect(await admin.delivery(id)).toMatchObject(held);
  });

  it('is not deleted with a translation', async () => {
    const [first, documentId] = await published('Feed');
    await posts.edit(documentId, { title: 'Übersetzt' }, 'de');
    await posts.remove(documentId, 'de');
    const { body } = await admin.get('/decisions');
    const deleted = (body as DecisionPage).results.filter(({ choice }) => choice === 'delete');
    expect(deleted).toEqual([]);
    await posts.send(nextDelivery(first, article('Still there')));
    expect((await posts.draftOf(first)).title).toBe('Still there');
  });

  it('gets a slug there that no other article has', async () => {
    const slug = `shared-${Date.now()}`;
    const there = makeDelivery({
      ...PUBLISHED,
      ...article('Dort', { slug, language: 'de', status: 'published' }),
    });
    await posts.send(there);
    const first = makeDelivery({ ...PUBLISHED, ...article('Here', { slug, status: 'published' }) });
    await posts.send(first);
    expect((await posts.draftOf(first)).slug).toBe(slug);
    const next = nextDelivery(first, {
      event: 'article.ready',
      ...article('Zieht um', { language: 'de', status: 'draft' }),
    });
    const id = await posts.send(next);
    const { slug: drafted } = await posts.draftOf(first, 'de');
    const out = await posts.find(first.article.id, 'published', 'de');
    expect([drafted, out?.slug]).toEqual([`${slug}-2`, `${slug}-2`]);
    expect((await admin.delivery(id)).issues).toMatchObject([{ code: 'slugTaken' }]);
    expect((await posts.draftOf(there, 'de')).slug).toBe(slug);
  });
});
