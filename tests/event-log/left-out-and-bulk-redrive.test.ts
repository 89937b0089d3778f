import type {
  DecisionResult,
  LeftOut,
  ListedDelivery,
  Pagination,
  ReceiverStatus,
  WaitingWord,
} from '../../src/plugins/article-receiver/shared/deliveries/deliveries';
import type { Statistics } from '../../src/plugins/article-receiver/shared/deliveries/statistics';
import { adminApi } from '../support/people/admin-api';
import { makeDelivery } from '../support/feed/deliveries';
import { administratorWith, withEntries } from '../support/people/people';
import { bootSite, type Site } from '../support/site/site';

const SHOWN = ['pending', 'applied', 'superseded', 'parked', 'failed', 'quarantined'] as const;

let site: Site;
let api: ReturnType<typeof adminApi>;

beforeAll(async () => {
  site = await bootSite();
  api = adminApi(site);
});
afterAll(() => site?.destroy());

const sent = async (delivery: object, headers: Record<string, string> = {}): Promise<string> => {
  const { body } = await site.deliver(delivery, { headers });
  return body.data?.deliveryId ?? body.error?.details?.deliveryId ?? '';
};

const withWord = (status: string) =>
  makeDelivery({ event: 'article.status_changed', article: { status } });

const totalOf = async (query: string): Promise<number> => {
  const { body } = await api.get(`/deliveries?pageSize=1&${query}`);
  return (body as { pagination: Pagination }).pagination.total;
};

const bulk = async (path: string, body: object) => {
  const { status, body: answer } = await api.post(`/deliveries/${path}`, body);
  await site.settle();
  return { status, results: (answer as { results: never[] }).results };
};

describe('what somebody decided against', () => {
  const ids: Record<string, string> = {};

  beforeAll(async () => {
    await sent(makeDelivery());
    ids.word = await sent(withWord('in_review'));
    ids.unusable = await sent({ event: 'article.ready' });
    ids.other = await sent({ event: 'article.status_changed' });
    ids.known = await sent(makeDelivery());
    await site.settle();
  });

  it('needs a reason where it is quarantined', async () => {
    expect((await bulk('leave', { ids: [ids.word, ids.unusable] })).status).toBe(400);
    expect((await api.delivery(ids.word ?? '')).state).toBe('parked');
  });

  it('is left out at once, and what asks for nothing stays', async () => {
    const chosen = { ids: [ids.word, ids.unusable, ids.known], reason: 'Tests of the service' };
    const { results } = await bulk('leave', chosen);
    expect((results as LeftOut[]).map(({ outcome }) => outcome)).toEqual([
      'left',
      'discarded',
      'not',
    ]);
    expect(await api.delivery(ids.word ?? '')).toMatchObject({
      state: 'applied',
      left: { by: expect.any(String) as string },
    });
    expect((await api.delivery(ids.unusable ?? '')).reason).toContain('Tests of the service');
  });

  it('is counted apart, alike in the status, the list, the days and their sum', async () => {
    const { counts, leftOut } = (await api.get('/status')).body as ReceiverStatus;
    expect({ counts, leftOut }).toMatchObject({
      counts: { applied: 2, parked: 0, quarantined: 1 },
      leftOut: 2,
    });
    for (const state of SHOWN) {
      expect([state, await totalOf(`filters[stateShown]=${state}`)]).toEqual([
        state,
        counts[state],
      ]);
    }
    expect(await totalOf('filters[stateShown][$eq]=leftOut')).toBe(leftOut);
    expect(await totalOf('filters[stateShown][$ne]=leftOut')).toBe(3);
    expect(await totalOf('')).toBe(5);
    const { today, days } = (await api.get('/statistics?days=2')).body as Statistics;
    expect(today).toEqual({ total: 5, counts, leftOut });
    const [, day] = days;
    const span = `filters[$and][0][receivedAt][$gte]=${day?.from}&filters[$and][1][receivedAt][$lt]=${day?.to}`;
    expect(await totalOf(span)).toBe(5);
  });
});

describe('words of several deliveries', () => {
  it('are listed once each, and decided together', async () => {
    const ids = [
      await sent(withWord('in_layout')),
      await sent(withWord('In_Layout')),
      await sent(withWord('in_print')),
    ];
    await site.settle();
    const { body } = await api.get(`/deliveries/words?ids=${ids.join(',')}`);
    const words = (body as { results: WaitingWord[] }).results;
    expect(words).toMatchObject([
      { kind: 'status', word: 'in_layout', deliveries: 2, deliveryId: ids[0] },
      { kind: 'status', word: 'in_print', deliveries: 1, deliveryId: ids[2] },
    ]);
    const { results } = await bulk('decide', {
      decisions: [
        { deliveryId: ids[0], effect: 'draft' },
        { deliveryId: ids[2], effect: 'publish' },
        { deliveryId: 'dlv_none', effect: 'draft' },
      ],
    });
    expect(results as { result?: DecisionResult; reason?: string }[]).toMatchObject([
      { result: { word: 'in_layout', redriven: 2 } },
      { result: { word: 'in_print', redriven: 1 } },
      { reason: 'there is no delivery with this id' },
    ]);
    for (const id of ids) expect((await api.delivery(id)).state).toBe('applied');
  });
});

