import { adminApi } from '../support/people/admin-api';
import {
  makeDelivery,
  nextDelivery,
  nextWord,
  type WireDelivery,
} from '../support/feed/deliveries';
import { feedArticles } from '../support/articles/feed-articles';
import { bootSite, type Site } from '../support/site/site';

let site: Site;
let articles: ReturnType<typeof feedArticles>;
let count = 0;

beforeAll(async () => {
  site = await bootSite();
  articles = feedArticles(site);
});
afterAll(() => site?.destroy());

const documents = () => site.strapi.documents('plugin::article-receiver.tag');

async function tagsOf(delivery: WireDelivery) {
  const namesIn = async (status: 'draft' | 'published') =>
    (await articles.find(delivery, status))?.tags?.map(({ name }: { name?: string }) => name);
  return { draft: await namesIn('draft'), published: await namesIn('published') };
}

/** The tags that are called so, by their ids. */
const called = async (name: string): Promise<string[]> =>
  (await documents().findMany({ filters: { name } })).map(({ documentId }) => documentId);

/** Articles with one tag, with another and with both, and the first of these tags that became the other by hand. */
async function merged() {
  count += 1;
  const [one, other] = [`Brew ${count}`, `Brewing ${count}`];
  const published = (...tags: string[]) =>
    makeDelivery({ event: 'article.status_changed', article: { status: 'published', tags } });
  const all = [published(one), published(other), published(one, other)] as const;
  await articles.send(...all);
  const [kept = ''] = await called(one);
  const [dropped = ''] = await called(other);
  await documents().update({ documentId: kept, data: { name: other } as never });
  await documents().delete({ documentId: dropped });
  await site.settle();
  return { one, other, kept, dropped, all };
}

describe('a tag that somebody gave the name of another, which they deleted', () => {
  it('is both from then on, for articles that come anew, change or are rebuilt', async () => {
    const { one, other, kept, all } = await merged();
    const next = all.map((delivery) => nextWord(delivery, 'published', { tldr: 'Newer.' }));
    const fresh = makeDelivery({ article: { tags: [other, one] } });
    await articles.send(...next, fresh);
    for (let times = 0; times < 2; times += 1) {
      for (const delivery of all)
        expect(await tagsOf(delivery)).toEqual({ draft: [other], published: [other] });
      expect((await tagsOf(fresh)).draft).toEqual([other]);
      expect(await called(other)).toEqual([kept]);
      expect(await called(one)).toEqual([]);
      await adminApi(site).post('/rebuild');
      await site.settle();
    }
  });

  it('is one of them once it is called otherwise, and the other is made again', async () => {
    const { one, other, kept, dropped, all } = await merged();
    await documents().update({ documentId: kept, data: { name: `${one}, renamed` } as never });
    await articles.send(...all.map((delivery) => nextDelivery(delivery)));
    expect(await called(other)).toEqual([dropped]);
    const shown = await Promise.all(all.map(tagsOf));
    expect(shown.map(({ draft }) => draft)).toEqual([
      [`${one}, renamed`],
      [other],
      [`${one}, renamed`, other],
    ]);
  });

  it('makes room for both where it is deleted as well', async () => {
    const { one, other, kept, dropped, all } = await merged();
    await documents().delete({ documentId: kept });
    await articles.send(...all.map((delivery) => nextDelivery(delivery)));
    expect([await called(one), await called(other)]).toEqual([[kept], [dropped]]);
    const shown = await Promise.all(all.map(tagsOf));
    expect(shown.map(({ draft }) => draft)).toEqual([[one], [other], [one, other]]);
  });
});
