import type { DryRun } from '../../../src/plugins/article-receiver/shared/deliveries/jobs';
import { feedArticles } from '../../support/articles/feed-articles';
import { ownPosts } from '../../support/articles/own-posts';
import { OWN_TYPES, POST_TARGET } from '../../support/articles/own-types';
import { makeDelivery, nextDelivery } from '../../support/feed/deliveries';
import { adminApi } from '../../support/people/admin-api';
import { bootSite, type Site } from '../../support/site/site';

const PUBLISHED = { event: 'article.status_changed', article: { status: 'published' } };

async function rebuilt(site: Site, how: object = {}): Promise<void> {
  expect((await adminApi(site).post('/rebuild', how)).status).toBe(202);
  await site.settle();
}

const foreseen = async (site: Site): Promise<DryRun> =>
  (await adminApi(site).post('/rebuild', { dryRun: true })).body.data as DryRun;

/** What somebody deleted is not to come back because the site's articles go elsewhere by now. */
describe('an article that was deleted before articles go to another type', () => {
  let site: Site;
  const [deleted, kept] = [makeDelivery(PUBLISHED), makeDelivery(PUBLISHED)];

  beforeEach(async () => {
    site = await bootSite({ types: OWN_TYPES });
    const articles = feedArticles(site);
    await articles.send(deleted);
    await articles.send(kept);
    const { documentId } = await articles.draftOf(deleted);
    await articles.documents.delete({ documentId });
    await site.restart({ target: POST_TARGET });
  });
  afterEach(() => site?.destroy());

  const posts = () => ownPosts(site);
  const admin = () => adminApi(site);

  const rebuild = (how?: object) => rebuilt(site, how);

  it('stays deleted after a rebuild, as a dry run says, and comes where that is asked for', async () => {
    expect(await foreseen(site)).toMatchObject({ create: 1, deleted: 1 });
    await rebuild();
    expect(await posts().find(kept.article.id, 'published')).not.toBeNull();
    expect(await posts().find(deleted.article.id, 'draft')).toBeNull();
    await rebuild({ restoreDeleted: true });
    expect(await posts().find(deleted.article.id, 'published')).not.toBeNull();
  });

  it('is asked about by its next delivery, and comes with a redrive', async () => {
    const id = await posts().send(nextDelivery(deleted, { article: { title: 'Newer' } }));
    expect(await admin().delivery(id)).toMatchObject({
      ...{ state: 'parked', reasonCode: 'articleDeleted' },
    });
    expect(await posts().find(deleted.article.id, 'draft')).toBeNull();
    await admin().redrive(id);
    expect(await posts().find(deleted.article.id, 'draft')).toMatchObject({ title: 'Newer' });
  });

  it('comes with its entry where it is brought back where it was', async () => {
    await site.restart({});
    await rebuild({ restoreDeleted: true });
    expect(await feedArticles(site).find(deleted, 'published')).not.toBeNull();
    await site.restart({ target: POST_TARGET });
    await rebuild();
    expect(await posts().find(deleted.article.id, 'published')).not.toBeNull();
  });
});

describe('an article that is deleted where it still is, once articles go to another type', () => {
  let site: Site;
  const [deleted, kept] = [makeDelivery(PUBLISHED), makeDelivery(PUBLISHED)];

  beforeEach(async () => {
    site = await bootSite({ types: OWN_TYPES });
  });
  afterEach(() => site?.destroy());

  const rebuild = (how?: object) => rebuilt(site, how);

  it('stays deleted where they go now, too, until somebody brings it back', async () => {
    const articles = feedArticles(site);
    await articles.send(deleted);
    await articles.send(kept);
    const { documentId } = await articles.draftOf(deleted);
    await site.restart({ target: POST_TARGET });
    await feedArticles(site).documents.delete({ documentId });
    expect(await foreseen(site)).toMatchObject({ create: 1, deleted: 1 });
    await rebuild();
    const posts = ownPosts(site);
    expect(await posts.find(kept.article.id, 'published')).not.toBeNull();
    expect(await posts.find(deleted.article.id, 'draft')).toBeNull();
    await rebuild({ restoreDeleted: true });
    expect(await posts.find(deleted.article.id, 'published')).not.toBeNull();
  });

  it('also where it is of a type of the site’s own', async () => {
    await site.restart({ target: POST_TARGET });
    const posts = ownPosts(site);
    await posts.send(deleted);
    await posts.send(kept);
    await site.restart({});
    await posts.remove((await posts.draftOf(deleted)).documentId);
    await rebuild();
    expect(await feedArticles(site).find(kept, 'published')).not.toBeNull();
    expect(await feedArticles(site).find(deleted, 'draft')).toBeNull();
  });

  it('goes on where they go now when it was made there before', async () => {
    const articles = feedArticles(site);
    await articles.send(kept);
    const { documentId } = await articles.draftOf(kept);
    await site.restart({ target: POST_TARGET });
    await rebuild();
    await feedArticles(site).documents.delete({ documentId });
    const posts = ownPosts(site);
    await posts.send(nextDelivery(kept, { ...PUBLISHED, article: { title: 'Newer' } }));
    expect(await posts.find(kept.article.id, 'published')).toMatchObject({ title: 'Newer' });
  });
});
