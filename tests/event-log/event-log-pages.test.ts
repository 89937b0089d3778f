import type {
  DeliveryExport,
  DeliverySummary,
  KeysetPagination,
  Pagination,
} from '../../src/plugins/article-receiver/shared/deliveries/deliveries';
import type { Statistics } from '../../src/plugins/article-receiver/shared/deliveries/statistics';
import { adminApi } from '../support/people/admin-api';
import { makeDelivery, nextDelivery } from '../support/feed/deliveries';
import { bootSite, type Site } from '../support/site/site';

interface Page {
  results: DeliverySummary[];
  pagination: Partial<Pagination> & KeysetPagination;
}

const DELIVERIES = 9;

describe('the event log, page by page', () => {
  let site: Site;
  let api: ReturnType<typeof adminApi>;
  /** Oldest first. */
  const ids: string[] = [];

  beforeAll(async () => {
    site = await bootSite();
    api = adminApi(site);
    const first = makeDelivery({ article: { title: 'The very first', slug: 'the-very-first' } });
    const all = [first, nextDelivery(first, { article: { title: 'The first, revised' } })];
    while (all.length < DELIVERIES) {
      const n = all.length;
      all.push(makeDelivery(n === 5 ? { event: 'article.unheard_of' } : {}));
    }
    for (const delivery of all) {
      ids.push((await site.deliver(delivery)).body.data?.deliveryId ?? '');
    }
    await site.settle();
  });
  afterAll(() => site?.destroy());

  const page = async (query: string): Promise<Page> => {
    const { status, body } = await api.get(`/deliveries?${query}`);
    expect(status).toBe(200);
    return body as Page;
  };
  const idsOf = ({ results }: Page) => results.map(({ deliveryId }) => deliveryId);

  it('goes down and up again by cursor, newest first, without a gap', async () => {
    const newest = [...ids].reverse();
    const one = await page('pageSize=4');
    expect(one.pagination).toMatchObject({ page: 1, pageCount: 3, total: DELIVERIES });
    const two = await page(`pageSize=4&after=${one.pagination.next}`);
    const three = await page(`pageSize=4&after=${two.pagination.next}`);
    expect([...idsOf(one), ...idsOf(two), ...idsOf(three)]).toEqual(newest);
    expect(three.pagination.next).toBeNull();
    expect(two.pagination).not.toHaveProperty('total');

    const back = await page(`pageSize=4&before=${three.pagination.previous}`);
    expect(idsOf(back)).toEqual(idsOf(two));
    const top = await page(`pageSize=4&before=${back.pagination.previous}`);
    expect(idsOf(top)).toEqual(idsOf(one));
    expect(top.pagination).toMatchObject({ previous: null });
    expect(top.pagination.next).not.toBeNull();
  });

  it('keeps its place while deliveries arrive', async () => {
    const one = await page('pageSize=3');
    const late = (await site.deliver(makeDelivery())).body.data?.deliveryId ?? '';
    const two = await page(`pageSize=3&after=${one.pagination.next}`);
    expect(idsOf(two)).toEqual([...ids].reverse().slice(3, 6));
    const up = await page(`pageSize=50&before=${two.pagination.previous}`);
    expect(idsOf(up)).toEqual([late, ...idsOf(one)]);
    ids.push(late);
    await site.settle();
  });

  it('takes filters and search along, several on one column too', async () => {
    const found = await page('_q=VERY%20first');
    expect(idsOf(found)).toEqual([ids[0]]);
    // Whoever pastes a paragraph into the search finds nothing, as with any other words that are nowhere.
    expect((await page(`_q=${'a'.repeat(3_000)}`)).results).toEqual([]);
    const slug = await page('_q=the-very-first&pageSize=1');
    const rest = await page(`_q=the-very-first&pageSize=1&after=${slug.pagination.next}`);
    expect([...idsOf(slug), ...idsOf(rest)]).toEqual([ids[1], ids[0]]);
    expect(rest.pagination.next).toBeNull();
    const both = await page(
      'filters[$and][0][title][$containsi]=first&filters[$and][1][title][$containsi]=revised',
    );
    expect(idsOf(both)).toEqual([ids[1]]);
    expect(idsOf(await page('filters[state]=parked'))).toEqual([ids[5]]);
    for (const name of ['state', 'stateShown']) {
      const others = `filters[${name}][$notIn][0]=applied&filters[${name}][$notIn][1]=superseded`;
      expect(idsOf(await page(others))).toEqual([ids[5]]);
      // What the page's own filters can ask: no delivery is without a state.
      const all = idsOf(await page('pageSize=100'));
      for (const [condition, expected] of [
        ['$null]=true', []],
        ['$null]=false', all],
        ['$notNull]=true', all],
        ['$notNull]=false', []],
      ] as const) {
        const found = await page(`pageSize=100&filters[$and][0][${name}][${condition}`);
        expect([name, condition, idsOf(found)]).toEqual([name, condition, expected]);
      }
    }
  });

  it('names the entry and its title, of those that have one', async () => {
    const { results } = await page('filters[articleId][$notNull]=true&pageSize=100');
    const first = results.find(({ deliveryId }) => deliveryId === ids[0]);
    expect(first).toMatchObject({ title: 'The very first', articleTitle: 'The first, revised' });
    const parked = results.find(({ deliveryId }) => deliveryId === ids[5]);
    expect(parked).toMatchObject({ documentId: null, articleTitle: null });
  });

  it.each([
    ['a cursor that is none', 'after=1', 'after'],
    [
      'a position that there cannot be',
      `after=${Buffer.from('p9999999999').toString('base64url')}`,
      'after',
    ],
    ['two places at once', 'page=2&after=cDE', 'page'],
  ])('refuses %s', async (_, query, path) => {
    const { status, body } = await api.get(`/deliveries?${query}`);
    const { details } = (body as { error: { details: { issues: { path: string }[] } } }).error;
    expect([status, details.issues[0]?.path]).toEqual([400, path]);
  });

  it('comes as lines of JSON for those who take it elsewhere, without bodies', async () => {
    const { status, headers, text } = await api.get(
      '/deliveries/export?filters[state][$ne]=parked',
    );
    expect(status).toBe(200);
    expect(headers['content-type']).toMatch(/^application\/x-ndjson/);
    expect(headers['content-disposition']).toMatch(
      /^attachment; filename="deliveries-\d{4}-\d\d-\d\d\.ndjson"$/,
    );
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as DeliveryExport);
    const expected = [...ids].reverse().filter((id) => id !== ids[5]);
    expect(lines.map(({ deliveryId }) => deliveryId)).toEqual(expected);
    expect(lines.at(-1)).toMatchObject({ state: 'superseded', issues: [] });
    expect(lines.at(-1)?.attempts.length).toBeGreaterThan(0);
    expect(text).not.toContain('Water first, then coffee');
    expect(text).not.toContain(site.token);
  });

  it('is counted by day and state', async () => {
    const { body } = await api.get('/statistics?days=3&timeZone=Europe/Berlin');
    const { days, today } = body as Statistics;
    expect(days).toHaveLength(3);
    expect(days.map(({ day }) => day)).toEqual([...days.map(({ day }) => day)].sort());
    expect(today.total).toBe(ids.length);
    expect(days.at(-1)?.counts).toEqual(today.counts);
    expect(today.counts).toMatchObject({ parked: 1, superseded: 1, failed: 0 });
    expect((await api.get('/statistics?timeZone=Nowhere')).status).toBe(400);
    expect((await api.get('/statistics?days=1000')).status).toBe(400);
  });

  it('is redriven by a selection of it', async () => {
    const chosen = [ids[2], ids[3]];
    const byIds = await api.post('/deliveries/redrive', { ids: chosen, dryRun: true });
    expect((byIds.body as { data: object }).data).toMatchObject({ deliveries: 2, articles: 2 });
    const pasted = await api.post('/deliveries/redrive', { _q: 'a'.repeat(9_000), dryRun: true });
    expect((pasted.body as { data: object }).data).toMatchObject({ deliveries: 0 });
    const bySearch = await api.post('/deliveries/redrive', { _q: 'very first', dryRun: true });
    expect((bySearch.body as { data: object }).data).toMatchObject({ deliveries: 1 });
    expect((await api.post('/deliveries/redrive', { dryRun: true })).status).toBe(400);
  });

  it('says whether anything real has arrived yet', async () => {
    const { body } = await api.get('/status');
    expect(body).toMatchObject({
      firstDelivery: true,
      tokens: 1,
      webhookPath: '/api/article-receiver/webhook',
    });
  });
});
