import { ownPosts } from '../../support/articles/own-posts';
import { OWN_TYPES, POST, POST_TARGET } from '../../support/articles/own-types';
import { makeDelivery, nextWord, type WireDelivery } from '../../support/feed/deliveries';
import { adminApi } from '../../support/people/admin-api';
import { bootSite, type Site } from '../../support/site/site';

/** An entry that somebody made in the place of one that they had deleted, with the same id: its publication is theirs. */
describe('what somebody made in the place of a deleted article', () => {
  let site: Site;
  let posts: ReturnType<typeof ownPosts>;
  let admin: ReturnType<typeof adminApi>;

  beforeAll(async () => {
    site = await bootSite({ types: OWN_TYPES, pluginConfig: { target: POST_TARGET } });
    posts = ownPosts(site);
    admin = adminApi(site);
  });
  afterAll(() => site?.destroy());

  /** The last of the service's words is known when the entry is made. */
  async function madeAfter(word: string, status: 'draft' | 'published'): Promise<WireDelivery> {
    const first = makeDelivery();
    const last = nextWord(first, word);
    await posts.send(first, last);
    await posts.remove((await posts.draftOf(first)).documentId);
    const data = { title: 'Ours', slug: `ours-${first.article.id}`, feedId: first.article.id };
    await site.strapi.documents(POST as never).create({ data, locale: 'en', status } as never);
    expect((await admin.post('/rebuild')).status).toBe(202);
    await site.settle();
    return last;
  }

  const isPublic = async ({ article }: WireDelivery): Promise<boolean> =>
    (await posts.find(article.id, 'published')) !== null;

  it.each([
    ['archived', 'published', 'published'],
    ['published', 'draft', 'archived'],
  ] as const)(
    'after the service said %s, stays %s until that says something else',
    async (word, status, other) => {
      const last = await madeAfter(word, status);
      expect(await isPublic(last)).toBe(status === 'published');
      const again = nextWord(last, word, { title: 'Said again' });
      await posts.send(again);
      expect(await isPublic(last)).toBe(status === 'published');
      const turned = nextWord(again, other);
      await posts.send(turned, nextWord(turned, word));
      expect(await isPublic(last)).toBe(word === 'published');
    },
  );
});
