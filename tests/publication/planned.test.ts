import type { ReceiverStatus } from '../../src/plugins/article-receiver/shared/deliveries/deliveries';
import type { DryRun } from '../../src/plugins/article-receiver/shared/deliveries/jobs';
import type { PlannedPage } from '../../src/plugins/article-receiver/shared/articles/planned';
import { adminApi } from '../support/people/admin-api';
import { shownTitles } from '../support/articles/articles';
import { fakeClock } from '../support/site/clock';
import { makeDelivery, nextDelivery, type WireDelivery } from '../support/feed/deliveries';
import { deliveryDetail } from '../support/feed/event-log';
import { eventually } from '../support/eventually';
import { NOTE, NOTE_TARGET, OWN_TYPES, POST, POST_TARGET } from '../support/articles/own-types';
import { administratorWith } from '../support/people/people';
import { bootSite, type Site } from '../support/site/site';

const ARTICLE = 'plugin::article-receiver.article';
const PLANNED = { time: '09:00', timeZone: 'Europe/Berlin' };

let site: Site;

const START = '2026-09-14T12:00:00Z';

let setClock: ReturnType<typeof fakeClock>;

beforeAll(() => void (setClock = fakeClock(START)));
afterAll(() => void jest.useRealTimers());

const plannedFor = (day: string) => ({
  contentPlan: { ...makeDelivery().article.contentPlan, plannedForDate: day },
});

const planned = (day: string, title: string): WireDelivery =>
  makeDelivery({
    timestamp: '2026-09-14T08:00:00.000Z',
    article: { title, status: 'draft', ...plannedFor(day) },
  });

async function send(...deliveries: WireDelivery[]): Promise<string[]> {
  const ids: string[] = [];
  for (const delivery of deliveries) {
    const { status, body } = await site.deliver(delivery);
    expect(status).toBe(202);
    ids.push(body.data?.deliveryId ?? '');
    await site.settle();
  }
  return ids;
}

const shown = (delivery: WireDelivery) => shownTitles(site, delivery.article.id);

const publishedBecomes = (delivery: WireDelivery, title: string | null) =>
  eventually(async () => expect((await shown(delivery)).published).toBe(title));

const documents = () => site.strapi.documents(ARTICLE);

async function documentIdOf({ article }: WireDelivery): Promise<string> {
  const found = await documents().findFirst({ filters: { sourceId: article.id } });
  if (!found) throw new Error('the article is not there');
  return found.documentId;
}

