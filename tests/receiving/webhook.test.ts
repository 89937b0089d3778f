import { makeDelivery, type WireDelivery } from '../support/feed/deliveries';
import { deliveredBody, deliveryDetail, deliveryList, logSize } from '../support/feed/event-log';
import { post } from '../support/servers/http';
import { quietly } from '../support/log-lines';
import { bootSite, type Site } from '../support/site/site';
import { slowPost } from '../support/servers/slow-request';

const BASE = '/api/article-receiver/webhook';

/** A delivery without one of its parts, by dotted path. */
function without(path: string, delivery: WireDelivery = makeDelivery()): object {
  const copy = structuredClone(delivery) as unknown as Record<string, unknown>;
  const names = path.split('.');
  const last = names.pop() ?? '';
  const holder = names.reduce((object, name) => object[name] as Record<string, unknown>, copy);
  delete holder[last];
  return copy;
}

describe('the webhook', () => {
  let site: Site;

  beforeAll(async () => {
    site = await bootSite();
  });
  afterAll(() => site?.destroy());

  describe('with a new delivery', () => {
    it('answers 202 once the delivery is in the log', async () => {
      const before = await logSize(site);
      const { status, body } = await site.deliver(makeDelivery());
      expect(await logSize(site)).toBe(before + 1);
      expect(status).toBe(202);
      expect(body).toEqual({ data: { deliveryId: expect.any(String), outcome: 'accepted' } });
      const { deliveryId } = await deliveryDetail(site, body.data?.deliveryId ?? '');
      expect(deliveryId).toBe(body.data?.deliveryId);
    });

    it.each([
      ['the token in the address', () => [`${BASE}/${site.token}`, {}]],
      ['a slash at the end', () => [`${BASE}/${site.token}/`, {}]],
      ['a bearer token', () => [BASE, { authorization: `Bearer ${site.token}` }]],
      ['a bearer token and a slash', () => [`${BASE}/`, { authorization: `bearer ${site.token}` }]],
      ['a query that somebody added', () => [`${BASE}/${site.token}?utm_source=x`, {}]],
    ] as [string, () => [string, Record<string, string>]][])('takes %s', async (_, addressed) => {
      const [path, headers] = addressed();
      const { status } = await post(site.url + path, makeDelivery(), { headers });
      expect(status).toBe(202);
    });

    it.each([
      'application/json',
      'application/json; charset=utf-8',
      'Application/JSON;charset="UTF-8"',
      'application/json; version=1.0',
      'application/json; charset="utf-8"; profile=x',
      'application/json; charset=us-ascii',
      'application/problem+json',
    ])('takes a content type of %s', async (type) => {
      const { status } = await site.deliver(makeDelivery(), { headers: { 'content-type': type } });
      expect(status).toBe(202);
    });

    it.each(['', 'identity', 'Identity'])('takes a content encoding of "%s"', async (encoding) => {
      const headers = { 'content-encoding': encoding };
      expect((await site.deliver(makeDelivery(), { headers })).status).toBe(202);
    });

    it('takes one of more than the megabyte that Strapi allows elsewhere', async () => {
      const content = 'words '.repeat(400_000);
      expect((await site.deliver(makeDelivery({ article: { content } }))).status).toBe(202);
    });
  });

  describe('with the same bytes again', () => {
    it('answers 200 with the first id, counts, and appends nothing', async () => {
      const bytes = Buffer.from(JSON.stringify(makeDelivery()));
      const first = await site.deliver(bytes);
      const [size, before] = [await logSize(site), Date.now()];
      for (let again = 1; again <= 2; again += 1) {
        const { status, body } = await site.deliver(bytes);
        expect(status).toBe(200);
        expect(body).toEqual({
          data: { deliveryId: first.body.data?.deliveryId, outcome: 'duplicate' },
        });
      }
      expect(await logSize(site)).toBe(size);
      const { duplicates } = await deliveryDetail(site, first.body.data?.deliveryId ?? '');
      expect(duplicates).toBe(2);
      const row = (await site.strapi.db
        .query('plugin::article-receiver.delivery')
        .findOne({ where: { deliveryId: first.body.data?.deliveryId } })) as {
        lastDuplicateAt: unknown;
      };
      expect(Number(row.lastDuplicateAt)).toBeGreaterThanOrEqual(before);
    });

    it('accepts exactly one of several that come at once', async () => {
      const bytes = Buffer.from(JSON.stringify(makeDelivery()));
      const size = await logSize(site);
      const answers = await Promise.all(Array.from({ length: 8 }, () => site.deliver(bytes)));
      expect(answers.map(({ status }) => status).sort()).toEqual([...Array(7).fill(200), 202]);
      expect(new Set(answers.map(({ body }) => body.data?.deliveryId)).size).toBe(1);
      expect(await logSize(site)).toBe(size + 1);
      const { duplicates } = await deliveryDetail(site, answers[0]?.body.data?.deliveryId ?? '');
      expect(duplicates).toBe(7);
    });

    it('tells bodies of the same meaning but other bytes apart', async () => {
      const delivery = makeDelivery();
      expect((await site.deliver(JSON.stringify(delivery))).status).toBe(202);
      expect((await site.deliver(JSON.stringify(delivery, null, 1))).status).toBe(202);
    });
  });

  describe('with what it cannot use', () => {
    it.each([
      ['no JSON', Buffer.from('{"event": "article.ready",')],
      ['nothing', Buffer.from('')],
      ['bytes that are not UTF-8', Buffer.from('{"event": "\xff"}', 'latin1')],
      ['a table of more commas than values are read', Buffer.from('a,b\n'.repeat(30_000))],
    ])('answers 400 for %s, and keeps it byte for byte', async (_, bytes) => {
      const { status, body } = await site.deliver(bytes);
      expect(status).toBe(400);
      expect(body).toMatchObject({ data: null, error: { status: 400, name: 'BadRequestError' } });
      const { deliveryId = '', issues = [] } = body.error?.details ?? {};
      expect(issues[0]).toEqual({ path: '', message: expect.any(String) });
      expect((await deliveryDetail(site, deliveryId)).state).toBe('quarantined');
      expect((await deliveredBody(site, deliveryId)).equals(bytes)).toBe(true);
    });

    it.each([
      ['event', without('event')],
      ['timestamp', without('timestamp')],
      ['timestamp', { ...makeDelivery(), timestamp: 'yesterday' }],
      ['article', without('article')],
      ['article', { ...makeDelivery(), article: [] }],
      ['article.id', without('article.id')],
      ['article.id', makeDelivery({ article: { id: ' ' } })],
      ['article.title', without('article.title')],
      ['article.title', makeDelivery({ article: { title: '' } })],
      ['', 'a string' as unknown as object],
      ['', []],
    ])('answers 422 for one without a usable "%s"', async (path, delivery) => {
      const { status, body } = await site.deliver(JSON.stringify(delivery));
      expect(status).toBe(422);
      expect(body.data).toBeNull();
      expect(body.error?.name).toBe('UnprocessableEntityError');
      const { deliveryId = '', issues = [] } = body.error?.details ?? {};
      expect(issues).toContainEqual({ path, message: expect.any(String) });
      const detail = await deliveryDetail(site, deliveryId);
      expect(detail).toMatchObject({ state: 'quarantined', issues });
      expect((await deliveredBody(site, deliveryId)).toString()).toBe(JSON.stringify(delivery));
    });

    it('answers 422 for one of more values than are read, and says how many are', async () => {
      const { article, ...delivery } = makeDelivery();
      const full = { ...delivery, article: { ...article, later: Array(20_500).fill(1) } };
      const { status, body } = await site.deliver(full);
      expect(status).toBe(422);
      expect(body.error?.message).toBe(
        'the delivery has more than 20000 values, which is as many as are read; it was kept, but is not processed',
      );
      const { deliveryId = '', issues } = body.error?.details ?? {};
      expect(issues).toEqual([{ path: '', message: 'expected at most 20000 values' }]);
      expect(await deliveryDetail(site, deliveryId)).toMatchObject({
        state: 'quarantined',
        reason: expect.stringContaining('at most 20000 values'),
      });
    });

    it('takes the same quarantined bytes for a duplicate', async () => {
      const bytes = Buffer.from(`not JSON ${Math.random()}`);
      const first = await site.deliver(bytes);
      const again = await site.deliver(bytes);
      expect([first.status, again.status]).toEqual([400, 200]);
      expect(again.body.data).toEqual({
        deliveryId: first.body.error?.details?.deliveryId,
        outcome: 'duplicate',
      });
    });
  });

  describe('with what it does not know', () => {
    it('keeps extra fields and shows them', async () => {
      const delivery = makeDelivery() as unknown as Record<string, Record<string, unknown>>;
      Object.assign(delivery, { region: 'eu' });
      Object.assign(delivery.article ?? {}, { seoTitle: 'Better', scores: { a: [1, null] } });
      Object.assign((delivery.article?.campaign as object) ?? {}, { budget: 12.5 });
      const { status } = await site.deliver(delivery);
      expect(status).toBe(202);
      await site.settle();
      const article = (await site.strapi.db.query('plugin::article-receiver.article').findOne({
        where: { sourceId: delivery.article?.id },
      })) as { extra: unknown };
      expect(article.extra).toEqual({
        'delivery.region': 'eu',
        seoTitle: 'Better',
        scores: { a: [1, null] },
        'campaign.budget': 12.5,
      });
    });

    it.each(['a wrong', 'a null', 'a missing'])(
      'drops %s optional field, never the article',
      async (kind) => {
        const delivery = makeDelivery();
        const article = delivery.article as unknown as Record<string, unknown>;
        if (kind === 'a wrong') article.wordCount = 'many';
        if (kind === 'a null') article.wordCount = null;
        if (kind === 'a missing') delete article.wordCount;
        const { status, body } = await site.deliver(delivery);
        expect(status).toBe(202);
        await site.settle();
        const detail = await deliveryDetail(site, body.data?.deliveryId ?? '');
        expect(detail.state).toBe('applied');
        expect(detail.issues.map(({ path }) => path)).toEqual(
          kind === 'a wrong' ? ['article.wordCount'] : [],
        );
      },
    );

    it('parks an event kind never seen, and names it', async () => {
      const { status, body } = await site.deliver(makeDelivery({ event: 'article.translated' }));
      expect([status, body.data?.outcome]).toEqual([202, 'accepted']);
      await site.settle();
      const detail = await deliveryDetail(site, body.data?.deliveryId ?? '');
      expect(detail).toMatchObject({ state: 'parked' });
      expect(detail.reason).toContain('article.translated');
    });
  });

  describe('without the right token', () => {
    it.each([
      ['a wrong token', () => [`${BASE}/wrong-token`, {}]],
      ['no token', () => [BASE, {}]],
      ['a wrong bearer token', () => [BASE, { authorization: 'Bearer wrong-token' }]],
      ['the right token as a password', () => [BASE, { authorization: `Basic ${site.token}` }]],
      ['the start of the token', () => [`${BASE}/${site.token.slice(0, -1)}`, {}]],
      ['the right token and more', () => [`${BASE}/${site.token}x`, {}]],
    ] as [string, () => [string, Record<string, string>]][])(
      'answers 401 to %s and keeps nothing',
      async (_, addressed) => {
        const [path, headers] = addressed();
        const size = await logSize(site);
        const { status, body } = await post(site.url + path, makeDelivery(), { headers });
        expect(status).toBe(401);
        expect(body).toMatchObject({ data: null, error: { name: 'UnauthorizedError' } });
        expect(await logSize(site)).toBe(size);
      },
    );

    it('answers before the body comes, whatever the body is said to be', async () => {
      const heads: Record<string, string>[] = [
        { 'content-length': '1000' },
        { 'content-length': String(10 ** 10) },
        { 'transfer-encoding': 'chunked', 'content-encoding': 'gzip' },
        { 'content-length': '1000', 'content-type': 'text/plain' },
      ];
      for (const head of heads) {
        const { answer } = slowPost(`${site.url}${BASE}/wrong-token`, head);
        expect((await answer).status).toBe(401);
      }
    });
  });

  it.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'])('answers 405 to %s', async (method) => {
    for (const path of [`${BASE}/${site.token}`, BASE, `${BASE}/wrong`]) {
      const response = await fetch(site.url + path, { method });
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
    }
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=latin1',
  ])('answers 415 to %s and keeps nothing', async (type) => {
    const size = await logSize(site);
    const { status, body } = await site.deliver(JSON.stringify(makeDelivery()), {
      headers: { 'content-type': type },
    });
    expect([status, body.error?.name]).toEqual([415, 'UnsupportedMediaTypeError']);
    expect(body.error?.message).toContain('application/json or application/*+json');
    expect(await logSize(site)).toBe(size);
  });

  it('answers 415 without a content type, and to an encoding that it does not know', async () => {
    const plain = slowPost(`${site.url}${site.webhookPath}`, { 'content-type': '' });
    plain.request.end('{}');
    expect((await plain.answer).status).toBe(415);
    const { status } = await site.deliver(makeDelivery(), {
      headers: { 'content-encoding': 'br' },
    });
    expect(status).toBe(415);
  });

  it("leaves the site's limit for bodies in force on every other route", async () => {
    const large = JSON.stringify({ identifier: 'x'.repeat(1_500_000) });
    for (const path of ['/api/auth/local', `${BASE}x`, '/api/article-receiver/articles']) {
      const { status } = await quietly(site, () => post(site.url + path, large));
      expect([path, status]).toEqual([path, 413]);
    }
    const { status } = await post(`${site.url}/api/auth/local`, { identifier: 'x', password: 'y' });
    expect(status).toBe(400);
  });

  it('answers 503 while the database takes no append, and 202 once it does', async () => {
    const delivery = makeDelivery();
    const rename = (from: string, to: string) =>
      site.strapi.db.connection.schema.renameTable(from, to);
    const size = await logSize(site);
    await rename('article_receiver_log', 'article_receiver_log_away');
    try {
      const { status, headers, body } = await quietly(site, () => site.deliver(delivery));
      expect(status).toBe(503);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect(body).toMatchObject({ data: null, error: { name: 'ServiceUnavailableError' } });
    } finally {
      await rename('article_receiver_log_away', 'article_receiver_log');
    }
    expect(await logSize(site)).toBe(size);
    expect((await site.deliver(delivery)).status).toBe(202);
    await site.settle();
    const [newest] = await deliveryList(site);
    expect(newest).toMatchObject({ articleId: delivery.article.id, state: 'applied' });
  });
});
