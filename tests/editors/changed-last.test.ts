import { feedArticles } from '../support/articles/feed-articles';
import { makeDelivery, nextDelivery } from '../support/feed/deliveries';
import { adminApi } from '../support/people/admin-api';
import { contentManager } from '../support/people/content-manager';
import { administratorAs } from '../support/people/people';
import { bootSite, type Site } from '../support/site/site';

const ARTICLE = 'plugin::article-receiver.article';
const CAMPAIGN = 'plugin::article-receiver.campaign';

/** The form's header says of an entry when it was changed last, and by whom: both have to be of the same change. */
describe('who changed an entry last', () => {
  let site: Site;
  let edith: string;
  beforeAll(async () => {
    site = await bootSite();
    edith = await administratorAs(site, 'strapi-editor');
  });
  afterAll(() => site?.destroy());

  const changedBy = async (uid: string, documentId: string) => {
    const { updatedBy } = await contentManager(site, uid).open(documentId);
    return (updatedBy as { firstname: string } | null)?.firstname ?? null;
  };

  it('is nobody where the service did, and whoever decides on what it offers', async () => {
    const editor = contentManager(site, ARTICLE, edith);
    const admin = adminApi(site);
    const articles = feedArticles(site);
    const first = makeDelivery();
    const former = await articles.send(first);
    const { documentId } = await articles.draftOf(first);
    expect(await changedBy(ARTICLE, documentId)).toBeNull();

    await editor.save(await editor.open(documentId), { tldr: 'Ours.' });
    expect(await changedBy(ARTICLE, documentId)).toBe('Edith');
    await articles.send(nextDelivery(first, { article: { title: 'Theirs', tldr: 'Theirs.' } }));
    expect(await editor.open(documentId)).toMatchObject({ title: 'Theirs', tldr: 'Ours.' });
    expect(await changedBy(ARTICLE, documentId)).toBeNull();

    const [offer] = await admin.suggestionsOf(documentId);
    await admin.post(`/suggestions/${offer?.id}/accept`);
    expect(await editor.open(documentId)).toMatchObject({ tldr: 'Theirs.' });
    expect(await changedBy(ARTICLE, documentId)).toBe('Ada');

    await editor.save(await editor.open(documentId), { author: 'Edith' });
    expect(await changedBy(ARTICLE, documentId)).toBe('Edith');
    const fields = { fields: ['title'] };
    await admin.post(`/articles/${documentId}/versions/${former}`, fields);
    expect(await editor.open(documentId)).toMatchObject({ title: first.article.title });
    expect(await changedBy(ARTICLE, documentId)).toBe('Ada');
  });

  it('is nobody where the service gave a campaign another name', async () => {
    const articles = feedArticles(site);
    const first = makeDelivery();
    await articles.send(first);
    const documentId = (await articles.draftOf(first)).campaign?.documentId ?? '';
    const editor = contentManager(site, CAMPAIGN, edith);
    await editor.save(await editor.open(documentId), { language: 'fr' });
    expect(await changedBy(CAMPAIGN, documentId)).toBe('Edith');
    const campaign = { ...first.article.campaign, name: 'Theirs' };
    await articles.send(nextDelivery(first, { article: { campaign } }));
    expect(await editor.open(documentId)).toMatchObject({ name: 'Theirs', language: 'fr' });
    expect(await changedBy(CAMPAIGN, documentId)).toBeNull();
  });
});
