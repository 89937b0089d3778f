import { rm } from 'node:fs/promises';
import type { ArticleOrigin } from '../../src/plugins/article-receiver/shared/articles/articles';
import { adminApi } from '../support/people/admin-api';
import { contentManager } from '../support/people/content-manager';
import { makeDelivery, nextDelivery, type WireArticle } from '../support/feed/deliveries';
import { ownPosts } from '../support/articles/own-posts';
import { ownTypesWith, POST, POST_TARGET } from '../support/articles/own-types';
import { bootSite, type Site } from '../support/site/site';

/** Who lets a held publication go out lets out what they saw, and nothing that a colleague adds. */
describe('a held publication that somebody releases', () => {
  let site: Site;
  let types: string;
  let admin: ReturnType<typeof adminApi>;
  let posts: ReturnType<typeof ownPosts>;
  let forms: ReturnType<typeof contentManager>;

  beforeAll(async () => {
    types = await ownTypesWith('post', { excerpt: { required: true } });
    site = await bootSite({ types, pluginConfig: { target: POST_TARGET } });
    admin = adminApi(site);
    posts = ownPosts(site);
    forms = contentManager(site, POST);
    const locales = site.strapi.plugin('i18n').service('locales');
    await locales.create({ code: 'de', name: 'German (de)' });
  });
  afterAll(async () => {
    await site?.destroy();
    await rm(types, { recursive: true, force: true });
  });

  const publishing = (article: Partial<WireArticle> = {}) => ({
    event: 'article.status_changed',
    article: { status: 'published', ...article },
  });
  const IN_ENGLISH = { locale: 'en' };

  /** An article in which somebody changed the title and has its form open; its publication is held. */
  async function held(says: Partial<WireArticle> = {}) {
    const first = makeDelivery(publishing());
    const oldId = await posts.send(first);
    const { documentId } = await posts.draftOf(first);
    await posts.edit(documentId, { title: 'Ready' });
    const deliveryId = await posts.send(nextDelivery(first, publishing(says)));
    expect(await admin.delivery(deliveryId)).toMatchObject({ reasonCode: 'publicationHeld' });
    const form = await forms.open(documentId, 'en');

    return {
      ...{ documentId, deliveryId, oldId, form },
      origin: async () =>
        ((await admin.get(`/articles/${documentId}`)).body as { data: ArticleOrigin }).data,
      release: (seen?: unknown) => admin.post(`/articles/${documentId}/release`, { seen }),
      discard: (seen?: unknown) => admin.post(`/articles/${documentId}/discard`, { seen }),
      save: async (changes: Record<string, unknown>) =>
        forms.save(await forms.open(documentId, 'en'), changes, IN_ENGLISH),
      /** What readers see, and what became of the delivery. */
      async now() {
        await site.settle();
        const { state, reasonCode } = await admin.delivery(deliveryId);
        const published = await posts.find(first.article.id, 'published');
        return { title: published?.title, note: published?.note, state, reasonCode };
      },
    };
  }

  const OUT = { title: 'Ready', state: 'applied' };
  const WAITS = { state: 'parked', reasonCode: 'publicationHeld' };

  /** Does something while nothing is projected. */
  async function whileNothingRuns(work: () => Promise<void>): Promise<void> {
    const runner = site.strapi
      .plugin('article-receiver')
      .service<{ start(): void; stop(): Promise<void> }>('runner');
    await runner.stop();
    try {
      await work();
    } finally {
      runner.start();
    }
  }

  it('goes out as the open form has it, or as the article says that it was read', async () => {
    const one = await held();
    expect((await one.release(one.form.updatedAt)).status).toBe(202);
    expect(await one.now()).toMatchObject(OUT);
    const other = await held();
    const { held: waiting } = await other.origin();
    expect(waiting).toEqual({
      deliveryId: other.deliveryId,
      locale: 'en',
      seen: other.form.updatedAt,
    });
    expect((await other.release(waiting?.seen)).status).toBe(202);
    expect(await other.now()).toMatchObject(OUT);
  });

  it.each([
    ['a field of the service', { title: 'Half a sen' }],
    ['a field of their own', { note: 'To do' }],
  ])('stays where a colleague changed %s since', async (_field, changes) => {
    const { form, save, release, origin, now } = await held();
    await save(changes);
    const refused = await release(form.updatedAt);
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ error: { details: { reason: 'changed' } } });
    expect(await now()).toMatchObject(WAITS);
    expect((await release((await origin()).held?.seen)).status).toBe(202);
    expect(await now()).toMatchObject({ title: 'Ready', ...changes, state: 'applied' });
  });

  it('is no business of a translation', async () => {
    const { documentId, form, release, now } = await held();
    await posts.edit(documentId, { title: 'Fertig', excerpt: 'Auszug' }, 'de');
    expect((await release(form.updatedAt)).status).toBe(202);
    expect(await now()).toMatchObject(OUT);
  });

  it('is dropped whatever the draft has', async () => {
    const { form, save, discard, now } = await held();
    await save({ title: 'Half a sen' });
    expect((await discard(form.updatedAt)).status).toBe(202);
    expect(await now()).toMatchObject({ state: 'applied' });
  });

  it('says what is wrong with a time that is none', async () => {
    const { release, now } = await held();
    const { status, body } = await release('yesterday');
    expect([status, body.error.message]).toEqual([400, expect.stringContaining('seen')]);
    expect(await now()).toMatchObject(WAITS);
  });

  it.each([
    ['a field of the service', { title: 'Half a sen' }],
    ['a field of their own', { note: 'To do' }],
  ])('waits again where a colleague saves %s before it is out', async (_field, changes) => {
    const { release, save, now } = await held();
    await whileNothingRuns(async () => {
      expect((await release()).status).toBe(202);
      await save(changes);
    });
    expect(await now()).toMatchObject(WAITS);
    expect((await release()).status).toBe(202);
    expect(await now()).toMatchObject({ title: 'Ready', ...changes, state: 'applied' });
  });

  it('waits again where a colleague puts back what an older delivery said', async () => {
    const { documentId, oldId, release, now } = await held({ description: 'New.' });
    await whileNothingRuns(async () => {
      expect((await release()).status).toBe(202);
      const path = `/articles/${documentId}/versions/${oldId}`;
      expect((await admin.post(path, { fields: ['excerpt'] })).status).toBe(200);
    });
    expect(await now()).toMatchObject(WAITS);
  });

  it('goes out where somebody saves and changes nothing', async () => {
    const { release, save, now } = await held();
    await whileNothingRuns(async () => {
      expect((await release()).status).toBe(202);
      await save({});
    });
    expect(await now()).toMatchObject(OUT);
  });

  describe('and that Strapi refuses then', () => {
    /** Nothing fills the field without which the site does not publish. */
    const LACKING = { description: null, tldr: null } as never as Partial<WireArticle>;

    async function refused() {
      const article = await held(LACKING);
      expect((await article.release()).status).toBe(202);
      expect(await article.now()).toMatchObject({ reasonCode: 'publicationLacks' });
      return article;
    }

    it('goes out with what it lacked', async () => {
      const { save, now } = await refused();
      await save({ excerpt: 'Here it is.' });
      expect(await now()).toMatchObject(OUT);
    });

    it('waits again with what else is changed', async () => {
      const { save, now } = await refused();
      await save({ excerpt: 'Here it is.', note: 'To do' });
      expect(await now()).toMatchObject(WAITS);
    });
  });
});
