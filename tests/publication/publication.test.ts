import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shownTitles } from '../support/articles/articles';
import { makeDelivery, nextDelivery, type WireDelivery } from '../support/feed/deliveries';
import { deliveryDetail, redrive } from '../support/feed/event-log';
import { quietly } from '../support/log-lines';
import { bootSite, type Site } from '../support/site/site';
import { until } from '../support/until';

const STATUS_CHANGED = 'article.status_changed';
type Shown = { draft: string | null; published: string | null };
type Step = [event: string, status: string | null];

/** Deliveries of one article, a minute apart, each titled by its place: `1`, `2`… */
function story(steps: readonly Step[]): WireDelivery[] {
  const deliveries: WireDelivery[] = [];
  steps.forEach(([event, status], index) => {
    const before = deliveries.at(-1) ?? makeDelivery();
    const article = { title: String(index + 1), status: status as string };
    deliveries.push(nextDelivery(before, { event, article }));
  });
  return deliveries;
}

/** Sends deliveries one after another; gives their states at the end. */
async function tell(site: Site, deliveries: readonly WireDelivery[]): Promise<string[]> {
  const ids: string[] = [];
  for (const delivery of deliveries) {
    const { body } = await site.deliver(delivery);
    ids.push(body.data?.deliveryId ?? '');
    await site.settle();
  }
  return Promise.all(ids.map(async (id) => (await deliveryDetail(site, id)).state));
}

