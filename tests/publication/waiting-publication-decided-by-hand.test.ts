import { rm } from 'node:fs/promises';
import { adminApi } from '../support/people/admin-api';
import { contentManager } from '../support/people/content-manager';
import {
  makeDelivery,
  nextDelivery,
  type WireArticle,
  type WireDelivery,
} from '../support/feed/deliveries';
import { eventually } from '../support/eventually';
import { ownPosts } from '../support/articles/own-posts';
import { ownTypesWith, POST, POST_TARGET } from '../support/articles/own-types';
import { bootSite, type Site } from '../support/site/site';

const STATUS = { event: 'article.status_changed' };

/** Nothing in the delivery fills the field without which the site does not publish. */
const LACKING = { description: null, tldr: null } as never as Partial<WireArticle>;

describe('a publication that waits, of an entry of the site’s own', () => {
  let site: Site;
  let types: string;
  let admin: ReturnType<typeof adminApi>;
  let posts: ReturnType<typeof ownPosts>;

  beforeAll(async () => {
    const related = { type: 'relation', relation: 'manyToMany', target: POST };
    types = await ownTypesWith('post', { excerpt: { required: true }, related });
    site = await bootSite({ types, pluginConfig: { target: POST_TARGET } });
    admin = adminApi(site);
    posts = ownPosts(site);
    const locales = site.strapi.plugin('i18n').service('locales');
    await locales.create({ code: 'de', name: 'German (de)' });
  });
  afterAll(async () => {
    await site?.destroy();
    await rm(types, { recursive: true, force: true });
  });

  const documents = () => site.strapi.documents(POST as never);

  const publishing = (title: string, rest: Partial<WireArticle> = {}) => ({
    ...STATUS,
    article: { status: 'published', title, ...rest },
  });

  const published = async ({ article }: WireDelivery) =>
    (await posts.find(article.id, 'published'))?.title ?? null;

  const isApplied = (id: string) =>
    eventually(async () => expect(await admin.delivery(id)).toMatchObject({ state: 'applied' }));

  /** One that Strapi refuses. */
  async function refused() {
    const first = makeDelivery(publishing('Refused', LACKING));
    const id = await posts.send(first);
    expect(await admin.delivery(id)).toMatchObject({ reasonCode: 'publicationLacks' });
    return { first, id, documentId: (await posts.draftOf(first)).documentId };
  }

  /** One that would take an editor’s changes along. */
  async function held() {
    const first = makeDelivery(publishing('Public'));
    await posts.send(first);
    const { documentId } = await posts.draftOf(first);
    await posts.edit(documentId, { excerpt: 'Not ready yet' });
    const id = await posts.send(nextDelivery(first, publishing('Held')));
    expect(await admin.delivery(id)).toMatchObject({ reasonCode: 'publicationHeld' });
    return { first, id, documentId };
  }

  const translate = (documentId: string) =>
    posts.edit(documentId, { title: 'Übersetzt', excerpt: 'Auszug' }, 'de');

  describe('and a translation', () => {
    it('that is published and taken offline decides nothing on what Strapi refused', async () => {
      const { first, id, documentId } = await refused();
      await translate(documentId);
      await documents().publish({ documentId, locale: 'de' } as never);
      await documents().unpublish({ documentId, locale: ['de'] } as never);
      await posts.edit(documentId, { excerpt: 'By an editor.' });
      await isApplied(id);
      expect(await published(first)).toBe('Refused');
    });

    it('that is published and taken offline decides nothing on what is held', async () => {
      const { first, id, documentId } = await held();
      await translate(documentId);
      await documents().publish({ documentId, locale: 'de' } as never);
      await documents().unpublish({ documentId, locale: 'de' } as never);
      expect((await admin.post(`/articles/${documentId}/release`)).status).toBe(202);
      await isApplied(id);
      expect(await published(first)).toBe('Held');
    });

    it.each([['*'], [['de', 'en']], [undefined]])(
      'that is not alone (%j) decides',
      async (locale) => {
        const { first, id, documentId } = await held();
        await translate(documentId);
        await documents().publish({ documentId, locale } as never);
        await isApplied(id);
        expect(await published(first)).toBe('Held');
        expect(await admin.post(`/articles/${documentId}/release`)).toMatchObject({
          status: 409,
          body: { error: { details: { reason: 'not-held' } } },
        });
      },
    );
  });

  describe('that is held for changes which somebody takes back by hand', () => {
    /** One that waits for a field of which an editor had an open form since. */
    async function heldFor(field: string) {
      const first = makeDelivery(publishing('Public'));
      await posts.send(first);
      const { documentId, [field]: before = null } = await posts.draftOf(first);
      await forms().save(await opened(documentId), { [field]: 'Not ready' }, inEnglish);
      const id = await posts.send(nextDelivery(first, publishing('Held')));
      expect(await admin.delivery(id)).toMatchObject({ reasonCode: 'publicationHeld' });
      return { first, id, documentId, before };
    }
    const forms = () => contentManager(site, POST);
    const opened = (documentId: string) => forms().open(documentId, 'en');
    const inEnglish = { locale: 'en' };

    it.each([['excerpt'], ['note']])('goes out: %s', async (field) => {
      const { first, id, documentId, before } = await heldFor(field);
      await forms().save(await opened(documentId), { [field]: before }, inEnglish);
      await isApplied(id);
      expect(await published(first)).toBe('Held');
    });

    it('waits for the others, and for what is changed once more', async () => {
      const { first, id, documentId, before } = await heldFor('note');
      await forms().save(await opened(documentId), { note: 'Still not' }, inEnglish);
      await forms().save(await opened(documentId), { excerpt: 'Nor this' }, inEnglish);
      await forms().save(await opened(documentId), { note: before }, inEnglish);
      await site.settle();
      expect(await admin.delivery(id)).toMatchObject({ reasonCode: 'publicationHeld' });
      expect(await published(first)).toBe('Public');
    });
  });

  describe('where somebody saves and publishes in one', () => {
    const put = async (documentId: string, data: object) =>
      site.request
        .put(`/api/posts/${documentId}`)
        .query({ locale: 'en' })
        .set('Authorization', `Bearer ${await site.apiToken()}`)
        .send({ data })
        .expect(200);

    it('is decided on, and takes the place of nothing newer', async () => {
      const { first, id, documentId } = await refused();
      const draft = { status: 'draft', title: 'Newer', ...LACKING };
      await posts.send(nextDelivery(first, { event: 'article.ready', article: draft }));
      await put(documentId, { excerpt: 'By hand.' });
      expect(await published(first)).toBe('Newer');
      await isApplied(id);
      expect(await published(first)).toBe('Newer');
    });

    it('leaves nothing to wait for, though one of the related entries is not published', async () => {
      const first = makeDelivery(publishing('Public'));
      const other = makeDelivery();
      await posts.send(first, other);
      const { documentId } = await posts.draftOf(first);
      await posts.edit(documentId, { related: [(await posts.draftOf(other)).documentId] });
      const second = nextDelivery(first, publishing('Newer'));
      const id = await posts.send(second);
      expect(await admin.delivery(id)).toMatchObject({ reasonCode: 'publicationHeld' });
      await documents().publish({ documentId, locale: 'en' } as never);
      await isApplied(id);
      const next = await posts.send(nextDelivery(second, publishing('Newest')));
      expect(await admin.delivery(next)).toMatchObject({ state: 'applied' });
      expect(await published(first)).toBe('Newest');
    });

    it('is no question any more', async () => {
      const { first, id, documentId } = await held();
      await put(documentId, { note: 'Ready' });
      await isApplied(id);
      expect(await published(first)).toBe('Held');
    });
  });
});
