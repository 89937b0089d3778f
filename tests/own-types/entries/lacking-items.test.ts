import { adminApi } from '../../support/people/admin-api';
import { makeDelivery, nextDelivery } from '../../support/feed/deliveries';
import { ownPosts } from '../../support/articles/own-posts';
import { OWN_TYPES, POST_TARGET } from '../../support/articles/own-types';
import { bootSite, type Site } from '../../support/site/site';

interface Point {
  text?: string;
  remark?: string;
}

describe('a list with an item in which something required is missing', () => {
  let site: Site;

  beforeAll(async () => {
    const takeaways = {
      each: 'extra.points',
      fields: {
        text: ({ item }: { item: Point | null }) => item?.text ?? null,
        remark: ({ item }: { item: Point | null }) => item?.remark ?? null,
      },
    };
    const target = { ...POST_TARGET, fields: { ...POST_TARGET.fields, takeaways } };
    site = await bootSite({ types: OWN_TYPES, pluginConfig: { target } });
  });
  afterAll(() => site?.destroy());

  it('is not said to be empty: what is missing is named', async () => {
    const posts = ownPosts(site);
    const points: Point[] = [{ text: 'Whole' }, { remark: 'Lacks its text' }];
    const article = { status: 'published', points };
    const first = makeDelivery({ event: 'article.status_changed', article: article as object });
    const id = await posts.send(first);
    expect((await posts.draftOf(first)).takeaways).toHaveLength(2);
    expect(await adminApi(site).delivery(id)).toMatchObject({
      state: 'parked',
      reason: 'It cannot be published yet. Still empty: takeaways.text.',
      outcome: [{ code: 'draft' }, { code: 'publicationLacks', fields: ['takeaways.text'] }],
    });
    const whole = { ...article, points: [{ text: 'Whole' }] };
    const next = nextDelivery(first, { article: whole as object });
    expect(await posts.stateOf(await posts.send(next))).toMatchObject({ state: 'applied' });
  });
});
