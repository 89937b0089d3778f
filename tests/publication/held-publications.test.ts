import { adminApi } from '../support/people/admin-api';
import { makeDelivery, nextDelivery, nextWord } from '../support/feed/deliveries';
import { eventually } from '../support/eventually';
import { feedArticles } from '../support/articles/feed-articles';
import { bootSite, type Site } from '../support/site/site';

let site: Site;
let admin: ReturnType<typeof adminApi>;
let articles: ReturnType<typeof feedArticles>;

beforeAll(async () => {
  site = await bootSite();
  admin = adminApi(site);
  articles = feedArticles(site);
});
afterAll(() => site?.destroy());

describe('a publication while the draft has unpublished edits', () => {
  /** A published article whose draft an editor changed, and the feed’s next version of it. */
  async function held() {
    const first = makeDelivery();
    const second = nextWord(first, 'published');
    await articles.send(first, second);
    const documentId = await articles.edit(first, { title: 'Not ready yet' });
    const third = nextWord(second, 'published', { tldr: 'Revised.' });
    const deliveryId = await articles.send(third);
    return { first, third, documentId, deliveryId };
  }

  it('is held, and says why', async () => {
    const { first, deliveryId } = await held();
    expect(await articles.find(first, 'published')).toMatchObject({
      title: first.article.title,
      tldr: first.article.tldr,
    });
    expect(await articles.draftOf(first)).toMatchObject({
      title: 'Not ready yet',
      tldr: 'Revised.',
    });
    const delivery = await admin.delivery(deliveryId);
    expect(delivery.state).toBe('parked');
    expect(delivery.reason).toContain('title');
  });

  it('goes out when it is released, with the editor’s changes', async () => {
    const { first, documentId, deliveryId } = await held();
    expect((await admin.post(`/articles/${documentId}/release`)).status).toBe(202);
    await site.settle();
    expect(await articles.find(first, 'published')).toMatchObject({
      title: 'Not ready yet',
      tldr: 'Revised.',
    });
    expect(await admin.delivery(deliveryId)).toMatchObject({ state: 'applied' });
  });

  it('is dropped when it is discarded: what is published stays', async () => {
    const { first, documentId, deliveryId } = await held();
    expect((await admin.post(`/articles/${documentId}/discard`)).status).toBe(202);
    await site.settle();
    expect(await articles.find(first, 'published')).toMatchObject({ tldr: first.article.tldr });
    expect(await admin.delivery(deliveryId)).toMatchObject({ state: 'applied' });
    expect(await admin.post(`/articles/${documentId}/release`)).toMatchObject({
      status: 409,
      body: { error: { details: { reason: 'not-held' } } },
    });
  });

  it('goes out once what it waits for is taken over from the feed', async () => {
    const { first, third, documentId, deliveryId } = await held();
    const fourth = nextWord(third, 'published', { title: 'Theirs' });
    const id = await articles.send(fourth);
    expect(await admin.delivery(id)).toMatchObject({ state: 'parked' });
    const [offered] = await admin.suggestionsOf(documentId);
    await admin.post(`/suggestions/${offered?.id}/accept`);
    await site.settle();
    expect(await articles.find(first, 'published')).toMatchObject({
      title: 'Theirs',
      tldr: 'Revised.',
    });
    expect(await admin.delivery(id)).toMatchObject({ state: 'applied' });
    expect(await admin.delivery(deliveryId)).toMatchObject({ state: 'superseded' });
  });

  it('is settled by what an editor commits, and not by what is rolled back', async () => {
    const { documentId, deliveryId } = await held();
    const warnings = jest.spyOn(site.strapi.log, 'warn');
    const failed = site.strapi.db.transaction(async () => {
      await articles.documents.publish({ documentId });
      throw new Error('rolled back');
    });
    await expect(failed).rejects.toThrow('rolled back');
    await site.settle();
    expect(await admin.delivery(deliveryId)).toMatchObject({ state: 'parked' });
    await site.strapi.db.transaction(async () => {
      await articles.documents.publish({ documentId });
    });
    await eventually(async () => {
      expect(await admin.delivery(deliveryId)).toMatchObject({ state: 'applied' });
    });
    expect(warnings.mock.calls).toEqual([]);
    warnings.mockRestore();
  });

  it('is settled when the editor publishes', async () => {
    const { documentId, deliveryId } = await held();
    await articles.documents.publish({ documentId });
    await eventually(async () => {
      expect(await admin.delivery(deliveryId)).toMatchObject({ state: 'applied' });
    });
  });

  it('is settled when the editor drops the changes', async () => {
    const { first, documentId, deliveryId } = await held();
    await articles.documents.discardDraft({ documentId });
    await eventually(async () => {
      expect(await admin.delivery(deliveryId)).toMatchObject({ state: 'applied' });
    });
    // Nothing of theirs is left that could go out with it: it does.
    expect(await articles.find(first, 'published')).toMatchObject({
      title: first.article.title,
      tldr: 'Revised.',
    });
    expect((await admin.delivery(deliveryId)).outcome).toEqual([{ code: 'both' }]);
  });

  it('has what the service says by now where the editor drops the changes', async () => {
    const first = makeDelivery();
    const second = nextWord(first, 'published');
    await articles.send(first, second);
    const documentId = await articles.edit(first, { title: 'Not ready yet' });
    const ready = nextDelivery(second, {
      event: 'article.ready',
      article: { status: 'draft', tldr: 'Revised.' },
    });
    const id = await articles.send(ready);
    await articles.documents.discardDraft({ documentId });
    await eventually(async () => {
      expect(await articles.draftOf(first)).toMatchObject({
        title: first.article.title,
        tldr: 'Revised.',
      });
    });
    expect((await admin.delivery(id)).outcome).toEqual([{ code: 'draft' }]);
  });

  it('keeps what the editor published where they drop what they accepted since', async () => {
    const first = makeDelivery();
    await articles.send(first);
    const documentId = await articles.edit(first, { title: 'Theirs' });
    await articles.documents.publish({ documentId });
    await articles.send(nextDelivery(first, { article: { title: 'The service’s' } }));
    const [offered] = await admin.suggestionsOf(documentId);
    await admin.post(`/suggestions/${offered?.id}/accept`);
    await articles.documents.discardDraft({ documentId });
    await eventually(async () => {
      expect(await admin.suggestionsOf(documentId)).toMatchObject([{ value: 'The service’s' }]);
    });
    expect(await articles.draftOf(first)).toMatchObject({ title: 'Theirs' });
  });

  it('lets out what was looked at, and nothing that came after it', async () => {
    const { first, third, documentId } = await held();
    const runner = site.strapi
      .plugin('article-receiver')
      .service<{ start(): void; stop(): Promise<void> }>('runner');
    await runner.stop();
    expect((await admin.post(`/articles/${documentId}/release`)).status).toBe(202);
    const { body } = await site.deliver(nextWord(third, 'published', { tldr: 'Not looked at.' }));
    const { deliveryId } = (body as { data: { deliveryId: string } }).data;
    runner.start();
    await site.settle();
    expect(await articles.find(first, 'published')).toMatchObject({ title: first.article.title });
    expect(await admin.delivery(deliveryId)).toMatchObject({ state: 'parked' });
  });

  it('is not held for an article that is not published', async () => {
    const first = makeDelivery();
    await articles.send(first);
    await articles.edit(first, { title: 'Edited before' });
    await articles.send(nextWord(first, 'published'));
    expect(await articles.find(first, 'published')).toMatchObject({ title: 'Edited before' });
  });
});
