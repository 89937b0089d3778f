import { adminApi } from '../support/people/admin-api';
import { makeDelivery, nextDelivery } from '../support/feed/deliveries';
import { arrive } from '../support/feed/event-log';
import { bootSite, type Site } from '../support/site/site';

const ARTICLE = 'plugin::article-receiver.article';
const TAG = 'plugin::article-receiver.tag';
const CAMPAIGN = 'plugin::article-receiver.campaign';

interface Shown {
  campaign: { name: string } | null;
  tags: { name: string }[];
}

/** What comes back of what somebody deleted that several articles have. */
describe('a campaign and a tag of several articles that somebody deleted', () => {
  let site: Site;
  let admin: ReturnType<typeof adminApi>;

  beforeEach(async () => {
    site = await bootSite();
    admin = adminApi(site);
  });
  afterEach(() => site?.destroy());

  /** Three articles with the same campaign and a tag, of which nothing is left but another tag. */
  async function bereft() {
    const { campaign } = makeDelivery().article;
    const shared = { campaignId: campaign.id, campaign, tags: ['Shared', 'Other'] };
    const all = [1, 2, 3].map(() => makeDelivery({ article: shared }));
    for (const one of all) await site.deliver(one);
    await site.settle();
    for (const [uid, name] of [
      [TAG, 'Shared'],
      [CAMPAIGN, campaign.name],
    ] as const) {
      const entries = site.strapi.documents(uid);
      const { documentId = '' } = (await entries.findFirst({ filters: { name } })) ?? {};
      await entries.delete({ documentId });
    }
    return { all, name: campaign.name };
  }

  const shown = async () => {
    const populate = { campaign: true, tags: { sort: 'name' } };
    const found: unknown = await site.strapi.documents(ARTICLE).findMany({ populate } as never);
    return (found as Shown[]).map(({ campaign, tags }) => [
      campaign?.name ?? null,
      ...tags.map((tag) => tag.name),
    ]);
  };

  const offers = async () =>
    ((await admin.get('/suggestions?state=open')).body as { results: unknown[] }).results;

  it('come back in all of them with a rebuild', async () => {
    const { name } = await bereft();
    expect(await shown()).toEqual([1, 2, 3].map(() => [null, 'Other']));
    await admin.post('/rebuild', {});
    await site.settle();
    expect(await shown()).toEqual([1, 2, 3].map(() => [name, 'Other', 'Shared']));
    expect(await offers()).toEqual([]);
  });

  it('come back in each with its next delivery, but not where an editor took them out', async () => {
    const { all, name } = await bereft();
    const [first, second, third] = all;
    if (!first || !second || !third) throw new Error('there are three');
    const send = (one: typeof first) =>
      arrive(site, nextDelivery(one, { article: { tldr: 'Newer.' } }));
    await send(first);
    const articles = site.strapi.documents(ARTICLE);
    const { documentId = '' } =
      (await articles.findFirst({ filters: { sourceId: third.article.id } })) ?? {};
    await articles.update({ documentId, data: { tags: [] } as never });
    await send(second);
    await send(third);
    expect((await shown()).sort()).toEqual([
      [name],
      [name, 'Other', 'Shared'],
      [name, 'Other', 'Shared'],
    ]);
  });

  it('make way for what somebody made in their place', async () => {
    const { all, name } = await bereft();
    const [first, second, third] = all;
    if (!first || !second || !third) throw new Error('there are three');
    const campaign = { sourceId: first.article.campaignId, name: 'By hand' };
    await site.strapi.documents(CAMPAIGN).create({ data: campaign as never });
    const tag = { name: 'Shared', slug: 'by-hand' };
    const made = await site.strapi.documents(TAG).create({ data: tag as never });
    // One of the articles gets it by hand, where it was.
    const articles = site.strapi.documents(ARTICLE);
    const { documentId = '' } =
      (await articles.findFirst({ filters: { sourceId: first.article.id } })) ?? {};
    const tags = { connect: [{ documentId: made.documentId, position: { start: true } }] };
    await articles.update({ documentId, data: { tags } as never });
    for (const one of all) {
      // What was said before, again, and what is new.
      await site.deliver(nextDelivery(one, { article: { tldr: 'Newer.' } }));
      await site.deliver(nextDelivery(nextDelivery(one), { article: { tldr: 'Newest.' } }));
    }
    await site.settle();
    expect(await shown()).toEqual([1, 2, 3].map(() => ['By hand', 'Other', 'Shared']));
    expect(await offers()).toEqual([]);
    expect(await site.strapi.documents(CAMPAIGN).findMany()).toMatchObject([
      { ...campaign, language: first.article.campaign.language },
    ]);
    const tagged = await site.strapi.documents(TAG).findMany({ sort: 'name' });
    expect(tagged).toMatchObject([{ name: 'Other' }, tag]);
    // What the service says later reaches it, as any other.
    const later = { ...first.article.campaign, name, websiteId: 'another' };
    await site.deliver(
      nextDelivery(nextDelivery(nextDelivery(second)), { article: { campaign: later } }),
    );
    await site.settle();
    expect(await site.strapi.documents(CAMPAIGN).findMany()).toMatchObject([
      { ...campaign, websiteId: 'another' },
    ]);
  });
});
