import type { ArticleVersion } from '../../src/plugins/article-receiver/shared/articles/articles';
import type { SuggestionSummary } from '../../src/plugins/article-receiver/shared/decisions/suggestions';
import { adminApi } from '../support/people/admin-api';
import { makeDelivery, nextDelivery, type WireDelivery } from '../support/feed/deliveries';
import { makeImage, type WireImage } from '../support/feed/images';
import { ownPosts } from '../support/articles/own-posts';
import { OWN_TYPES, POST_TARGET } from '../support/articles/own-types';
import { bootSite, type Site } from '../support/site/site';

const PUBLISHED = { event: 'article.status_changed' };

let site: Site;
let admin: ReturnType<typeof adminApi>;
let posts: ReturnType<typeof ownPosts>;

beforeAll(async () => {
  site = await bootSite({ types: OWN_TYPES, pluginConfig: { target: POST_TARGET } });
  admin = adminApi(site);
  posts = ownPosts(site);
});
afterAll(() => site?.destroy());

async function offered(documentId: string): Promise<(readonly [string, unknown])[]> {
  const open = await admin.suggestionsOf(documentId);
  return open.map(({ field, value }) => [field, value]);
}

/** Two deliveries, and an editor’s title between them. */
async function editedBetween(word: object = {}, rest: object = {}) {
  const first = makeDelivery({ ...word, article: { title: 'First', ...rest } });
  const firstId = await posts.send(first);
  const { documentId } = await posts.draftOf(first);
  await posts.edit(documentId, { title: 'An editor’s' });
  const second = nextDelivery(first, { ...word, article: { title: 'Second', ...rest } });
  const secondId = await posts.send(second);
  return { first, firstId, second, secondId, documentId };
}

const versionPath = (documentId: string, deliveryId: string) =>
  `/articles/${documentId}/versions/${deliveryId}`;

async function putBack(documentId: string, deliveryId: string, fields: string[]) {
  const answer = await admin.post(versionPath(documentId, deliveryId), { fields });
  await site.settle();
  return answer;
}

const titleOf = async (delivery: WireDelivery) => (await posts.draftOf(delivery)).title;

describe('a delivery’s value that an editor puts back', () => {
  it('stays, also where it is what the service wrote before they changed it', async () => {
    const { first, firstId, second, documentId } = await editedBetween();
    expect(await putBack(documentId, firstId, ['title'])).toMatchObject({ status: 200 });
    expect(await titleOf(first)).toBe('First');
    await posts.send(nextDelivery(second, { article: { title: 'Second', tldr: 'New.' } }));
    expect(await titleOf(first)).toBe('First');
    expect(await offered(documentId)).toEqual([['title', 'Second']]);
  });

  it('is refused by name where articles have no such field', async () => {
    const { firstId, documentId } = await editedBetween();
    const { status, body } = await putBack(documentId, firstId, ['title', 'titel']);
    expect(status).toBe(400);
    expect((body as { error: unknown }).error).toMatchObject({
      message: 'fields.1: expected a field of api::post.post, not "titel"; did you mean "title"?',
    });
  });

  it('is called by its name where it would have to be made', async () => {
    const first = makeDelivery({ article: { tags: ['Water'], category: 'Kettles' } });
    await posts.send(first);
    const { documentId } = await posts.draftOf(first);
    await posts.edit(documentId, { labels: null, category: null });
    const newer = { tags: ['never made'], category: 'nor this' };
    const deliveryId = await posts.send(nextDelivery(first, { article: newer }));
    const { body } = await admin.get(versionPath(documentId, deliveryId));
    const { fields } = (body as { data: ArticleVersion }).data;
    const names = (name: string) => {
      const { value, labels = {} } = fields.find(({ field }) => field === name) ?? {};
      return [value].flat().map((id) => labels[String(id)]);
    };
    expect([names('labels'), names('category')]).toEqual([['never made'], ['nor this']]);
  });

  it('is offered no more where it is what was offered', async () => {
    const { first, secondId, second, documentId } = await editedBetween();
    expect(await offered(documentId)).toEqual([['title', 'Second']]);
    await putBack(documentId, secondId, ['title']);
    expect(await offered(documentId)).toEqual([]);
    await posts.send(nextDelivery(second, { article: { title: 'Third' } }));
    expect(await titleOf(first)).toBe('Third');
  });

  it('lets a publication go out that waited for nothing else', async () => {
    const { first, secondId, documentId } = await editedBetween(PUBLISHED, { status: 'published' });
    expect(await posts.stateOf(secondId)).toMatchObject({ state: 'parked' });
    await putBack(documentId, secondId, ['title']);
    expect(await posts.stateOf(secondId)).toMatchObject({ state: 'applied' });
    expect((await posts.find(first.article.id, 'published'))?.title).toBe('Second');
  });

  it('does not take the place of what somebody saved since it was shown', async () => {
    const { first, firstId, documentId } = await editedBetween();
    const path = versionPath(documentId, firstId);
    const { fields } = ((await admin.get(path)).body as { data: ArticleVersion }).data;
    const seen = Object.fromEntries(fields.map(({ field, seen }) => [field, seen]));
    await posts.edit(documentId, { title: 'Better' });
    const { status, body } = await admin.post(path, { fields: ['title'], seen });
    expect(status).toBe(409);
    expect(body).toMatchObject({ error: { details: { reason: 'changed', fields: ['title'] } } });
    expect(await titleOf(first)).toBe('Better');
  });
});

