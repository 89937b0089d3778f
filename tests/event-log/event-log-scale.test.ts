import type { DeliverySummary } from '../../src/plugins/article-receiver/shared/deliveries/deliveries';
import { adminApi } from '../support/people/admin-api';
import { bootSite, type Site } from '../support/site/site';

const DELIVERIES = 100_000;
const DAY_MS = 24 * 60 * 60_000;

/** Every thousandth is parked, every ten thousandth failed. */
const FILL = `
  with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${DELIVERIES})
  insert into article_receiver_deliveries
    (delivery_id, digest, article_id, event, title, state, received_at, byte_size, duplicates, failures)
  select 'dlv_' || n, 'digest ' || n, 'art_' || (n / 10), 'article.ready', 'Title ' || n,
    case when n % 10000 = 0 then 'failed' when n % 1000 = 0 then 'parked' else 'superseded' end,
    ${Date.now() - 10 * DAY_MS} + n, 1000, 0, 0
  from numbers`;

describe('a log of 100,000 deliveries', () => {
  let site: Site;
  let api: ReturnType<typeof adminApi>;
  let database: Site['strapi']['db']['connection'];

  beforeAll(async () => {
    // What the runner asks of the log by itself is none of what a request asks.
    site = await bootSite({ pluginConfig: { sweepIntervalMs: DAY_MS } });
    await site.settle();
    api = adminApi(site);
    database = site.strapi.db.connection;
    await database.raw(FILL);
    await database.raw('analyze');
  });
  afterAll(() => site?.destroy());

  /** How SQLite finds what a request asks of the deliveries, in statements that have a word in them. */
  const plansOf = async (request: () => Promise<unknown>, word = ''): Promise<string[]> => {
    const queries: { sql: string; bindings: unknown[] }[] = [];
    const listen = (query: { sql: string; bindings: unknown[] }) => {
      const { sql } = query;
      if (/^select/.test(sql) && sql.includes('article_receiver_deliveries')) queries.push(query);
    };
    database.on('query', listen);
    await request();
    database.removeListener('query', listen);
    const plans: string[] = [];
    for (const { sql, bindings } of queries.filter((query) => query.sql.includes(word))) {
      const rows = (await database.raw(`explain query plan ${sql}`, bindings as never)) as {
        detail: string;
      }[];
      plans.push(rows.map(({ detail }) => detail).join('; '));
    }
    return plans;
  };

  it.each([
    ['of all', ''],
    ['of a rare state', '&filters[state]=failed'],
    ['of a common state', '&filters[state]=superseded'],
    ['of an article', '&filters[articleId]=art_5000'],
  ])('is paged through %s without looking at what lies before the page', async (_, query) => {
    for (const cursor of [50_001, 2]) {
      const after = Buffer.from(`p${cursor}`).toString('base64url');
      const plans = await plansOf(async () => {
        const { status } = await api.get(`/deliveries?pageSize=20&after=${after}${query}`);
        expect(status).toBe(200);
      });
      expect(plans.length).toBeGreaterThanOrEqual(2);
      for (const plan of plans) {
        expect(plan).toMatch(/^SEARCH t0 USING (INTEGER PRIMARY KEY|(COVERING )?INDEX \w+) \(/);
        expect(plan).not.toContain('TEMP B-TREE');
      }
    }
  });

  it('is walked from end to end by cursor, each delivery once', async () => {
    let next: string | null = null;
    let seen = 0;
    let last = Infinity;
    do {
      const cursor: string = next === null ? '' : `&after=${next}`;
      const { body } = await api.get(`/deliveries?pageSize=100&filters[state]=parked${cursor}`);
      const page = body as { results: DeliverySummary[]; pagination: { next: string | null } };
      for (const { deliveryId } of page.results) {
        const number = Number(deliveryId.slice('dlv_'.length));
        expect(number).toBeLessThan(last);
        last = number;
        seen += 1;
      }
      ({ next } = page.pagination);
    } while (next !== null);
    expect(seen).toBe(90);
  });

  it('is counted by state and by day from an index alone', async () => {
    const plans = await plansOf(async () => {
      const { body } = await api.get('/statistics?days=14');
      const { days } = body as { days: { counts: { parked: number } }[] };
      expect(days.reduce((sum, { counts }) => sum + counts.parked, 0)).toBe(90);
    });
    for (const plan of plans) {
      expect(plan).toMatch(/^SEARCH \w+ USING COVERING INDEX ar_delivery_received_state_idx \(/);
    }
  });

  it('has what was left out of it counted by itself, where SQLite knows nothing of states', async () => {
    // As on any site: nobody has its database analyzed.
    for (const table of ['sqlite_stat1', 'sqlite_stat4'])
      await database.raw(`delete from ${table}`);
    await database.raw('analyze sqlite_schema');
    const plans = await plansOf(async () => {
      const { body } = await api.get('/status');
      expect((body as { counts: object }).counts).toMatchObject({ failed: 10, parked: 90 });
    }, 'left_at');
    expect(plans).toEqual([
      expect.stringMatching(/^SEARCH \w+ USING INDEX ar_delivery_left_idx \(/),
    ]);
  });

  it('is exported without being held in memory', async () => {
    const before = process.memoryUsage().heapUsed;
    const response = await fetch(`${site.url}/article-receiver/deliveries/export`, {
      headers: { authorization: `Bearer ${await site.adminToken()}` },
    });
    let lines = 0;
    let most = 0;
    for await (const chunk of response.body ?? []) {
      lines +=
        Buffer.from(chunk as Uint8Array)
          .toString()
          .split('\n').length - 1;
      most = Math.max(most, process.memoryUsage().heapUsed);
    }
    expect(lines).toBe(DELIVERIES);
    expect(most - before).toBeLessThan(400 * 1024 * 1024);
  });

  it('is shown while one article waits with more deliveries than a statement can name', async () => {
    const waiting = () => database('article_receiver_deliveries').where('id', '<=', 40_000);
    await waiting().update({ stream_key: 'art_behind', state: 'pending' });
    const { status, body } = await api.get('/deliveries?pageSize=20&filters[state]=pending');
    expect(status).toBe(200);
    expect((body as { results: unknown[] }).results).toHaveLength(20);
  });
});
