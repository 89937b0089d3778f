import { makeDelivery, nextDelivery } from '../../support/feed/deliveries';
import { ownPosts } from '../../support/articles/own-posts';
import { OWN_TYPES, POST_TARGET } from '../../support/articles/own-types';
import { bootSite, type Site } from '../../support/site/site';

describe('a component of which the service says nothing any more', () => {
  let site: Site;
  let posts: ReturnType<typeof ownPosts>;

  beforeAll(async () => {
    // Within it, its title is required.
    const seo = { fields: { metaTitle: 'extra.seoTitle' } };
    const target = { ...POST_TARGET, fields: { ...POST_TARGET.fields, seo } };
    site = await bootSite({ types: OWN_TYPES, pluginConfig: { target } });
    posts = ownPosts(site);
  });
  afterAll(() => site?.destroy());

  const article = (seoTitle: string | null) => ({ status: 'published', seoTitle }) as object;

  it('goes from the draft and from what is public, and comes back with what it says', async () => {
    const first = makeDelivery({
      event: 'article.status_changed',
      article: article('Said once'),
    });
    const silent = nextDelivery(first, { article: article(null) });
    const again = nextDelivery(silent, { article: article('Said again') });
    for (const [delivery, metaTitle] of [
      [first, 'Said once'],
      [silent, null],
      [again, 'Said again'],
    ] as const) {
      expect(await posts.stateOf(await posts.send(delivery))).toMatchObject({ state: 'applied' });
      for (const status of ['draft', 'published'] as const) {
        const post = await posts.find(first.article.id, status);
        expect(post?.seo ?? null).toEqual(metaTitle && expect.objectContaining({ metaTitle }));
      }
    }
  });
});
