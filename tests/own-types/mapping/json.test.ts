import { makeDelivery, nextDelivery, type WireDelivery } from '../../support/feed/deliveries';
import { ownPosts } from '../../support/articles/own-posts';
import { OWN_TYPES, POST } from '../../support/articles/own-types';
import { bootSite, type Site } from '../../support/site/site';

const PUBLISHED = { event: 'article.status_changed' };

/** What the feed added later comes as it is, whatever the field keeps that it is mapped onto. */
const TARGET = {
  type: POST,
  fields: { title: 'title', slug: 'slug', feedId: 'id', structured: 'extra.section' },
};

let site: Site;
let posts: ReturnType<typeof ownPosts>;

beforeAll(async () => {
  site = await bootSite({ types: OWN_TYPES, pluginConfig: { target: TARGET } });
  posts = ownPosts(site);
});
afterAll(() => site?.destroy());

const withSection = (section: unknown) =>
  ({ status: 'published', section }) as Partial<WireDelivery['article']>;

describe('a field that keeps JSON', () => {
  it.each([
    ['a list', ['News', '2024']],
    ['an object', { name: 'News', year: '2024', isNew: true }],
    ['a number', 2024],
  ])('keeps %s as it is, in the draft and in what is published', async (_, section) => {
    const first = makeDelivery({ ...PUBLISHED, article: withSection(section) });
    expect(await posts.stateOf(await posts.send(first))).toMatchObject({ state: 'applied' });
    expect(await posts.draftOf(first)).toMatchObject({ structured: section });
    expect(await posts.find(first.article.id, 'published')).toMatchObject({ structured: section });
    const second = nextDelivery(first, { ...PUBLISHED, article: withSection([section]) });
    await posts.send(second);
    expect(await posts.draftOf(first)).toMatchObject({ structured: [section] });
  });

  it.each<[string, unknown]>([
    ['a text', 'News'],
    ['a text that reads like a number', '2024'],
    ['a text that reads like JSON', '{"name":"News"}'],
    ['a yes', true],
  ])('leaves %s out, which the delivery says and goes on', async (_, section) => {
    const first = makeDelivery({ ...PUBLISHED, article: withSection(section) });
    const { state, issues } = await posts.stateOf(await posts.send(first));
    expect(state).toBe('applied');
    expect(issues).toContain('notConvertible');
    expect(await posts.find(first.article.id, 'published')).toMatchObject({ structured: null });
    const second = nextDelivery(first, { ...PUBLISHED, article: withSection(['News']) });
    expect(await posts.stateOf(await posts.send(second))).toMatchObject({ state: 'applied' });
    expect(await posts.find(first.article.id, 'published')).toMatchObject({ structured: ['News'] });
  });
});
