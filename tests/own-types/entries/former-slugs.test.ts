import { shownArticle } from '../../support/articles/articles';
import { ownPosts } from '../../support/articles/own-posts';
import { OWN_TYPES, POST, POST_TARGET } from '../../support/articles/own-types';
import { makeDelivery } from '../../support/feed/deliveries';
import { bootSite, type Site } from '../../support/site/site';
import { expectRebuilt, rebuilt } from '../../disorder/offered';

describe('the slugs that an article had in another type', () => {
  let site: Site;

  beforeAll(async () => {
    site = await bootSite({ types: OWN_TYPES, pluginConfig: { target: POST_TARGET } });
  });
  afterAll(() => site?.destroy());

  it('take what an editor wrote among them, however long', async () => {
    const posts = ownPosts(site);
    const delivery = makeDelivery({ article: { slug: 'first-slug' } });
    await posts.send(delivery);
    const { documentId } = await posts.draftOf(delivery);
    const long = 'no-slug-'.repeat(40);
    await posts.edit(documentId, { formerSlugs: [long] });
    const article = { ...delivery.article, slug: 'second-slug' };
    await posts.send(makeDelivery({ timestamp: '2027-01-01T08:00:00.000Z', article }));
    expect(await posts.draftOf(delivery)).toMatchObject({
      slug: 'second-slug',
      formerSlugs: [long],
    });
  });

  it('are its former ones where it goes now, at once', async () => {
    const posts = ownPosts(site);
    const delivery = makeDelivery({
      event: 'article.status_changed',
      article: { status: 'published', slug: 'asked-for' },
    });
    await posts.send(delivery);
    const { documentId } = await posts.draftOf(delivery);
    const documents = site.strapi.documents(POST as never);
    for (const slug of ['known-to-readers', 'known-later']) {
      await documents.update({ documentId, locale: 'en', data: { slug } } as never);
      await documents.publish({ documentId, locale: 'en' } as never);
      await site.settle();
    }

    await site.restart({});
    await rebuilt(site);
    expect(await shownArticle(site, delivery.article.id, 'published')).toMatchObject({
      slug: 'asked-for',
      previousSlugs: ['known-to-readers', 'known-later'],
    });
    await expectRebuilt(site);
  });
});
