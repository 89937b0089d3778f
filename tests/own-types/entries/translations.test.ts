import { rm } from 'node:fs/promises';
import { adminApi } from '../../support/people/admin-api';
import { contentManager, type Entry } from '../../support/people/content-manager';
import { makeDelivery, nextDelivery, type WireDelivery } from '../../support/feed/deliveries';
import { eventually } from '../../support/eventually';
import { ownPosts, type Post } from '../../support/articles/own-posts';
import { ownTypesWith, POST } from '../../support/articles/own-types';
import { bootSite, type Site } from '../../support/site/site';

/** In all locales the same. */
const SHARED = { pluginOptions: { i18n: { localized: false } } };

const TARGET = {
  type: POST,
  fields: {
    title: 'title',
    slug: 'slug',
    feedId: 'id',
    words: 'wordCount',
    seo: { fields: { metaTitle: 'title', metaDescription: 'description' } },
  },
};

const OLDER = { description: 'Older', wordCount: 1 };
const NEWER = { description: 'Newer', wordCount: 2 };

let site: Site;
let posts: ReturnType<typeof ownPosts>;
let forms: ReturnType<typeof contentManager>;
let types: string;

beforeAll(async () => {
  types = await ownTypesWith('post', { seo: SHARED, words: SHARED, note: SHARED });
  site = await bootSite({ types, pluginConfig: { target: TARGET } });
  await site.strapi.plugin('i18n').service('locales').create({ code: 'de', name: 'German (de)' });
  posts = ownPosts(site);
  forms = contentManager(site, POST);
});
afterAll(async () => {
  await site?.destroy();
  await rm(types, { recursive: true, force: true });
});

/** A published article, and a revision of it that is not public yet. */
const revised = () => {
  const event = 'article.status_changed';
  const first = makeDelivery({ event, article: { ...OLDER, status: 'published' } });
  const ready = { event: 'article.ready', article: { ...NEWER, status: 'draft' } };
  return { first, second: nextDelivery(first, ready) };
};

/** The German entry of an article, as its new form has it: with what its sibling has in common with it. */
const translation = (documentId: string, words: number) => ({
  form: { documentId } as Entry,
  changes: { title: 'Deutsch', slug: `deutsch-${documentId}`, words },
});

const shared = async ({ article }: WireDelivery, locale = 'en') => {
  const post = (await posts.find(article.id, 'draft', locale)) as Post & { words: number };
  return [post.words, (post.seo as { metaDescription?: string } | null)?.metaDescription];
};

/** What is kept as an editor's once the next delivery arrives. */
async function keptOf(before: WireDelivery): Promise<unknown> {
  const later = { event: 'article.ready', article: { title: 'Another title', wordCount: 3 } };
  await posts.send(nextDelivery(before, later));
  return shared(before);
}

describe('of what all locales of an article share, the service’s newest stays', () => {
  it('where somebody begins a translation while the article has a revision', async () => {
    const { first, second } = revised();
    await posts.send(first, second);
    const { documentId } = await posts.draftOf(first);
    const { form, changes } = translation(documentId, 2);
    await forms.save(form, changes, { locale: 'de' });
    await eventually(async () => {
      for (const locale of ['en', 'de']) expect(await shared(first, locale)).toEqual([2, 'Newer']);
    });
    expect(await keptOf(second)).toEqual([3, 'Newer']);
  });

  it.each([false, true])(
    'where the form of a new translation was open meanwhile, published with it: %s',
    async (publish) => {
      const { first, second } = revised();
      await posts.send(first);
      const { documentId } = await posts.draftOf(first);
      const { form, changes } = translation(documentId, 1);
      await posts.send(second);
      await forms.save(form, changes, { locale: 'de', publish });
      await eventually(async () => expect(await shared(first)).toEqual([2, 'Newer']));
      expect(await keptOf(second)).toEqual([3, 'Newer']);
    },
  );

  it('where somebody drops their changes in a translation', async () => {
    const { first, second } = revised();
    await posts.send(first);
    const { documentId } = await posts.draftOf(first);
    const { form, changes } = translation(documentId, 1);
    await forms.save(form, changes, { locale: 'de', publish: true });
    await posts.send(second);
    await forms.act(`${documentId}/actions/discard?locale=de`, {});
    await eventually(async () => expect(await shared(first)).toEqual([2, 'Newer']));
    expect(await keptOf(second)).toEqual([3, 'Newer']);
    // Until then, the translation's own draft is what Strapi makes of it: it compares with any row of the document,
    // which is another one on each database.
    expect(await shared(first, 'de')).toEqual([3, 'Newer']);
  });
});

describe('what an editor says for all locales of an article', () => {
  it('stays, where they say it in a new translation', async () => {
    const { first, second } = revised();
    await posts.send(first, second);
    const { documentId } = await posts.draftOf(first);
    const { form, changes } = translation(documentId, 99);
    await forms.save(form, changes, { locale: 'de' });
    await eventually(async () => expect(await shared(first)).toEqual([99, 'Newer']));
    expect(await keptOf(second)).toEqual([99, 'Newer']);
  });

  it.each([false, true])(
    'holds what the service publishes, where the mapping leaves it to them and they say it in a new translation, published: %s',
    async (publish) => {
      const { first } = revised();
      await posts.send(first);
      const { documentId } = await posts.draftOf(first);
      const { form, changes } = translation(documentId, 1);
      await forms.save(form, { ...changes, note: 'Not ready yet' }, { locale: 'de', publish });
      expect(await posts.draftOf(first)).toMatchObject({ note: 'Not ready yet' });
      const id = await posts.send(nextDelivery(first, { article: { title: 'Another title' } }));
      expect(await adminApi(site).delivery(id)).toMatchObject({
        ...{ state: 'parked', reasonCode: 'publicationHeld' },
        reasonValues: { fields: ['note'] },
      });
      expect(await posts.find(first.article.id, 'published')).toMatchObject({ note: null });
    },
  );

  it('stays where it is an older value of the service’s that they had put back', async () => {
    const { first, second } = revised();
    await posts.send(first, second);
    const { documentId } = await posts.draftOf(first);
    const opened = await forms.open(documentId, 'en');
    const headers = { 'x-article-receiver-opened': opened.updatedAt };
    await forms.save(opened, { words: 1 }, { locale: 'en', headers });
    const { form, changes } = translation(documentId, 1);
    await forms.save(form, changes, { locale: 'de' });
    await eventually(async () => expect(await shared(first)).toEqual([1, 'Newer']));
    expect(await keptOf(second)).toEqual([1, 'Newer']);
  });
});

it('an article that is deleted in its own locale is, though a translation of it stays', async () => {
  const { first, second } = revised();
  await posts.send(first);
  const { documentId } = await posts.draftOf(first);
  const { form, changes } = translation(documentId, 1);
  await forms.save(form, changes, { locale: 'de' });
  await forms.act('actions/bulkDelete?locale=en', { documentIds: [documentId] });
  const admin = adminApi(site);
  expect(await admin.delivery(await posts.send(second))).toMatchObject({
    state: 'parked',
    documentId: null,
    outcome: [{ code: 'deletedHere', name: 'Ada Admin' }],
  });
  // What waits leads to no form that would make it anew.
  const { body } = await admin.get('/waiting?pageSize=100');
  const waiting = (body as { results: object[] }).results;
  expect(waiting).toContainEqual(
    expect.objectContaining({ articleId: first.article.id, documentId: null }),
  );
  expect(await posts.find(first.article.id, 'draft', 'de')).toMatchObject({ title: 'Deutsch' });
});
