import { makeDelivery, nextDelivery } from '../support/feed/deliveries';
import { ownPosts } from '../support/articles/own-posts';
import { OWN_TYPES, POST_TARGET } from '../support/articles/own-types';
import { adminApi } from '../support/people/admin-api';
import { bootSite, type Site } from '../support/site/site';

/** Servers keep two places of a decimal: what they round is no editor's edit. */
describe('a number that the database rounds', () => {
  let site: Site;
  let posts: ReturnType<typeof ownPosts>;

  beforeAll(async () => {
    site = await bootSite({ types: OWN_TYPES, pluginConfig: { target: POST_TARGET } });
    posts = ownPosts(site);
  });
  afterAll(() => site?.destroy());

  it('follows the service from delivery to delivery', async () => {
    expect(POST_TARGET.fields.rating).toBe('reviewScore');
    const first = makeDelivery({ article: { reviewScore: 0.8333 } });
    await posts.send(first);
    const { documentId, rating } = await posts.draftOf(first);
    expect(Number(rating)).toBe(0.83);
    const second = nextDelivery(first, { article: { reviewScore: 0.9167 } });
    await posts.send(second);
    expect(Number((await posts.draftOf(first)).rating)).toBe(0.92);
    await posts.send(nextDelivery(second, { article: { reviewScore: 0.25 } }));
    expect(Number((await posts.draftOf(first)).rating)).toBe(0.25);
    expect(await adminApi(site).suggestionsOf(documentId)).toEqual([]);
  });
});