describe('all deliveries', () => {
  it('are redriven where that is said, and by no mistake', async () => {
    for (const nothing of [{}, { filters: {} }, { filters: { state: {}, $and: [{}] }, _q: ' ' }]) {
      const { status, body } = await api.post('/deliveries/redrive', nothing);
      expect([status, body.error?.message]).toEqual([400, expect.stringContaining('filters: ')]);
    }
    for (const operator of ['$contains', '$startsWith', '$ne']) {
      const filters = { articleId: { [operator]: '' } };
      expect((await api.post('/deliveries/redrive', { filters })).status).toBe(400);
    }
    const trial = await api.post('/deliveries/redrive', { all: true, dryRun: true });
    expect(trial.status).toBe(200);
    const { deliveries } = (trial.body as { data: { deliveries: number } }).data;
    expect(deliveries).toBe(await totalOf(''));
    expect((await api.post('/deliveries/redrive', { all: true })).status).toBe(202);
    await site.settle();
  });

  it('are not meant by what is no time, or no number', async () => {
    const wrong = [
      ...[null, '', 5, 0, true, '5', '40', '2026-02-31'].map((value) => ['receivedAt', value]),
      ...[null, '', ' ', true, '0x1', '1.5'].map((value) => ['bytes', value]),
    ] as [string, unknown][];
    for (const [name, value] of wrong) {
      const filters = { [name]: { $gte: value } };
      const { status, body } = await api.post('/deliveries/redrive', { filters });
      const field = `filters.${name}.$gte`;
      expect([filters, status, body.error?.message]).toEqual([
        filters,
        400,
        expect.stringContaining(value === '' ? 'filters' : field),
      ]);
      if (typeof value !== 'string') continue;
      const listed = await api.get(`/deliveries?filters[${name}][$gte]=${value}`);
      expect([value, listed.status, listed.body.error?.message]).toEqual([
        value,
        400,
        expect.stringContaining(`${field}: expected`),
      ]);
    }
    const all = await totalOf('');
    const span = 'filters[receivedAt][$gte]=2026-01-01&filters[bytes][$gte]=0';
    expect([await totalOf(span), all > 0]).toEqual([all, true]);
  });

  it('come as a table whose cells no spreadsheet carries out', async () => {
    const title = '=HYPERLINK("https://evil.example","Click")';
    const id = await sent(makeDelivery({ article: { title } }));
    await site.settle();
    const { status, headers, text } = await api.get(
      `/deliveries/export?format=csv&filters[deliveryId]=${id}`,
    );
    expect(status).toBe(200);
    expect(headers['content-type']).toMatch(/^text\/csv/);
    expect(headers['content-disposition']).toMatch(/deliveries-\d{4}-\d\d-\d\d\.csv"$/);
    const [head = '', line = '', ...rest] = text.split('\r\n');
    expect(head).toMatch(/^\uFEFFdeliveryId,receivedAt,/);
    expect(line).toContain(`,"'=HYPERLINK(""https://evil.example"",""Click"")",`);
    expect(line.startsWith(`${id},`)).toBe(true);
    expect(rest).toEqual(['']);
    expect((await api.get('/deliveries/export?format=xlsx')).status).toBe(400);
  });
});

describe('who reads a delivery', () => {
  it('learns who sent it', async () => {
    const id = await sent(makeDelivery(), { 'user-agent': 'Service/2.1' });
    const { sender } = await api.delivery(id);
    expect(sender.userAgent).toBe('Service/2.1');
    expect(sender.address).toMatch(/127\.0\.0\.1|::1/);
    expect(sender.token).toBeTruthy();
    expect(JSON.stringify(sender)).not.toContain(site.token);
  });

  it('is led to its article where they may read that', async () => {
    await site.settle();
    const read = 'plugin::article-receiver.deliveries.read';
    const reader = await administratorWith(site, [read]);
    const editor = await administratorWith(site, [
      read,
      ...withEntries('plugin::article-receiver.article', ['read']),
    ]);
    const seenBy = async (session: string) => {
      const get = async (path: string) =>
        (
          await site.request
            .get(`/article-receiver${path}`)
            .set('Authorization', `Bearer ${session}`)
        ).body as unknown;
      const { results } = (await get('/deliveries?pageSize=5&filters[stateShown]=applied')) as {
        results: ListedDelivery[];
      };
      const one = (await get(`/deliveries/${results[0]?.deliveryId}`)) as ListedDelivery;
      return [...results, one].map(({ mayOpen }) => mayOpen);
    };
    expect(new Set(await seenBy(reader))).toEqual(new Set([false]));
    expect(new Set(await seenBy(editor))).toEqual(new Set([true]));
  });
});

describe('a decision on a word that was cut off', () => {
  it('reaches what waits for it with the next start', async () => {
    const decided = await sent(withWord('in_settings'));
    const other = await sent(withWord('in_nothing'));
    await site.settle();
    // All that was done of it before the site went down.
    await api.put('/settings', { statusMap: { in_settings: 'publish' } });
    expect((await api.delivery(decided)).state).toBe('parked');
    await site.restart();
    await site.settle();
    api = adminApi(site);
    expect((await api.delivery(decided)).state).toBe('applied');
    expect((await api.delivery(other)).state).toBe('parked');
  });
});
