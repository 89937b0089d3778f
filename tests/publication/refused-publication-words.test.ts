import { rm } from 'node:fs/promises';
import { ownPosts } from '../support/articles/own-posts';
import { ownTypesWith, POST_TARGET } from '../support/articles/own-types';
import { makeDelivery, type WireArticle } from '../support/feed/deliveries';
import { adminApi } from '../support/people/admin-api';
import { bootSite, type Site } from '../support/site/site';

describe('what keeps an article of the site’s own type from being published', () => {
  let site: Site;
  let types: string;

  beforeAll(async () => {
    types = await ownTypesWith('post', {
      title: { unique: true },
      words: { required: true, min: 1 },
      excerpt: { minLength: 10 },
    });
    site = await bootSite({ types, pluginConfig: { target: POST_TARGET } });
  });
  afterAll(async () => {
    await site?.destroy();
    await rm(types, { recursive: true, force: true });
  });

  const publishing = (article: Partial<WireArticle>) =>
    makeDelivery({ event: 'article.status_changed', article: { status: 'published', ...article } });

  it('is that a number is empty, where the feed brought none', async () => {
    const id = await ownPosts(site).send(publishing({ wordCount: undefined }));
    expect(await adminApi(site).delivery(id)).toMatchObject({
      reason: 'It cannot be published yet. Still empty: words.',
      outcome: [{ code: 'draft' }, { code: 'publicationLacks', fields: ['words'] }],
    });
  });

  it('is what is empty, and what is not accepted, each by its name', async () => {
    const posts = ownPosts(site);
    const brief = publishing({ wordCount: undefined, description: 'Brief' });
    const id = await posts.send(brief);
    expect(await adminApi(site).delivery(id)).toMatchObject({
      reason: 'It cannot be published yet. Still empty: words. The site does not accept: excerpt.',
      outcome: [
        { code: 'draft' },
        { code: 'publicationLacksAndMisfits', empty: ['words'], fields: ['excerpt'] },
      ],
    });
    const { documentId } = await posts.draftOf(brief);
    await posts.edit(documentId, { words: 3 });
    await site.settle();
    expect((await adminApi(site).delivery(id)).reason).toBe(
      'It cannot be published yet. The site does not accept: excerpt.',
    );
    await posts.edit(documentId, { excerpt: 'Long enough by now.' });
    await site.settle();
    expect((await adminApi(site).delivery(id)).state).toBe('applied');
  });

  it('is that another entry has what may be there once', async () => {
    const posts = ownPosts(site);
    const [first, second] = [publishing({ title: 'Once' }), publishing({ title: 'Once' })];
    await posts.send(first);
    const id = await posts.send(second);
    expect(await adminApi(site).delivery(id)).toMatchObject({
      reason: 'It cannot be published yet. Another entry already has this in: title.',
      outcome: [{ code: 'draft' }, { code: 'publicationTaken', fields: ['title'] }],
    });
    await posts.edit((await posts.draftOf(second)).documentId, { title: 'Another' });
    await site.settle();
    expect((await posts.find(second.article.id, 'published'))?.title).toBe('Another');
  });
});
