import { adminApi } from '../support/people/admin-api';
import { shownArticle } from '../support/articles/articles';
import { makeDelivery, type WireDelivery } from '../support/feed/deliveries';
import { arriveInTurn, arriveTogether } from '../support/feed/event-log';
import { bootSite, type Site } from '../support/site/site';
import { expectRebuilt, rebuilt } from '../disorder/offered';

let site: Site;

beforeAll(async () => {
  site = await bootSite();
});
afterAll(() => site?.destroy());

const START = Date.parse('2026-10-01T08:00:00.000Z');

/** What the service says of an article's slug and status. */
const says = (story: WireDelivery, minute: number, status: string, slug: string): WireDelivery => {
  const time = new Date(START + minute * 60_000).toISOString();
  const article = { ...story.article, status, slug, updatedAt: time };
  return { ...story, event: 'article.status_changed', timestamp: time, article };
};

const decideOn = (effect: string) =>
  adminApi(site).put('/settings', { statusMap: { in_review: effect } });

it('a slug that another article is published with no more leads to who had it before, though its draft keeps it', async () => {
  await decideOn('publish');
  const [one, other] = [makeDelivery(), makeDelivery()];
  await arriveInTurn(site, says(one, 2, 'published', 'the-first'));
  await arriveInTurn(site, says(one, 9, '', 'shared'));
  await arriveInTurn(site, says(other, 8, 'published', 'the-other'));
  await arriveInTurn(site, says(other, 3, 'published', 'shared'));
  await arriveInTurn(site, says(one, 4, 'in_review', 'shared'));
  const former = async () =>
    (await shownArticle(site, other.article.id, 'published'))?.previousSlugs;
  expect(await former()).toEqual([]);

  await decideOn('ignore');
  await rebuilt(site);
  expect(await shownArticle(site, one.article.id, 'published')).toMatchObject({
    slug: 'the-first',
  });
  expect(await shownArticle(site, one.article.id, 'draft')).toMatchObject({ slug: 'shared' });
  expect(await former()).toEqual(['shared']);
  await expectRebuilt(site);
});

describe('the slugs that somebody published an article by', () => {
  const documents = () => site.strapi.documents('plugin::article-receiver.article');

  /** Published by hand under one slug and then another, and deleted. */
  async function deleted() {
    const story = makeDelivery({
      event: 'article.status_changed',
      article: { status: 'published' },
    });
    const deliveryId = await arriveInTurn(site, story);
    const documentId = (await shownArticle(site, story.article.id, 'draft'))?.documentId ?? '';
    const known = [`once-${documentId}`, `then-${documentId}`];
    for (const slug of known) {
      await documents().update({ documentId, data: { slug } as never });
      await documents().publish({ documentId });
      await site.settle();
    }
    await documents().delete({ documentId });
    await site.settle();
    return { story, deliveryId, known };
  }

  it('lead to it at once where it is brought back', async () => {
    const { story, deliveryId, known } = await deleted();
    await adminApi(site).redrive(deliveryId);
    const shown = await shownArticle(site, story.article.id, 'published');
    expect(shown?.previousSlugs).toEqual(known);
    await expectRebuilt(site);
  });

  it('lead at once to what somebody made in its place', async () => {
    const { story, known } = await deleted();
    const { id: sourceId } = story.article;
    const data = { title: 'Ours', slug: `ours-${sourceId}`, sourceId };
    await documents().create({ data: data as never, status: 'published' });
    await rebuilt(site);
    const shown = await shownArticle(site, sourceId, 'draft');
    expect(shown?.previousSlugs).toEqual([...known, story.article.slug]);
    await expectRebuilt(site);
  });
});

it('more slugs of one article than a statement takes are listed, where all arrive before the first is projected', async () => {
  const story = makeDelivery();
  const slugs = Array.from({ length: 502 }, (_, n) => `chapter-${n}-of-a-long-story`);
  await arriveTogether(
    site,
    slugs.map((slug, minute) => says(story, minute, 'draft', slug)),
  );
  const shown = await shownArticle(site, story.article.id, 'draft');
  expect(shown?.slug).toBe(slugs.at(-1));
  expect(shown?.previousSlugs).toEqual(slugs.slice(0, -1));
  await expectRebuilt(site);
}, 120_000);