describe('a suggestion that is accepted', () => {
  it('does not take the place of what somebody saved since it was shown', async () => {
    const { first, documentId } = await editedBetween();
    const [{ id, seen }] = (await admin.suggestionsOf(documentId)) as [SuggestionSummary];
    await posts.edit(documentId, { title: 'Better' });
    const changed = { reason: 'changed', fields: ['title'] };
    expect(await admin.post(`/suggestions/${id}/accept`, { seen })).toMatchObject({
      status: 409,
      body: { error: { details: changed } },
    });
    const many = { ids: [id], decision: 'accept', seen: { [id]: seen } };
    expect((await admin.post('/suggestions/decide', many)).body).toEqual({
      results: [{ id, outcome: 'changed' }],
    });
    expect(await titleOf(first)).toBe('Better');
    const [fresh] = await admin.suggestionsOf(documentId);
    await admin.post(`/suggestions/${id}/accept`, { seen: fresh?.seen });
    expect(await titleOf(first)).toBe('Second');
  });

  it('is what it says, though somebody deleted what it refers to since', async () => {
    const pictures = ['one', 'two'].map((name, n) =>
      makeImage(
        { color: `#3${n}3${n}3${n}` },
        { kind: 'hero', url: `https://cdn.example.com/${name}.png` },
      ),
    );
    const [one, two] = (await Promise.all(pictures)) as [WireImage, WireImage];
    const own = { images: [one], heroImageUrl: one.url, category: 'Coffee' };
    const newer = { images: [two], heroImageUrl: two.url, category: 'Deleted since' };
    const first = makeDelivery({ article: own });
    await posts.send(first, makeDelivery({ article: { category: newer.category } }));
    const { documentId } = await posts.draftOf(first);
    await posts.edit(documentId, { cover: null, category: null });
    await posts.send(nextDelivery(first, { article: newer }));
    const offers = (await admin.suggestionsOf(documentId)).filter(
      ({ field }) => field === 'cover' || field === 'category',
    );
    expect(offers).toHaveLength(2);

    const { db } = site.strapi;
    const id = offers.find(({ field }) => field === 'cover')?.value;
    const file: unknown = await db.query('plugin::upload.file').findOne({ where: { id } });
    await site.strapi.plugin('upload').service('upload').remove(file);
    await db.query('api::category.category').delete({ where: { name: newer.category } });
    for (const offer of offers)
      expect(await admin.post(`/suggestions/${offer.id}/accept`)).toMatchObject({ status: 200 });
    expect(await posts.draftOf(first)).toMatchObject({
      cover: { name: expect.stringContaining('two') },
      category: { name: newer.category },
    });
    expect(await offered(documentId)).toEqual([]);
  });
});
