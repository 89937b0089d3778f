import { rm } from 'node:fs/promises';
import { adminApi } from '../../support/people/admin-api';
import { makeDelivery, nextDelivery, type WireDelivery } from '../../support/feed/deliveries';
import { arriveTogether } from '../../support/feed/event-log';
import { ownPosts } from '../../support/articles/own-posts';
import { OWN_TYPES, ownTypesWith, POST_TARGET } from '../../support/articles/own-types';
import { bootSite, type Site } from '../../support/site/site';

const MOST = 24;
const LONG = 'how-to-brew-coffee-without-a-machine';
/** As long as the field takes, with no room for a number. */
const FULL = 'brewing-coffee-by-a-lake';

describe('a field for slugs that takes fewer characters than the service gives', () => {
  let site: Site;
  let posts: ReturnType<typeof ownPosts>;
  let types: string;

  beforeAll(async () => {
    types = await ownTypesWith('post', { slug: { maxLength: MOST } });
    const articleUrl = 'https://blog.example.org/{slug}';
    const links = { from: ['/blog/{slug}'] };
    site = await bootSite({ types, pluginConfig: { target: POST_TARGET, articleUrl, links } });
    posts = ownPosts(site);
  });
  afterAll(async () => {
    await site?.destroy();
    await rm(types, { recursive: true, force: true });
  });

  const published = (slug: string): WireDelivery =>
    makeDelivery({ event: 'article.status_changed', article: { slug, status: 'published' } });

  const slugsOf = async ({ article }: WireDelivery) => {
    const versions = ['draft', 'published'] as const;
    return Promise.all(versions.map(async (one) => (await posts.find(article.id, one))?.slug));
  };

  it('gets as much of it as it takes, which the delivery says', async () => {
    const first = published(LONG);
    const { state, issues } = await posts.stateOf(await posts.send(first));
    expect(state).toBe('applied');
    expect(issues).toContain(`cut to the ${MOST} characters that slug takes`);
    expect(await slugsOf(first)).toEqual(['how-to-brew-coffee', 'how-to-brew-coffee']);
    await posts.send(nextDelivery(first, { article: { title: 'Newer' } }));
    expect(await posts.draftOf(first)).toMatchObject({
      title: 'Newer',
      slug: 'how-to-brew-coffee',
      formerSlugs: [],
    });
  });

  it('keeps one that fits, and has room for the number of the next article with the same', async () => {
    expect(FULL).toHaveLength(MOST);
    const [first, second, third] = [published(FULL), makeDelivery(), published(FULL)];
    second.article.slug = FULL;
    await posts.send(first, second, third);
    expect(await slugsOf(first)).toEqual([FULL, FULL]);
    expect(await slugsOf(second)).toEqual(['brewing-coffee-by-a-2', undefined]);
    expect(await slugsOf(third)).toEqual(['brewing-coffee-by-a-3', 'brewing-coffee-by-a-3']);
    // None of them is taken for another slug than its own, numbered.
    await posts.send(nextDelivery(third, { article: { title: 'Newer' } }));
    expect(await slugsOf(third)).toEqual(['brewing-coffee-by-a-3', 'brewing-coffee-by-a-3']);
    const { body } = await adminApi(site).post('/rebuild', { dryRun: true });
    expect(body.data).toMatchObject({ articles: 4, unchanged: 4 });
  });

  it('is where links to the article lead', async () => {
    const wanted = 'where-to-drink-coffee-in-the-alps';
    const linking = makeDelivery({ article: { content: `[Alps](/blog/${wanted})` } });
    await posts.send(published(wanted), linking);
    const text = await posts.draftOf(linking);
    expect(JSON.stringify(text)).toContain('"https://blog.example.org/where-to-drink-coffee-in"');
    const { body: dead } = await adminApi(site).get('/dead-links');
    expect(dead).toMatchObject({ results: [] });
  });

  it('takes the next free one once somebody gives theirs up', async () => {
    const wanted = 'a-lake-in-the-early-fall';
    const [first, second] = [makeDelivery(), makeDelivery()];
    for (const { article } of [first, second]) article.slug = wanted;
    await posts.send(first, second);
    expect(await slugsOf(second)).toEqual(['a-lake-in-the-early-2', undefined]);
    await posts.send(nextDelivery(first, { article: { slug: 'elsewhere' } }));
    expect(await slugsOf(second)).toEqual([wanted, undefined]);
  });

  it('goes to who asks for it where two have each other’s, as they may with no room for a number', async () => {
    const [second, third] = ['brewing-coffee-in-pots-2', 'brewing-coffee-in-pots-3'];
    expect(second).toHaveLength(MOST);
    const asking = (slug: string) => makeDelivery({ article: { slug } });
    const [former, waiting, newcomer] = [asking(second), asking(second), asking(third)];
    await posts.send(former, waiting);
    expect(await slugsOf(waiting)).toEqual([third, undefined]);
    // The newcomer finds the slug that it asks for taken, and the next number just given up.
    await arriveTogether(site, [
      nextDelivery(former, { article: { slug: 'pots-elsewhere' } }),
      newcomer,
    ]);
    expect(await slugsOf(waiting)).toEqual([second, undefined]);
    expect(await slugsOf(newcomer)).toEqual([third, undefined]);
  });
});

it('a rule that says how long slugs may be is kept to, as the schema is', async () => {
  const fields = { ...POST_TARGET.fields, slug: { from: 'slug', maxLength: MOST } };
  const pluginConfig = { target: { ...POST_TARGET, fields } };
  const site = await bootSite({ types: OWN_TYPES, pluginConfig });
  try {
    const posts = ownPosts(site);
    const [first, second] = [makeDelivery(), makeDelivery()];
    for (const { article } of [first, second]) article.slug = LONG;
    expect((await posts.stateOf(await posts.send(first))).issues).toContain(
      `cut to the ${MOST} characters that slug takes`,
    );
    await posts.send(second);
    expect(await posts.draftOf(first)).toMatchObject({ slug: 'how-to-brew-coffee' });
    expect(await posts.draftOf(second)).toMatchObject({ slug: 'how-to-brew-coffee-2' });
    const { body } = await adminApi(site).post('/rebuild', { dryRun: true });
    expect(body.data).toMatchObject({ articles: 2, unchanged: 2 });
  } finally {
    await site.destroy();
  }
});
