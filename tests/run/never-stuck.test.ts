import { adminApi } from '../support/people/admin-api';
import { shownTitles } from '../support/articles/articles';
import { makeDelivery, nextDelivery, type WireDelivery } from '../support/feed/deliveries';
import { arrive } from '../support/feed/event-log';
import { OWN_TYPES, POST_TARGET } from '../support/articles/own-types';
import { ownPosts } from '../support/articles/own-posts';
import { bootSite, type Site } from '../support/site/site';

const CHANGED = 'article.status_changed';
const YEAR_MS = 365 * 24 * 60 * 60_000;

interface Retention {
  run(holdMs?: number): Promise<void>;
}

const TYPES = [
  { name: "the plugin's article", site: {} },
  {
    name: 'a localized type of the site',
    site: { types: OWN_TYPES, pluginConfig: { target: POST_TARGET } },
  },
];

describe.each(TYPES)('$name', ({ site: options }) => {
  let site: Site;
  let admin: ReturnType<typeof adminApi>;
  const isOwn = 'types' in options;

  beforeAll(async () => {
    const pluginConfig = {
      ...('pluginConfig' in options ? options.pluginConfig : {}),
      retention: { bodiesDays: 30 },
    };
    site = await bootSite({ ...options, pluginConfig });
    admin = adminApi(site);
  });
  afterAll(() => site?.destroy());

  async function titles({ article }: WireDelivery) {
    if (!isOwn) return shownTitles(site, article.id);
    const { find } = ownPosts(site);
    return {
      draft: (await find(article.id, 'draft'))?.title ?? null,
      published: (await find(article.id, 'published'))?.title ?? null,
    };
  }

  /** All that is in the log becomes a year old, and retention takes what nothing needs. */
  async function yearsGoBy() {
    await site.strapi.db
      .query('plugin::article-receiver.log')
      .updateMany({ data: { receivedAt: Date.now() - YEAR_MS } });
    // No hold: each test has its own year.
    await site.strapi.plugin('article-receiver').service<Retention>('retention').run(0);
  }

  async function deleteEntry({ article }: WireDelivery) {
    const uid = isOwn ? 'api::post.post' : 'plugin::article-receiver.article';
    const field = isOwn ? 'feedId' : 'sourceId';
    const documents = site.strapi.documents(uid as never);
    const entry = (await documents.findFirst({ filters: { [field]: article.id } } as never)) as {
      documentId: string;
    } | null;
    await documents.delete({ documentId: entry?.documentId ?? '', locale: '*' } as never);
  }

  const story = (...steps: [status: string, title: string, event?: string][]): WireDelivery[] => {
    const made: WireDelivery[] = [];
    for (const [status, title, event = CHANGED] of steps) {
      const before = made.at(-1);
      const article = { status, title };
      made.push(
        before ? nextDelivery(before, { event, article }) : makeDelivery({ event, article }),
      );
    }
    return made;
  };

  async function deliver(deliveries: readonly WireDelivery[]): Promise<string[]> {
    const ids: string[] = [];
    for (const delivery of deliveries) ids.push(await arrive(site, delivery));
    return ids;
  }

  it('shows what comes with an unknown status, and asks what the word does', async () => {
    const life = story(['published', 'Out'], ['in_review_a', 'Reviewed']);
    const [, unknown = ''] = await deliver(life);
    expect(await titles(life[0] as WireDelivery)).toEqual({ draft: 'Reviewed', published: 'Out' });
    expect(await admin.delivery(unknown)).toMatchObject({
      state: 'parked',
      reasonCode: 'statusUnmapped',
      reasonValues: { word: 'in_review_a' },
    });
    const newer = nextDelivery(life[1] as WireDelivery, {
      event: 'article.ready',
      article: { status: 'draft', title: 'Newer' },
    });
    await arrive(site, newer);
    expect(await titles(newer)).toEqual({ draft: 'Newer', published: 'Out' });
    expect((await admin.delivery(unknown)).state).toBe('parked');

    await admin.post(`/deliveries/${unknown}/decide`, { effect: 'publish' });
    await site.settle();
    expect(await titles(newer)).toEqual({ draft: 'Newer', published: 'Reviewed' });
    expect((await admin.delivery(unknown)).state).toBe('applied');
  });

  it('shows the first delivery though its status is unknown', async () => {
    const [first] = story(['in_review_b', 'First']) as [WireDelivery];
    const [id = ''] = await deliver([first]);
    expect(await titles(first)).toEqual({ draft: 'First', published: null });
    expect((await admin.delivery(id)).state).toBe('parked');
  });

  it('goes on after retention took an unpublication and what it unpublished', async () => {
    const life = story(
      ['published', 'Out'],
      ['archived', 'Archived'],
      ['draft', 'Draft', 'article.ready'],
    );
    const ids = await deliver(life);
    await yearsGoBy();
    expect((await admin.get(`/deliveries/${ids[1]}/body`)).status).toBe(410);
    const next = nextDelivery(life[2] as WireDelivery, { article: { title: 'Next' } });
    const id = await arrive(site, next);
    expect((await admin.delivery(id)).state).toBe('applied');
    expect(await titles(next)).toEqual({ draft: 'Next', published: null });
    for (const old of ids) expect(await admin.redrive(old)).toBe('pending');
    expect(await titles(next)).toEqual({ draft: 'Next', published: null });
  });

  it('goes on when a changed status map asks for what retention took', async () => {
    const life = story(
      ['published', 'Out'],
      ['paused_a', 'Paused'],
      ['draft', 'Draft', 'article.ready'],
    );
    await admin.put('/settings', { statusMap: { paused_a: 'unpublish' } });
    const [first = ''] = await deliver(life);
    await yearsGoBy();
    await admin.put('/settings', { statusMap: { paused_a: 'ignore' } });
    const next = nextDelivery(life[2] as WireDelivery, { article: { title: 'Next' } });
    expect((await admin.delivery(await arrive(site, next))).state).toBe('applied');
    expect(await titles(next)).toEqual({ draft: 'Next', published: null });
    expect(await admin.delivery(first)).toMatchObject({
      state: 'superseded',
      reasonCode: 'bodyDropped',
    });
  });

  it('keeps the bodies that the settings of now ask for, whatever the states say', async () => {
    await admin.put('/settings', { statusMap: { paused_b: 'unpublish' } });
    const life = story(
      ['published', 'Out'],
      ['paused_b', 'Paused'],
      ['draft', 'Draft', 'article.ready'],
    );
    await deliver(life);
    await admin.put('/settings', { statusMap: { paused_b: 'ignore' } });
    await yearsGoBy();
    const next = nextDelivery(life[2] as WireDelivery, { article: { title: 'Next' } });
    await arrive(site, next);
    expect(await titles(next)).toEqual({ draft: 'Next', published: 'Out' });
  });

  it('leaves deleted what an editor deleted when a word is decided on another', async () => {
    const [gone] = story(['in_review_c', 'Gone']) as [WireDelivery];
    const [other] = story(['in_review_c', 'Other']) as [WireDelivery];
    await deliver([gone]);
    await deleteEntry(gone);
    const [id = ''] = await deliver([other]);
    await admin.post(`/deliveries/${id}/decide`, { effect: 'draft' });
    await site.settle();
    expect((await titles(gone)).draft).toBeNull();
    expect((await titles(other)).draft).toBe('Other');
  });

  it('takes no for an answer about a deleted article, until somebody redrives it', async () => {
    const [first] = story(['published', 'Deleted']) as [WireDelivery];
    await deliver([first]);
    await deleteEntry(first);
    const next = nextDelivery(first, { article: { title: 'Asked' } });
    const id = await arrive(site, next);
    expect(await admin.delivery(id)).toMatchObject({
      state: 'parked',
      reasonCode: 'articleDeleted',
    });
    expect((await admin.post(`/deliveries/${id}/leave`)).status).toBe(202);
    await site.settle();
    const left = await admin.delivery(id);
    expect(left).toMatchObject({ state: 'superseded', reasonCode: 'left' });
    expect(left.left?.by).toBe('Ada Admin');

    const { body } = await admin.post('/rebuild', { dryRun: true });
    expect((body as { data: { deleted: number } }).data.deleted).toBeGreaterThan(0);
    await admin.post('/rebuild');
    await site.settle();
    expect([(await titles(first)).draft, (await admin.delivery(id)).state]).toEqual([
      null,
      'superseded',
    ]);

    await admin.redrive(id);
    expect(await titles(first)).toEqual({ draft: 'Asked', published: 'Asked' });
    expect((await admin.delivery(id)).left).toBeNull();
  });

  it('brings deleted articles back in a rebuild that asks for it', async () => {
    const [first] = story(['published', 'Restored']) as [WireDelivery];
    await deliver([first]);
    await deleteEntry(first);
    await admin.post('/rebuild', { restoreDeleted: true });
    await site.settle();
    expect((await titles(first)).draft).toBe('Restored');
  });

  it('takes no for an answer about an event that nobody knows', async () => {
    const [first] = story(['draft', 'Kept', 'article.ready']) as [WireDelivery];
    await deliver([first]);
    const id = await arrive(site, nextDelivery(first, { event: 'article.sung' }));
    expect((await admin.delivery(id)).state).toBe('parked');
    await admin.post(`/deliveries/${id}/leave`);
    await site.settle();
    expect(await admin.delivery(id)).toMatchObject({ state: 'superseded', reasonCode: 'left' });
    expect((await admin.post(`/deliveries/${id}/leave`)).status).toBe(409);
  });
});
