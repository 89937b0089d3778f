import { adminApi } from '../support/people/admin-api';
import { shownArticle } from '../support/articles/articles';
import {
  makeDelivery,
  nextDelivery,
  nextWord,
  type WireDelivery,
} from '../support/feed/deliveries';
import { arrive } from '../support/feed/event-log';
import { watchDocuments } from '../../src/plugins/article-receiver/server/src/strapi/watch-documents';
import { bootSite, type Site } from '../support/site/site';

const ARTICLE = 'plugin::article-receiver.article';
const PUBLISHED = { event: 'article.status_changed' };

interface Written {
  result: { id: number };
  params: { data: { title?: string } };
}

/** A site whose own code stores titles in capitals: lifecycles that trim, cut or complete are common. */
describe('a value of which the site’s own code makes another', () => {
  let site: Site;

  beforeAll(async () => {
    site = await bootSite();
    const inCapitals = ({ params: { data } }: { params: { data: Record<string, string> } }) => {
      if (!data.title) return;
      data.title = data.title.toUpperCase();
      data.primaryKeyword = `of ${data.title}`;
    };
    const entries = () => site.strapi.db.query(ARTICLE);
    const afterwards = async ({ result, params: { data } }: Written) => {
      const author = `of ${data.title}`;
      if (data.title) await entries().update({ where: { id: result.id }, data: { author } });
    };
    site.strapi.db.lifecycles.subscribe({
      models: [ARTICLE],
      beforeCreate: inCapitals,
      beforeUpdate: inCapitals,
      afterCreate: afterwards,
      afterUpdate: afterwards,
    } as never);
    watchDocuments(site.strapi, async ({ uid, action, params: { data } }, next) => {
      const result = await next();
      if (uid !== ARTICLE || !['create', 'update'].includes(action) || !data?.title) return result;
      const { documentId } = result as { documentId: string };
      const category = `of ${data.title as string}`.toUpperCase();
      await site.strapi.documents(ARTICLE).update({ documentId, data: { category } as never });
      return result;
    });
  });
  afterAll(() => site?.destroy());

  const first = () =>
    makeDelivery({ ...PUBLISHED, article: { status: 'published', title: 'One' } });
  const newer = (delivery: WireDelivery, article: object) =>
    nextWord(delivery, 'published', article);
  const versions = async ({ article }: WireDelivery) => ({
    draft: (await shownArticle(site, article.id, 'draft'))?.title,
    published: (await shownArticle(site, article.id, 'published'))?.title,
  });
  const suggestions = async (delivery: WireDelivery) => {
    const documentId = (await shownArticle(site, delivery.article.id, 'draft'))?.documentId ?? '';
    const open = await adminApi(site).suggestionsOf(documentId);
    return open.map(({ field, value, id }) => ({ field, value, id }));
  };
  const edit = async (delivery: WireDelivery, title: string) => {
    const documentId = (await shownArticle(site, delivery.article.id, 'draft'))?.documentId ?? '';
    const data = { title };
    await site.strapi.documents(ARTICLE).update({ documentId, data: data as never });
  };

  it('follows the service all the same, and is nobody’s edit', async () => {
    const one = first();
    await arrive(site, one);
    expect(await versions(one)).toEqual({ draft: 'ONE', published: 'ONE' });
    const two = newer(one, { title: 'Two' });
    await arrive(site, two);
    expect(await versions(one)).toEqual({ draft: 'TWO', published: 'TWO' });
    const three = newer(two, { title: 'Three', tldr: 'Three.' });
    await arrive(site, three);
    expect(await versions(one)).toEqual({ draft: 'THREE', published: 'THREE' });
    expect(await suggestions(one)).toEqual([]);
  });

  it('is written once', async () => {
    const one = first();
    await arrive(site, one);
    await arrive(site, newer(one, { tldr: 'Newer.' }));
    const writes: unknown[] = [];
    const stop = site.strapi.db.lifecycles.subscribe({
      models: [ARTICLE],
      beforeUpdate: ({ params }: { params: { data: object } }) => void writes.push(params.data),
    } as never);
    await adminApi(site).post('/rebuild');
    await site.settle();
    stop();
    expect(writes).toEqual([]);
    expect(await versions(one)).toEqual({ draft: 'ONE', published: 'ONE' });
  });

  it.each([
    ['before', 'primaryKeyword', { contentPlan: { primaryKeyword: 'said' } }],
    ['after', 'author', { author: 'said' }],
    ['with', 'category', { category: 'said' }],
  ])('is nobody’s edit either where it is made %s a write beside it', async (_, field, said) => {
    const one = first();
    await arrive(site, one);
    const two = nextDelivery(one, {
      event: 'article.ready',
      article: { title: 'Two', status: 'draft' },
    });
    await arrive(site, two);
    const three = newer(two, {});
    await arrive(site, three);
    const published = await shownArticle(site, one.article.id, 'published');
    expect(String(published?.[field]).toUpperCase()).toBe('OF TWO');
    await arrive(site, newer(three, said));
    expect(await shownArticle(site, one.article.id, 'draft')).toMatchObject({ [field]: 'said' });
    expect(await suggestions(one)).toEqual([]);
  });

  it('is an editor’s once they have changed it, and the service’s again once they accept', async () => {
    const one = first();
    await arrive(site, one);
    await edit(one, 'Ours');
    const two = newer(one, { title: 'Two', status: 'draft' });
    await arrive(site, two);
    expect((await versions(one)).draft).toBe('OURS');
    const [offered] = await suggestions(one);
    expect(offered).toMatchObject({ field: 'title', value: 'Two' });
    await adminApi(site).post(`/suggestions/${offered?.id}/accept`);
    expect((await versions(one)).draft).toBe('TWO');
    await arrive(site, newer(two, { title: 'Three', status: 'draft' }));
    expect((await versions(one)).draft).toBe('THREE');
    expect(await suggestions(one)).toEqual([]);
  });
});