describe('the status of a delivery', () => {
  let site: Site;
  beforeAll(async () => {
    site = await bootSite();
  });
  afterAll(() => site?.destroy());

  it.each([
    [
      'a new article stays a draft',
      [['article.ready', 'draft']],
      { draft: '1', published: null },
      ['applied'],
    ],
    [
      'a new one without a status shows its content, and waits',
      [['article.ready', null]],
      { draft: '1', published: null },
      ['parked'],
    ],
    [
      'a revision without one leaves the published version as it is',
      [
        [STATUS_CHANGED, 'published'],
        ['article.ready', null],
      ],
      { draft: '2', published: '1' },
      ['applied', 'parked'],
    ],
    [
      '"published" publishes',
      [[STATUS_CHANGED, 'published']],
      { draft: '1', published: '1' },
      ['applied'],
    ],
    [
      'words count in any case',
      [[STATUS_CHANGED, 'PubLished']],
      { draft: '1', published: '1' },
      ['applied'],
    ],
    [
      'events too',
      [['Article.Status_Changed', 'published']],
      { draft: '1', published: '1' },
      ['applied'],
    ],
    [
      '"archived" unpublishes and deletes nothing',
      [
        [STATUS_CHANGED, 'published'],
        [STATUS_CHANGED, 'Archived'],
      ],
      { draft: '2', published: null },
      ['superseded', 'applied'],
    ],
    [
      '"draft" unpublishes when the status changed to it',
      [
        [STATUS_CHANGED, 'published'],
        [STATUS_CHANGED, 'DRAFT'],
      ],
      { draft: '2', published: null },
      ['superseded', 'applied'],
    ],
    [
      'a revision leaves the published version as it is',
      [
        [STATUS_CHANGED, 'published'],
        ['article.ready', 'draft'],
      ],
      { draft: '2', published: '1' },
      ['applied', 'applied'],
    ],
    [
      'a published revision replaces both',
      [
        ['article.ready', 'draft'],
        [STATUS_CHANGED, 'published'],
        ['article.ready', 'draft'],
        [STATUS_CHANGED, 'published'],
      ],
      { draft: '4', published: '4' },
      ['superseded', 'superseded', 'superseded', 'applied'],
    ],
    [
      'published again after having been archived',
      [
        [STATUS_CHANGED, 'published'],
        [STATUS_CHANGED, 'archived'],
        [STATUS_CHANGED, 'published'],
      ],
      { draft: '3', published: '3' },
      ['superseded', 'superseded', 'applied'],
    ],
    [
      'a word never seen leaves the publication as it was',
      [
        [STATUS_CHANGED, 'published'],
        [STATUS_CHANGED, 'in_review'],
      ],
      { draft: '2', published: '1' },
      ['applied', 'parked'],
    ],
    [
      'nor does a changed status without a word',
      [
        ['article.ready', 'draft'],
        [STATUS_CHANGED, null],
      ],
      { draft: '2', published: null },
      ['superseded', 'parked'],
    ],
    [
      'what waits is superseded by what is newer',
      [
        [STATUS_CHANGED, 'in_review'],
        [STATUS_CHANGED, 'published'],
      ],
      { draft: '2', published: '2' },
      ['superseded', 'applied'],
    ],
  ] as [string, Step[], Shown, string[]][])('%s', async (_, steps, shown, states) => {
    const deliveries = story(steps);
    expect(await tell(site, deliveries)).toEqual(states);
    expect(await shownTitles(site, deliveries[0]?.article.id ?? '')).toEqual(shown);
  });

  it('is named where it is not known', async () => {
    const [delivery] = story([[STATUS_CHANGED, 'zurückgestellt']]);
    const { body } = await site.deliver(delivery ?? {});
    await site.settle();
    const { reason } = await deliveryDetail(site, body.data?.deliveryId ?? '');
    expect(reason).toContain('"zurückgestellt"');
  });

  it('shows an article under its delivery older than its draft with everything it had', async () => {
    const first = makeDelivery({
      event: STATUS_CHANGED,
      article: { status: 'published', tags: ['old'] },
    });
    const second = nextDelivery(first, {
      event: 'article.ready',
      article: { status: 'draft', tags: ['new'] },
    });
    await tell(site, [second, first]);
    expect(await shownTitles(site, first.article.id)).toEqual({
      draft: second.article.title,
      published: first.article.title,
    });
    const rows = (await site.strapi.db.query('plugin::article-receiver.article').findMany({
      where: { sourceId: first.article.id },
      populate: ['tags', 'campaign'],
    })) as { publishedAt: string | null; tags: { name: string }[]; campaign: object }[];
    const tagsOf = (isPublished: boolean) =>
      rows
        .filter(({ publishedAt }) => (publishedAt !== null) === isPublished)
        .map(({ tags }) => tags.map(({ name }) => name));
    expect([tagsOf(false), tagsOf(true)]).toEqual([[['new']], [['old']]]);
    expect(rows.every(({ campaign }) => campaign !== null)).toBe(true);
  });

  it("fires Strapi's own entry events, so that a site's webhooks go out", async () => {
    const seen: string[] = [];
    const events = ['create', 'update', 'publish', 'unpublish'].map((name) => `entry.${name}`);
    const listeners = events.map((event) => {
      const listener = async ({ uid }: { uid: string }) => {
        await Promise.resolve();
        if (uid === 'plugin::article-receiver.article') seen.push(event);
      };
      site.strapi.eventHub.on(event, listener);
      return [event, listener] as const;
    });
    const deliveries = story([
      ['article.ready', 'draft'],
      ['article.ready', 'draft'],
      [STATUS_CHANGED, 'published'],
      [STATUS_CHANGED, 'archived'],
    ]);
    await tell(site, deliveries);
    // Strapi emits after the commit, without waiting for it.
    while (!seen.includes('entry.unpublish')) await new Promise(setImmediate);
    for (const [event, listener] of listeners) site.strapi.eventHub.off(event, listener);
    expect(new Set(seen)).toEqual(new Set(events));
    expect(seen.filter((event) => event === 'entry.publish')).toHaveLength(1);
    expect(seen.filter((event) => event === 'entry.create')).toHaveLength(1);
  });

  it("sends an event once to a listener of the site's that could not reach a service of its own", async () => {
    let calls = 0;
    const listener = async ({ uid }: { uid: string }) => {
      await Promise.resolve();
      if (uid !== 'plugin::article-receiver.article') return;
      calls += 1;
      throw Object.assign(new Error('its own service'), { code: 'ECONNREFUSED' });
    };
    let isSaid = false;
    const note = ({ message }: { message?: string }) => {
      isSaid ||= /after a commit: A service .* does not answer\. \(its own service\)/.test(
        message ?? '',
      );
    };
    const { eventHub, log } = site.strapi;
    eventHub.on('entry.publish', listener);
    log.on('data', note);
    await quietly(site, async () => {
      await tell(site, story([[STATUS_CHANGED, 'published']]));
      await until('it to be said', () => isSaid);
    });
    log.off('data', note);
    eventHub.off('entry.publish', listener);
    expect(calls).toBe(1);
  });
});