describe('an article that is planned for a day', () => {
  beforeAll(async () => {
    site = await bootSite({
      pluginConfig: { publishOnReady: 'planned', planned: PLANNED, sweepIntervalMs: 100 },
    });
  });
  afterAll(() => site?.destroy());

  beforeEach(() => setClock('2026-09-14T12:00:00Z'));

  it('goes online at that hour of it, by itself, and not before', async () => {
    const delivery = planned('2026-09-20', 'On its day');
    await send(delivery);
    setClock('2026-09-20T06:59:59Z');
    // Something that is done after a look at what is due.
    await send(planned('2026-12-24', 'Another'));
    expect(await shown(delivery)).toEqual({ draft: 'On its day', published: null });
    setClock('2026-09-20T07:00:00Z');
    await publishedBecomes(delivery, 'On its day');
  });

  it('goes online at once when the day is over', async () => {
    const delivery = planned('2026-09-13', 'Late');
    await send(delivery);
    expect(await shown(delivery)).toEqual({ draft: 'Late', published: 'Late' });
  });

  it('is left to its editors where somebody else had made it, and nobody is told of the day', async () => {
    const delivery = planned('2026-09-20', 'Adopted');
    const { id: sourceId, title, slug } = delivery.article;
    await documents().create({ data: { sourceId, title, slug } as never });
    const [id = ''] = await send(delivery);
    expect((await deliveryDetail(site, id)).outcome).not.toContainEqual(
      expect.objectContaining({ code: 'planned' }),
    );
    setClock('2026-09-20T07:00:00Z');
    const other = planned('2026-09-20', 'The service’s own');
    await send(other);
    await publishedBecomes(other, 'The service’s own');
    expect(await shown(delivery)).toEqual({ draft: 'Adopted', published: null });
  });

  it('goes online on the day that a revision moved it to, with what the revision says', async () => {
    const first = planned('2026-09-20', 'First');
    const second = nextDelivery(first, {
      event: 'article.ready',
      article: { title: 'Second', status: 'draft', ...plannedFor('2026-09-22') },
    });
    await send(first, second);
    setClock('2026-09-21T12:00:00Z');
    await send(planned('2026-12-24', 'Another'));
    expect((await shown(first)).published).toBeNull();
    setClock('2026-09-22T07:00:00Z');
    await publishedBecomes(first, 'Second');
  });

  it('is published before when the service says so, and stays offline when it archived it', async () => {
    const early = planned('2026-09-20', 'Early');
    const gone = planned('2026-09-20', 'Gone');
    const change = { event: 'article.status_changed' };
    await send(
      early,
      nextDelivery(early, { ...change, article: { status: 'published' } }),
      gone,
      nextDelivery(gone, { ...change, article: { status: 'archived' } }),
    );
    expect((await shown(early)).published).toBe('Early');
    const due = planned('2026-09-20', 'Due');
    await send(due);
    setClock('2026-09-20T08:00:00Z');
    await publishedBecomes(due, 'Due');
    await site.settle();
    expect((await shown(gone)).published).toBeNull();
  });

  it('stays as an editor has it from its day on', async () => {
    const [unpublished, deleted, edited] = ['Unpublished', 'Deleted', 'Edited'].map((title) =>
      planned('2026-09-20', title),
    ) as [WireDelivery, WireDelivery, WireDelivery];
    await send(unpublished, deleted, edited);
    await documents().delete({ documentId: await documentIdOf(deleted) });
    await documents().update({
      documentId: await documentIdOf(edited),
      data: { title: 'By hand' } as never,
    });
    setClock('2026-09-20T08:00:00Z');
    await publishedBecomes(unpublished, 'Unpublished');
    await publishedBecomes(edited, 'By hand');
    await documents().unpublish({ documentId: await documentIdOf(unpublished) });
    // The clock goes back, and forward again: what was done is not done again.
    setClock('2026-09-19T08:00:00Z');
    await send(planned('2026-12-24', 'Another'));
    setClock('2026-09-20T08:00:00Z');
    const due = planned('2026-09-20', 'Due');
    await send(due);
    expect((await shown(due)).published).toBe('Due');
    expect(await shown(unpublished)).toEqual({ draft: 'Unpublished', published: null });
    expect(await shown(deleted)).toEqual({ draft: null, published: null });
  });

  it('goes online when the site is up again, in the order of the days', async () => {
    const days = ['2026-09-24', '2026-09-23', '2026-09-22', '2026-09-21', '2026-09-20'];
    const articles = days.map((day) => planned(day, day));
    await send(...articles);
    setClock('2026-10-01T12:00:00Z');
    await site.restart();
    for (const article of articles) await publishedBecomes(article, article.article.title);
    const publishedAt = async (delivery: WireDelivery): Promise<number> => {
      const filters = { sourceId: delivery.article.id };
      const found = await documents().findFirst({ filters, status: 'published' });
      return Number(found?.id);
    };
    const order = await Promise.all(articles.map(publishedAt));
    expect(order).toEqual(order.toSorted((a, b) => b - a));
  });

  it('is listed by day for whoever may read it', async () => {
    setClock('2026-09-25T12:00:00Z');
    const first = planned('2026-10-03', 'The later day');
    const second = planned('2026-10-02', 'The earlier day');
    await send(first, second);
    const api = adminApi(site);
    const { isOn, results } = (await api.get('/planned')).body as PlannedPage;
    expect(isOn).toBe(true);
    const soon = results.filter(({ day }) => day < '2026-12');
    expect(soon.map(({ day, at, title }) => [day, at, title])).toEqual([
      ['2026-10-02', '2026-10-02T07:00:00.000Z', 'The earlier day'],
      ['2026-10-03', '2026-10-03T07:00:00.000Z', 'The later day'],
    ]);
    const nobody = await administratorWith(site, ['plugin::article-receiver.deliveries.read']);
    const theirs = await site.request
      .get('/article-receiver/planned')
      .set('Authorization', `Bearer ${nobody}`);
    expect((theirs.body as PlannedPage).results).toEqual([]);
  });

  it('is said to be, with its day', async () => {
    const [id] = await send(planned('2026-09-25', 'Announced'));
    expect(await deliveryDetail(site, id ?? '')).toMatchObject({
      state: 'applied',
      outcome: expect.arrayContaining([
        { code: 'planned', at: '2026-09-25T07:00:00.000Z' },
      ]) as unknown,
    });
  });

  it('is not said to go online once an editor has published it before its day, until that is taken back', async () => {
    const delivery = planned('2026-09-25', 'Ahead');
    const [id = ''] = await send(delivery);
    const documentId = await documentIdOf(delivery);
    const api = adminApi(site);
    const isPlanned = async (deliveryId: string) => {
      const { results } = (await api.get('/planned')).body as PlannedPage;
      const { outcome } = await deliveryDetail(site, deliveryId);
      const isListed = results.some((one) => one.documentId === documentId);
      return [isListed, outcome.some(({ code }) => code === 'planned')];
    };
    expect(await isPlanned(id)).toEqual([true, true]);
    await documents().publish({ documentId });
    expect(await isPlanned(id)).toEqual([false, false]);
    await documents().unpublish({ documentId });
    expect(await isPlanned(id)).toEqual([true, true]);
    await documents().publish({ documentId });
    // A revision is still to come.
    const title = 'Ahead, revised';
    const revision = { event: 'article.ready', article: { title } };
    const [newer = ''] = await send(nextDelivery(delivery, revision));
    expect(await isPlanned(newer)).toEqual([true, true]);
    setClock('2026-09-25T08:00:00Z');
    await publishedBecomes(delivery, title);
  });

  it('is said to go online on its day again once it was deleted after that, and brought back', async () => {
    const delivery = planned('2026-09-26', 'Brought back');
    const [id = ''] = await send(delivery);
    await documents().publish({ documentId: await documentIdOf(delivery) });
    await documents().delete({ documentId: await documentIdOf(delivery) });
    await adminApi(site).redrive(id);
    expect(await shown(delivery)).toEqual({ draft: 'Brought back', published: null });
    const { outcome } = await deliveryDetail(site, id);
    expect(outcome).toContainEqual({ code: 'planned', at: '2026-09-26T07:00:00.000Z' });
    setClock('2026-09-26T08:00:00Z');
    await publishedBecomes(delivery, 'Brought back');
  });

  it('is counted and listed as planned only while articles go online on their day', async () => {
    await send(planned('2026-10-05', 'Not by itself'));
    const told = async (publishOnReady: 'planned' | false) => {
      await site.restart({ publishOnReady, planned: PLANNED, metrics: { enabled: true } });
      const api = adminApi(site);
      const { isOn, results } = (await api.get('/planned')).body as PlannedPage;
      const { planned: counted } = (await api.get('/status')).body as ReceiverStatus;
      const { text } = await api.get('/metrics');
      const [, figure] = /^article_receiver_planned_articles (\d+)/m.exec(text) ?? [];
      return { isOn, listed: results.length, counted, figure: Number(figure) };
    };
    const { listed, ...others } = await told('planned');
    expect(listed).toBeGreaterThan(0);
    expect(others.counted).toBeGreaterThan(0);
    expect(others.figure).toBe(others.counted);
    expect(await told(false)).toEqual({ isOn: false, listed: 0, counted: 0, figure: 0 });
  });
});

