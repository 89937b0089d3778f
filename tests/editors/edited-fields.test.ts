import type { DecisionPage } from '../../src/plugins/article-receiver/shared/decisions/decisions';
import { adminApi } from '../support/people/admin-api';
import { makeDelivery, nextDelivery } from '../support/feed/deliveries';
import { eventually } from '../support/eventually';
import { feedArticles } from '../support/articles/feed-articles';
import { asImage, pictureBytes } from '../support/feed/images';
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

describe('a field that an editor changed', () => {
  it('is kept, while the others follow the feed', async () => {
    const first = makeDelivery();
    await articles.send(first);
    const documentId = await articles.edit(first, { title: 'An editor’s title' });
    await articles.send(nextDelivery(first, { article: { tldr: 'New.' } }));
    expect(await articles.draftOf(first)).toMatchObject({
      title: 'An editor’s title',
      tldr: 'New.',
    });
    expect(await admin.suggestionsOf(documentId)).toEqual([]);
  });

  it('is none that was empty and still is: whoever takes out what they typed leaves another nothing there', async () => {
    const empty = { heroImageAlt: '', tldr: null as never, readingTimeText: '' };
    const published = { event: 'article.status_changed' };
    const first = makeDelivery({ ...published, article: { ...empty, status: 'published' } });
    await articles.send(first);
    const emptied = { heroImageAlt: null, tldr: '', readingTimeText: null };
    const documentId = await articles.edit(first, emptied);
    const { body } = await admin.get(`/articles/${documentId}`);
    expect(body).toMatchObject({ data: { heldFields: [] } });
    const said = { heroImageAlt: 'A cup.', tldr: 'New.' };
    const deliveryId = await articles.send(nextDelivery(first, { article: said }));
    expect(await articles.find(first, 'published')).toMatchObject(said);
    expect(await admin.suggestionsOf(documentId)).toEqual([]);
    const { outcome } = await admin.delivery(deliveryId);
    expect(outcome).toEqual([{ code: 'both' }]);
  });

  it('gets the feed’s new value as a suggestion', async () => {
    const first = makeDelivery();
    await articles.send(first);
    const documentId = await articles.edit(first, { title: 'Edited' });
    const deliveryId = await articles.send(
      nextDelivery(first, { article: { title: 'From the feed' } }),
    );
    expect(await admin.suggestionsOf(documentId)).toMatchObject([
      { field: 'title', value: 'From the feed', current: 'Edited', deliveryId },
    ]);
  });

  it('gets one open suggestion at a time: a newer one takes the place of an older', async () => {
    const first = makeDelivery();
    await articles.send(first);
    const documentId = await articles.edit(first, { title: 'Edited' });
    const second = nextDelivery(first, { article: { title: 'Second' } });
    await articles.send(second, nextDelivery(second, { article: { title: 'Third' } }));
    expect(await admin.suggestionsOf(documentId)).toMatchObject([{ value: 'Third' }]);
    expect(await admin.suggestionsOf(documentId, 'superseded')).toMatchObject([
      { value: 'Second' },
    ]);
  });

  it('has no suggestion any more once both agree', async () => {
    const first = makeDelivery();
    await articles.send(first);
    const documentId = await articles.edit(first, { title: 'Edited' });
    const second = nextDelivery(first, { article: { title: 'Second' } });
    await articles.send(second, nextDelivery(second, { article: { title: 'Edited' } }));
    expect(await admin.suggestionsOf(documentId)).toEqual([]);
    expect(await admin.suggestionsOf(documentId, 'gone')).toMatchObject([{ value: 'Second' }]);
  });

  it.each([
    ['shows', 'draft'],
    ['waits for a decision on its word', 'dormant'],
  ])(
    'has none either once the editor types what is offered, where the delivery %s',
    async (_, status) => {
      const first = makeDelivery({ event: 'article.status_changed', article: { status } });
      await articles.send(first);
      const documentId = await articles.edit(first, { title: 'Edited' });
      await articles.send(nextDelivery(first, { article: { title: 'Offered' } }));
      await articles.edit(first, { title: 'Offered' });
      await eventually(async () => expect(await admin.suggestionsOf(documentId)).toEqual([]));
      expect(await admin.suggestionsOf(documentId, 'gone')).toMatchObject([{ value: 'Offered' }]);
    },
  );

  it('has none any more once all that was delivered is to be ignored', async () => {
    const first = makeDelivery({ event: 'article.status_changed', article: { status: 'shelved' } });
    await articles.send(first);
    const documentId = await articles.edit(first, { title: 'Edited' });
    const offering = await articles.send(nextDelivery(first, { article: { title: 'Offered' } }));
    expect(await admin.suggestionsOf(documentId)).toMatchObject([{ value: 'Offered' }]);
    await admin.post(`/deliveries/${offering}/decide`, { effect: 'ignore' });
    await site.settle();
    expect(await admin.suggestionsOf(documentId)).toEqual([]);
    expect(await admin.suggestionsOf(documentId, 'gone')).toMatchObject([{ value: 'Offered' }]);
    expect(await articles.draftOf(first)).toMatchObject({ title: 'Edited' });
  });

  it('takes the feed’s value when the suggestion is accepted, and follows the feed again', async () => {
    const first = makeDelivery();
    await articles.send(first);
    const documentId = await articles.edit(first, { title: 'Edited' });
    const second = nextDelivery(first, { article: { title: 'Second' } });
    await articles.send(second);
    const [suggestion] = await admin.suggestionsOf(documentId);
    const answer = await admin.post(`/suggestions/${suggestion?.id}/accept`);
    expect(answer.body).toMatchObject({ data: { state: 'accepted', decidedBy: 'Ada Admin' } });
    expect(await articles.draftOf(first)).toMatchObject({ title: 'Second' });
    await articles.send(nextDelivery(second, { article: { title: 'Third' } }));
    expect(await articles.draftOf(first)).toMatchObject({ title: 'Third' });
    expect((await admin.post(`/suggestions/${suggestion?.id}/accept`)).status).toBe(409);
  });

  it('is not offered the same value again after a rejection, but a newer one', async () => {
    const first = makeDelivery();
    await articles.send(first);
    const documentId = await articles.edit(first, { title: 'Edited' });
    const second = nextDelivery(first, { article: { title: 'Second' } });
    await articles.send(second);
    const [suggestion] = await admin.suggestionsOf(documentId);
    await admin.post(`/suggestions/${suggestion?.id}/reject`);
    const third = nextDelivery(second, { article: { tldr: 'Other.' } });
    await articles.send(third);
    expect(await admin.suggestionsOf(documentId)).toEqual([]);
    expect(await articles.draftOf(first)).toMatchObject({ title: 'Edited', tldr: 'Other.' });
    await articles.send(nextDelivery(third, { article: { title: 'Fourth' } }));
    expect(await admin.suggestionsOf(documentId)).toMatchObject([{ value: 'Fourth' }]);
    // The newer offer took the place of the one that was declined: that is no longer a question.
    const { body } = await admin.get('/decisions');
    const [declined] = (body as DecisionPage).results;
    expect(declined).toMatchObject({ kind: 'suggestion', choice: 'rejected' });
    expect((await admin.post(`/decisions/${declined?.id}/undo`)).status).toBe(409);
  });

  it('can be offered again after a rejection, however much was offered for others since', async () => {
    const others = [
      ...['description', 'content', 'tldr', 'author', 'category', 'articleType'],
      ...['heroImageAlt', 'readingTimeText', 'reviewVerdict', 'qualitySummary'],
    ];
    const all = (value: string) => Object.fromEntries(others.map((field) => [field, value]));
    const first = makeDelivery();
    await articles.send(first);
    const documentId = await articles.edit(first, { ...all('Edited'), title: 'Edited' });
    let newest = nextDelivery(first, { article: { ...all('Offer 0'), title: 'Declined' } });
    await articles.send(newest);
    const offer = async () =>
      (await admin.suggestionsOf(documentId)).find(({ field }) => field === 'title');
    await admin.post(`/suggestions/${(await offer())?.id}/reject`);
    // More rows than are read of the suggestions of an article.
    for (let n = 1; n <= 11; n += 1) {
      newest = nextDelivery(newest, { article: all(`Offer ${n}`) });
      await articles.send(newest);
    }
    expect(await offer()).toBeUndefined();
    const { body } = await admin.get('/decisions');
    const [declined] = (body as DecisionPage).results;
    expect(declined).toMatchObject({ subject: 'title', choice: 'rejected', canUndo: true });
    expect((await admin.post(`/decisions/${declined?.id}/undo`)).status).toBe(202);
    await site.settle();
    expect(await offer()).toMatchObject({ value: 'Declined', current: 'Edited' });
  });

  it('may be a relation or an image', async () => {
    const bytes = await pictureBytes({ color: '#101010' });
    const image = asImage(bytes, { url: 'https://cdn.example.com/a.png', kind: 'hero' });
    const hero = { images: [image], heroImageUrl: image.url };
    const first = makeDelivery({ article: { tags: ['one', 'two'], ...hero } });
    await articles.send(first);
    const documentId = await articles.edit(first, { tags: [], heroImage: null });
    const second = nextDelivery(first, { article: { tags: ['three'], tldr: 'x' } });
    await articles.send(second);
    const draft = await articles.draftOf(first);
    expect(draft.tags).toEqual([]);
    expect(draft.heroImage).toBeNull();
    expect(draft.tldr).toBe('x');
    const open = await admin.suggestionsOf(documentId);
    expect(open.map(({ field }) => field)).toEqual(['tags']);
    await admin.post(`/suggestions/${open[0]?.id}/accept`);
    expect((await articles.draftOf(first)).tags).toMatchObject([{ name: 'three' }]);
  });

  it('has nothing made for it that is only offered, until somebody wants it', async () => {
    const first = makeDelivery({ article: { tags: ['kept'] } });
    await articles.send(first);
    const documentId = await articles.edit(first, { tags: [], campaign: null });
    const campaignId = `cmp_${first.article.id}`;
    const campaign = { ...first.article.campaign, id: campaignId };
    const tags = [`offered ${documentId}`, 'kept'];
    const second = nextDelivery(first, { article: { tags, campaignId, campaign } });
    await articles.send(second);
    const count = (name: string, where: object) =>
      site.strapi.db.query(`plugin::article-receiver.${name}`).count({ where });
    expect(await count('tag', { name: tags[0] })).toBe(0);
    expect(await count('campaign', { sourceId: campaignId })).toBe(0);
    const open = await admin.suggestionsOf(documentId);
    expect(open.map(({ field }) => field).sort()).toEqual(['campaign', 'tags']);
    const offered = open.find(({ field }) => field === 'tags');
    expect(Object.values(offered?.labels ?? {}).sort()).toEqual(['kept', tags[0]]);
    await articles.send(nextDelivery(second, { article: { tldr: 'Newer.' } }));
    expect(await admin.suggestionsOf(documentId)).toHaveLength(2);

    expect((await admin.post(`/suggestions/${offered?.id}/accept`)).status).toBe(200);
    expect((await articles.draftOf(first)).tags).toMatchObject([
      { name: tags[0] },
      { name: 'kept' },
    ]);
    expect(await count('campaign', { sourceId: campaignId })).toBe(0);
    expect((await admin.suggestionsOf(documentId)).map(({ field }) => field)).toEqual(['campaign']);
  });

  it('is not offered what the service said before because somebody deleted a tag of it', async () => {
    const tags = () => site.strapi.documents('plugin::article-receiver.tag');
    const remove = async (name: string) => {
      const { documentId = '' } = (await tags().findFirst({ filters: { name } })) ?? {};
      await tags().delete({ documentId });
      await site.settle();
    };
    const first = makeDelivery({ article: { tags: ['stays', 'goes'] } });
    await articles.send(first);
    const documentId = await articles.edit(first, { tags: [] });
    await remove('goes');
    const second = nextDelivery(first, { article: { tldr: 'Newer.' } });
    await articles.send(second);
    expect(await admin.suggestionsOf(documentId)).toEqual([]);

    // What it says anew is one offer, also when another article has the tag made again, and one answer.
    const third = nextDelivery(second, { article: { tags: ['goes'] } });
    await articles.send(third);
    const open = await admin.suggestionsOf(documentId);
    expect(open.map(({ labels }) => Object.values(labels))).toEqual([['goes']]);
    const user = makeDelivery({ article: { tags: ['goes'] } });
    await articles.send(user, nextDelivery(third, { article: { tldr: 'Newest.' } }));
    expect((await admin.suggestionsOf(documentId)).map(({ id }) => id)).toEqual([open[0]?.id]);
    await remove('goes');
    expect((await admin.post(`/suggestions/${open[0]?.id}/reject`)).status).toBe(200);
    await articles.send(nextDelivery(third, { article: { tldr: 'As before.' } }));
    expect(await admin.suggestionsOf(documentId)).toEqual([]);
    await articles.send(nextDelivery(user), nextDelivery(third, { article: { tldr: 'As ever.' } }));
    expect(await admin.suggestionsOf(documentId)).toEqual([]);
  });

  it('may be the slug: the editor’s stays, the feed’s is remembered', async () => {
    const first = makeDelivery({ article: { slug: 'as-delivered-once' } });
    await articles.send(first);
    await articles.edit(first, { slug: 'as-edited' });
    await articles.send(nextDelivery(first, { article: { tldr: 'x' } }));
    expect(await articles.draftOf(first)).toMatchObject({
      slug: 'as-edited',
      previousSlugs: ['as-delivered-once'],
    });
  });
});