describe('the publication options of a site', () => {
  let site: Site;
  beforeAll(async () => {
    site = await bootSite({
      pluginConfig: {
        publishOnReady: true,
        statusMap: { Live: 'publish', archived: 'ignore', Rejected: 'unpublish', seo: 'draft' },
      },
    });
  });
  afterAll(() => site?.destroy());

  it.each([
    [
      'publish what is ready',
      [['article.ready', 'draft']],
      { draft: '1', published: '1' },
      ['applied'],
    ],
    [
      'publish nothing of which no status is said',
      [['article.ready', null]],
      { draft: '1', published: null },
      ['parked'],
    ],
    [
      'give words of their own an effect',
      [[STATUS_CHANGED, 'LIVE']],
      { draft: '1', published: '1' },
      ['applied'],
    ],
    [
      'ignore a word',
      [
        [STATUS_CHANGED, 'live'],
        [STATUS_CHANGED, 'archived'],
      ],
      { draft: '1', published: '1' },
      ['applied', 'superseded'],
    ],
    [
      'unpublish at a word',
      [
        [STATUS_CHANGED, 'live'],
        [STATUS_CHANGED, 'rejected'],
      ],
      { draft: '2', published: null },
      ['superseded', 'applied'],
    ],
    [
      'change the draft alone at a word',
      [
        [STATUS_CHANGED, 'live'],
        [STATUS_CHANGED, 'SEO'],
      ],
      { draft: '2', published: '1' },
      ['applied', 'applied'],
    ],
    [
      'keep the default words that they do not map',
      [[STATUS_CHANGED, 'published']],
      { draft: '1', published: '1' },
      ['applied'],
    ],
  ] as [string, Step[], Shown, string[]][])('%s', async (_, steps, shown, states) => {
    const deliveries = story(steps);
    expect(await tell(site, deliveries)).toEqual(states);
    expect(await shownTitles(site, deliveries[0]?.article.id ?? '')).toEqual(shown);
  });
});

describe('a word that is mapped later', () => {
  it('takes effect when its delivery is redriven', async () => {
    const keep = { dir: await mkdtemp(join(tmpdir(), 'article-receiver-')) };
    let site = await bootSite({ keep });
    const delivery = makeDelivery({ event: STATUS_CHANGED, article: { status: 'approved' } });
    const { body } = await site.deliver(delivery);
    const deliveryId = body.data?.deliveryId ?? '';
    await site.settle();
    expect((await deliveryDetail(site, deliveryId)).state).toBe('parked');
    await site.destroy();

    site = await bootSite({
      keep,
      pluginConfig: { statusMap: { approved: 'publish' } },
    });
    try {
      await redrive(site, deliveryId);
      const { title } = delivery.article;
      expect(await shownTitles(site, delivery.article.id)).toEqual({
        draft: title,
        published: title,
      });
      expect((await deliveryDetail(site, deliveryId)).state).toBe('applied');
    } finally {
      await site.destroy();
      await rm(keep.dir, { recursive: true, force: true });
    }
  });
});
