import { feedArticles } from '../../support/articles/feed-articles';
import { ownPosts } from '../../support/articles/own-posts';
import { OWN_TYPES, POST_TARGET } from '../../support/articles/own-types';
import { makeDelivery, nextDelivery } from '../../support/feed/deliveries';
import { adminApi } from '../../support/people/admin-api';
import { bootSite, type Site } from '../../support/site/site';

/** Between the boot and a rebuild, what was offered is about an entry to which nothing of the service's goes. */
describe('a suggestion of before articles go to another type', () => {
  let site: Site;
  const first = makeDelivery();
  let documentId: string;

  beforeAll(async () => {
    site = await bootSite({ types: OWN_TYPES, pluginConfig: { target: POST_TARGET } });
    const posts = ownPosts(site);
    await posts.send(first);
    ({ documentId } = await posts.draftOf(first));
    await posts.edit(documentId, { title: 'Ours' });
    await posts.send(nextDelivery(first, { article: { title: 'Theirs' } }));
    await site.restart({});
  });
  afterAll(() => site?.destroy());

  it.each(['accept', 'reject'])('says why it cannot be decided on: %s', async (decision) => {
    const api = adminApi(site);
    const [offer] = await api.suggestionsOf(documentId);
    const { status, body } = await api.post(`/suggestions/${offer?.id}/${decision}`);
    expect({ status, body }).toMatchObject({
      status: 409,
      body: { error: { details: { reason: 'other-type' } } },
    });
  });

  it('is over once the article is there', async () => {
    const api = adminApi(site);
    expect((await api.post('/rebuild')).status).toBe(202);
    await site.settle();
    expect(await feedArticles(site).draftOf(first)).toMatchObject({ title: 'Theirs' });
    expect(await api.suggestionsOf(documentId)).toEqual([]);
  });
});
