import { rm } from 'node:fs/promises';
import type { Issue } from '../../../src/plugins/article-receiver/shared/deliveries/issues';
import { makeDelivery, nextDelivery } from '../../support/feed/deliveries';
import { ownPosts } from '../../support/articles/own-posts';
import { ownTypesWith, POST_TARGET } from '../../support/articles/own-types';
import { bootSite, type Site } from '../../support/site/site';

const LONG = 'coffee '.repeat(45).trim();

describe('what the site does not take as an entry', () => {
  let site: Site;
  let posts: ReturnType<typeof ownPosts>;
  let types: string;

  beforeAll(async () => {
    types = await ownTypesWith('label', {
      label: { maxLength: 40, regex: '^[\\w ]+$' },
      origin: { required: true, minLength: 4, unique: true },
      handle: { maxLength: 30 },
    });
    const { labels, ...fields } = POST_TARGET.fields;
    const target = {
      ...POST_TARGET,
      fields: { ...fields, labels: { ...labels, create: { origin: 'item' } } },
    };
    site = await bootSite({ types, pluginConfig: { target } });
    posts = ownPosts(site);
  });
  afterAll(async () => {
    await site?.destroy();
    await rm(types, { recursive: true, force: true });
  });

  const labelsOf = async (delivery: ReturnType<typeof makeDelivery>) =>
    ((await posts.draftOf(delivery)).labels as { label: string }[])
      .map(({ label }) => label)
      .sort();

  async function issuesOf(deliveryId: string): Promise<Issue[]> {
    const { state, issues } = await posts.stateOf(deliveryId);
    expect(state).toBe('applied');
    return JSON.parse(issues) as Issue[];
  }

  it('is left out, with an issue, and costs neither the article nor the others', async () => {
    await site.strapi
      .documents('api::label.label' as never)
      .create({ data: { label: 'another', origin: 'taken' } } as never);
    const first = makeDelivery({
      article: {
        tags: ['beans', 'tea', 'no-hyphens', 'taken', LONG, 'a handle that is longer than 30'],
        category: LONG,
        author: LONG.repeat(2),
      },
    });
    const issues = await issuesOf(await posts.send(first));
    expect(await labelsOf(first)).toEqual(['a handle that is longer than 30', 'beans']);
    expect(issues.map(({ code, values }) => [code, values?.value])).toEqual(
      expect.arrayContaining([
        ['entryRefused', 'tea'],
        ['entryRefused', 'no-hyphens'],
        ['entryRefused', 'taken'],
        ['entryTooLong', `${LONG.slice(0, 40)}…`],
      ]),
    );
    const second = nextDelivery(first, { article: { title: 'Goes on' } });
    await posts.send(second);
    expect((await posts.draftOf(first)).title).toBe('Goes on');
  });

  it('leads to the entry all the same that was made before the site asked for more', async () => {
    const first = makeDelivery({ article: { tags: ['roast'] } });
    await posts.send(first);
    const attribute = site.strapi.contentTypes['api::label.label' as never] as unknown as {
      attributes: { origin: { minLength: number } };
    };
    attribute.attributes.origin.minLength = 10;
    await posts.send(nextDelivery(first, { article: { tags: ['Roast'] } }));
    attribute.attributes.origin.minLength = 4;
    expect(await labelsOf(first)).toEqual(['roast']);
  });
});