describe.each([
  ['the plugin’s own type', ARTICLE, {}],
  ['a type of the site’s own', POST, { types: OWN_TYPES }],
])('articles of %s that were there before', (_, uid, { types }: { types?: string }) => {
  afterAll(() => site?.destroy());

  it('are planned once everything is applied again, which says so before', async () => {
    setClock(START);
    const target = types ? { target: { ...POST_TARGET, locale: { missing: 'create' } } } : {};
    const rest = { ...target, sweepIntervalMs: 100 };
    site = await bootSite({ types, pluginConfig: rest });
    await site.deliver(planned('2026-09-20', 'There before'));
    await site.settle();
    await site.restart({ ...rest, publishOnReady: 'planned', planned: PLANNED });
    const api = adminApi(site);
    const tried = async () =>
      (await api.post('/rebuild', { dryRun: true })).body as { data: DryRun };
    const at = '2026-09-20T07:00:00.000Z';
    expect((await tried()).data).toMatchObject({
      planned: 1,
      unchanged: 0,
      changes: [{ title: 'There before', publication: 'none', plannedAt: at }],
    });
    await api.post('/rebuild', {});
    await site.settle();
    expect((await tried()).data).toMatchObject({ planned: 0, unchanged: 1, changes: [] });
    const { results } = (await api.get('/planned')).body as PlannedPage;
    expect(results).toMatchObject([{ title: 'There before', at, contentType: uid }]);
    setClock('2026-09-20T07:00:01Z');
    await eventually(async () => {
      const published = await site.strapi.documents(uid as never).findMany({
        status: 'published',
        ...(types ? { locale: 'en' } : {}),
      });
      expect(published).toHaveLength(1);
    });
  });
});

describe('an article of a type without drafts that is planned for a day', () => {
  afterEach(() => site?.destroy());

  /** Whether its entry says that it is published. */
  const isLive = async ({ article }: WireDelivery): Promise<unknown> => {
    const filters = { address: article.slug };
    const found = await site.strapi.documents(NOTE as never).findFirst({ filters } as never);
    return (found as unknown as { live: unknown }).live;
  };

  const bootWith = async (fields: object) => {
    setClock(START);
    site = await bootSite({
      types: OWN_TYPES,
      pluginConfig: {
        target: { ...NOTE_TARGET, fields },
        publishOnReady: 'planned',
        planned: PLANNED,
        sweepIntervalMs: 100,
      },
    });
  };

  const daysListed = async () => {
    const { results } = (await adminApi(site).get('/planned')).body as PlannedPage;
    return results.map(({ day }) => day);
  };

  it('says from that day on that it is published, by itself', async () => {
    await bootWith(NOTE_TARGET.fields);
    const delivery = planned('2026-09-20', 'A note');
    await send(delivery);
    expect(await isLive(delivery)).toBe(false);
    expect(await daysListed()).toEqual(['2026-09-20']);
    setClock('2026-09-20T07:00:00Z');
    await eventually(async () => expect(await isLive(delivery)).toBe(true));
  });

  it('is not announced where nothing of it says so', async () => {
    const others = Object.entries(NOTE_TARGET.fields).filter(([name]) => name !== 'live');
    await bootWith(Object.fromEntries(others));
    const [id = ''] = await send(planned('2026-09-20', 'In public at once'));
    expect(await daysListed()).toEqual([]);
    const { outcome } = await deliveryDetail(site, id);
    expect(outcome.map(({ code }) => code)).not.toContain('planned');
  });
});
