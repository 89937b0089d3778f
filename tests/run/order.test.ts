import fc from 'fast-check';
import { shownArticle, shownTitles } from '../support/articles/articles';
import { makeDelivery, nextDelivery, type WireDelivery } from '../support/feed/deliveries';
import { deliveryDetail } from '../support/feed/event-log';
import { makeImage, type WireImage } from '../support/feed/images';
import { samples } from '../support/feed/samples';
import { bootSite, type Site } from '../support/site/site';

const STATUS_CHANGED = 'article.status_changed';
const STATES = ['pending', 'applied', 'superseded', 'parked', 'failed', 'quarantined'];

/** Where a run of its own is told apart from the others. */
const RUN = 'run0';

/** The same deliveries, as if of other articles: nothing that identifies them is shared. */
function asRun(deliveries: readonly WireDelivery[], run: string): WireDelivery[] {
  return JSON.parse(JSON.stringify(deliveries).replaceAll(RUN, run)) as WireDelivery[];
}

describe('the order of deliveries', () => {
  let site: Site;
  let image: WireImage;
  let runs = 0;

  beforeAll(async () => {
    site = await bootSite();
    image = await makeImage({}, { kind: 'hero' });
  });
  afterAll(() => site?.destroy());

  it('is that of times which differ below a millisecond', async () => {
    const at = (digits: string) => `2026-10-01T10:00:00.${digits}Z`;
    const newer = makeDelivery({ timestamp: at('123457'), article: { title: 'Newer' } });
    const older = {
      ...newer,
      timestamp: at('123456'),
      article: { ...newer.article, title: 'Older' },
    };
    await site.deliver(newer);
    await site.deliver(older);
    await site.settle();
    const shown = await shownArticle(site, newer.article.id, 'draft');
    expect(shown?.title).toBe('Newer');
  });

  it('is told where a time lies ahead, behind which all others stay', async () => {
    const ahead = makeDelivery({
      timestamp: '2099-01-01T00:00:00.000Z',
      article: { title: 'Ahead' },
    });
    const sent = new Date().toISOString();
    const next = { ...ahead, timestamp: sent, article: { ...ahead.article, title: 'Next' } };
    const issuesOf = async (delivery: WireDelivery) => {
      const { body } = await site.deliver(delivery);
      await site.settle();
      const { state, issues } = await deliveryDetail(site, body.data?.deliveryId ?? '');
      return { state, issues: issues.map(({ path, code }) => [path, code]) };
    };
    const told = { state: 'applied', issues: [['timestamp', 'timestampAhead']] };
    expect(await issuesOf(ahead)).toEqual(told);
    expect(await issuesOf(next)).toEqual({ state: 'superseded', issues: [] });
  });

  /** Delivers in the given order; gives each delivery's state, in the order of `deliveries`. */
  async function run(
    deliveries: readonly WireDelivery[],
    order: readonly number[],
    settles: (index: number) => boolean,
  ) {
    const ids = new Map<number, string>();
    for (const [step, index] of order.entries()) {
      const { status, body } = await site.deliver(deliveries[index] ?? {});
      expect(status).toBe(ids.has(index) ? 200 : 202);
      ids.set(index, body.data?.deliveryId ?? '');
      if (settles(step)) await site.settle();
    }
    await site.settle();
    const states = [];
    for (const index of deliveries.keys()) {
      states.push((await deliveryDetail(site, ids.get(index) ?? '')).state);
    }
    return states;
  }

  /** Everything that a run's articles show, without what tells the run apart. */
  async function content(deliveries: readonly WireDelivery[]) {
    const shown = [];
    for (const id of [...new Set(deliveries.map(({ article }) => article.id))].sort()) {
      for (const version of ['draft', 'published'] as const) {
        shown.push(await shownArticle(site, id, version));
      }
    }
    const volatile = new Set([
      'id',
      'documentId',
      'createdAt',
      'updatedAt',
      'publishedAt',
      'file',
      'heroImage',
    ]);
    return JSON.parse(
      JSON.stringify(shown, (key, value: unknown) =>
        volatile.has(key) ? undefined : value,
      ).replaceAll(/run\d+x/g, RUN),
    ) as unknown;
  }

  async function expectAnyOrder(story: readonly WireDelivery[], numRuns: number) {
    const nextRun = () => `run${(runs += 1)}x`;
    const inOrder = nextRun();
    const expectedStates = await run(asRun(story, inOrder), [...story.keys()], () => true);
    const expected = await content(asRun(story, inOrder));

    const order = fc.array(fc.nat(story.length - 1), { maxLength: 3 }).chain((again) =>
      fc.shuffledSubarray([...story.keys(), ...again], {
        minLength: story.length + again.length,
      }),
    );
    await fc.assert(
      fc.asyncProperty(
        order,
        fc.array(fc.boolean(), { minLength: 16, maxLength: 16 }),
        async (sequence, settles) => {
          const name = nextRun();
          const deliveries = asRun(story, name);
          const states = await run(deliveries, sequence, (step) => settles[step] ?? false);
          expect(states).toEqual(expectedStates);
          expect(await content(deliveries)).toEqual(expected);
        },
      ),
      { numRuns, endOnFailure: true },
    );
  }

  it('does not change the content, whatever it is and whatever comes twice', async () => {
    const first = makeDelivery({
      article: {
        id: `art_${RUN}`,
        title: 'One',
        slug: `one-${RUN}`,
        campaignId: `cmp_${RUN}`,
        campaign: { id: `cmp_${RUN}`, name: 'A', language: 'en', websiteId: 's' },
        tags: ['a', 'b'],
        images: [image],
      },
    });
    const second = nextDelivery(first, {
      event: STATUS_CHANGED,
      article: { title: 'Two', status: 'published', slug: `two-${RUN}`, tags: ['b', 'c'] },
    });
    const third = nextDelivery(second, {
      event: 'article.ready',
      article: { title: 'Three', status: 'draft', slug: `three-${RUN}`, images: [] },
    });
    const fourth = nextDelivery(third, {
      event: STATUS_CHANGED,
      article: { title: 'Four', status: 'in_review' },
    });
    const tied = {
      ...third,
      article: { ...third.article, title: 'Two and a half', updatedAt: second.article.updatedAt },
    };
    const campaign = { id: `cmp_${RUN}`, name: 'B', language: 'en', websiteId: 's' };
    // Later than all of them: of two at the same time, the one that arrived later names the campaign.
    const other = nextDelivery(nextDelivery(third), {
      article: {
        id: `art_other_${RUN}`,
        slug: `other-${RUN}`,
        title: 'Other',
        campaign,
        tags: ['A'],
      },
    });
    await expectAnyOrder([first, second, tied, third, other, fourth], 8);
  });

  it('does not change what the samples end in', async () => {
    const story = samples().map(({ delivery }) => {
      const { article } = delivery;
      return {
        ...delivery,
        article: {
          ...article,
          id: `${article.id}${RUN}`,
          slug: `${article.slug}-${RUN}`,
          campaignId: `${article.campaignId}${RUN}`,
          campaign: { ...article.campaign, id: `${article.campaign.id}${RUN}` },
        },
      };
    });
    await expectAnyOrder(story, 4);
  });

  it('gives a tie to the later position', async () => {
    const first = makeDelivery({ article: { title: 'First' } });
    const second = { ...first, article: { ...first.article, title: 'Second' } };
    for (const delivery of [second, first]) await site.deliver(delivery);
    await site.settle();
    expect(await shownTitles(site, first.article.id)).toEqual({ draft: 'First', published: null });
  });

  it('compares times, not their writing', async () => {
    const newer = makeDelivery({
      timestamp: '2026-09-01T10:00:00.000Z',
      article: { title: 'Newer' },
    });
    const older = {
      ...newer,
      timestamp: '2026-09-01T11:59:59.999+02:00',
      article: { ...newer.article, title: 'Older' },
    };
    for (const delivery of [newer, older]) await site.deliver(delivery);
    await site.settle();
    expect((await shownTitles(site, newer.article.id)).draft).toBe('Newer');
  });

  it('makes one article of many simultaneous deliveries', async () => {
    const deliveries = [makeDelivery({ event: STATUS_CHANGED, article: { status: 'published' } })];
    while (deliveries.length < 8) {
      const before = deliveries.at(-1) ?? makeDelivery();
      deliveries.push(
        nextDelivery(before, { article: { title: `Revision ${deliveries.length}` } }),
      );
    }
    const answers = await Promise.all(
      [...deliveries].reverse().map((delivery) => site.deliver(delivery)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(202));
    await site.settle();
    const sourceId = deliveries[0]?.article.id ?? '';
    const versions = await site.strapi.db
      .query('plugin::article-receiver.article')
      .findMany({ where: { sourceId }, select: ['documentId', 'title', 'publishedAt'] });
    expect(versions.map(({ title }: { title: string }) => title)).toEqual([
      'Revision 7',
      'Revision 7',
    ]);
    expect(new Set(versions.map(({ documentId }: { documentId: string }) => documentId)).size).toBe(
      1,
    );
  });

  it('numbers the slug that another article has, and keeps it', async () => {
    const first = makeDelivery({ article: { slug: 'same-slug' } });
    const second = makeDelivery({ article: { slug: 'same-slug' } });
    const revised = nextDelivery(second, { article: { title: 'Revised' } });
    for (const delivery of [first, second, revised]) {
      await site.deliver(delivery);
      await site.settle();
    }
    expect((await shownArticle(site, first.article.id, 'draft'))?.slug).toBe('same-slug');
    expect((await shownArticle(site, second.article.id, 'draft'))?.slug).toBe('same-slug-2');
  });

  it('remembers the slugs that an article had', async () => {
    const first = makeDelivery({ article: { slug: 'first-name' } });
    const second = nextDelivery(first, { article: { slug: 'second-name' } });
    for (const delivery of [first, second]) {
      await site.deliver(delivery);
      await site.settle();
    }
    const article = await shownArticle(site, first.article.id, 'draft');
    expect([article?.slug, article?.previousSlugs]).toEqual(['second-name', ['first-name']]);
  });

  it('makes a slug where the delivered one is none, and says so', async () => {
    const delivery = makeDelivery({ article: { title: 'Größe & Maß', slug: '../Etc Passwd' } });
    const { body } = await site.deliver(delivery);
    await site.settle();
    expect((await shownArticle(site, delivery.article.id, 'draft'))?.slug).toMatch(
      /^[a-z0-9]+(-[a-z0-9]+)*$/,
    );
    const { issues } = await deliveryDetail(site, body.data?.deliveryId ?? '');
    expect(issues.map(({ path }) => path)).toContain('article.slug');
  });

  it('does not matter to what was acknowledged before a restart and is projected after it', async () => {
    await site.strapi
      .plugin('article-receiver')
      .service<{ stop(): Promise<void> }>('runner')
      .stop();
    const deliveries = [1, 2, 3].map(() =>
      makeDelivery({ event: STATUS_CHANGED, article: { status: 'published' } }),
    );
    const ids: string[] = [];
    for (const delivery of deliveries) {
      const { status, body } = await site.deliver(delivery);
      expect(status).toBe(202);
      ids.push(body.data?.deliveryId ?? '');
    }
    for (const id of ids) expect((await deliveryDetail(site, id)).state).toBe('pending');

    await site.restart();
    await site.settle();

    for (const id of ids) expect((await deliveryDetail(site, id)).state).toBe('applied');
    for (const { article } of deliveries) {
      expect(await shownTitles(site, article.id)).toEqual({
        draft: article.title,
        published: article.title,
      });
    }
    const status = await site.request
      .get('/article-receiver/status')
      .set('Authorization', `Bearer ${await site.adminToken()}`)
      .expect(200);
    const { counts } = status.body as { counts: Record<string, number> };
    expect(Object.keys(counts).sort()).toEqual([...STATES].sort());
    expect([counts.pending, counts.failed]).toEqual([0, 0]);
  });
});
