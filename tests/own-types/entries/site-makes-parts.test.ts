import { adminApi } from '../../support/people/admin-api';
import { makeDelivery, nextWord } from '../../support/feed/deliveries';
import { ownPosts } from '../../support/articles/own-posts';
import { OWN_TYPES, POST, POST_TARGET } from '../../support/articles/own-types';
import { watchDocuments } from '../../../src/plugins/article-receiver/server/src/strapi/watch-documents';
import { bootSite, type Site } from '../../support/site/site';

const { changedAt, ...withoutClock } = POST_TARGET.fields;

interface Parts {
  seo?: { metaTitle?: string };
  takeaways?: { text: string }[];
}

/** A site whose own code stores texts in capitals, in components, too. */
describe('a part of a component of which the site’s own code makes another', () => {
  let site: Site;
  let posts: ReturnType<typeof ownPosts>;

  beforeAll(async () => {
    // Nothing in these entries tells which delivery they show.
    expect(changedAt).toBe('updatedAt');
    const target = { type: POST, fields: withoutClock };
    site = await bootSite({ types: OWN_TYPES, pluginConfig: { target } });
    posts = ownPosts(site);
    watchDocuments(site.strapi, ({ uid, params: { data } }, next) => {
      if (uid !== POST || !data) return next();
      const { seo, takeaways } = data as Parts;
      if (seo?.metaTitle) seo.metaTitle = seo.metaTitle.toUpperCase();
      for (const point of takeaways ?? []) point.text = point.text.toUpperCase();
      return next();
    });
  });
  afterAll(() => site?.destroy());

  const published = (title: string) =>
    makeDelivery({
      event: 'article.status_changed',
      article: { status: 'published', title, keyTakeaways: [title] },
    });
  const versions = async (feedId: string) => {
    const [draft, shown] = [
      await posts.find(feedId, 'draft'),
      await posts.find(feedId, 'published'),
    ];
    return [draft, shown].map((post) => [post?.seo?.metaTitle, post?.takeaways[0]?.text]);
  };

  it('follows the service all the same, and is nobody’s edit', async () => {
    const one = published('One');
    const two = nextWord(one, 'published', { title: 'Two', keyTakeaways: ['Two'] });
    await posts.send(one, two);
    const { documentId } = await posts.draftOf(one);
    expect(await adminApi(site).suggestionsOf(documentId)).toEqual([]);
    expect(await versions(one.article.id)).toEqual([
      ['TWO', 'TWO'],
      ['TWO', 'TWO'],
    ]);
  });

  it('is written once', async () => {
    const one = published('Once');
    await posts.send(one);
    const before = await posts.draftOf(one);
    await adminApi(site).post('/rebuild');
    await site.settle();
    expect(await posts.draftOf(one)).toEqual(before);
  });

  it('is an editor’s once they have changed it', async () => {
    const one = published('First');
    await posts.send(one);
    const { documentId, seo } = await posts.draftOf(one);
    await posts.edit(documentId, { seo: { id: seo?.id, metaTitle: 'Ours' } });
    await posts.send(nextWord(one, 'published', { title: 'Second', keyTakeaways: ['Second'] }));
    expect(await versions(one.article.id)).toEqual([
      ['OURS', 'SECOND'],
      ['FIRST', 'FIRST'],
    ]);
    const offered = await adminApi(site).suggestionsOf(documentId);
    expect(offered.map(({ field, value }) => [field, value])).toEqual([
      ['seo.metaTitle', 'Second'],
    ]);
  });
});
