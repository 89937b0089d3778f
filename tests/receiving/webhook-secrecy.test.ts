import { makeDelivery } from '../support/feed/deliveries';
import { deliveryDetail, deliveryList } from '../support/feed/event-log';
import { post } from '../support/servers/http';
import { logLines } from '../support/log-lines';
import { bootSite, type Site } from '../support/site/site';

const BASE = '/api/article-receiver/webhook';
const WRONG = 'wrong-token-of-somebody-else-0123456789';

/** Addresses that only resemble the webhook's: what stands there is known to be a token by its value. */
const NEAR = /reciever|webhok|article_rec|^\/wrong|articles\?/;

describe('a short token of the configuration', () => {
  const SHORT = 's3cret';
  let site: Site;

  beforeAll(async () => {
    // The second is a word of the site's own addresses.
    site = await bootSite({ pluginConfig: { tokens: [SHORT, 'api'] } });
  });
  afterAll(() => site?.destroy());

  it.each([
    `/api/article-reciever/webhook/${SHORT}`,
    `/api/article-reciever/webhook/%733cret`,
    `/api/article-reciever/webhook%2F${SHORT}%2F`,
    `/api/article-reciever/webhook/%25733cret?x=y`,
    `/api/article_receiver/webhook?token=${SHORT}&x`,
    `/${SHORT}`,
  ])('is in no log line of %s', async (path) => {
    const lines = await logLines(site, () => fetch(site.url + path, { method: 'POST' }));
    const text = lines.join('\n');
    expect(text).toContain('POST');
    expect(text).not.toMatch(/s3cret|733cret/);
  });

  it('leaves alone whatever it is only a part of', async () => {
    const lines = await logLines(site, () => {
      site.strapi.log.info(`${SHORT}s are kept by the ${SHORT}-keeper`);
      return Promise.resolve();
    });
    expect(lines.join('\n')).toContain(`${SHORT}s are kept by the ${SHORT}-keeper`);
  });

  it('takes no address of the site away', async () => {
    expect((await fetch(`${site.url}/api/article-receiver/articles`)).status).toBe(403);
    expect((await post(`${site.url}${BASE}/api`, makeDelivery())).status).toBe(202);
    expect((await post(`${site.url}${BASE}/${SHORT}`, makeDelivery())).status).toBe(202);
    await site.settle();
  });
});

describe('a token', () => {
  let site: Site;
  /** What was logged while every kind of request was answered. */
  let lines: string[];
  const answers: string[] = [];

  beforeAll(async () => {
    site = await bootSite();
    lines = await logLines(site, async () => {
      for (const token of [site.token, WRONG, encodeURIComponent(`${site.token}%`)]) {
        await askEverything(token);
      }
      await failToStore();
      await site.settle();
    });
  });
  afterAll(() => site?.destroy());

  async function ask(path: string, init: RequestInit = {}): Promise<void> {
    const response = await fetch(site.url + path, init);
    answers.push(JSON.stringify([...response.headers]) + (await response.text()));
  }

  async function askEverything(token: string): Promise<void> {
    const json = { 'content-type': 'application/json' };
    const body = () => JSON.stringify(makeDelivery());
    const paths = [
      `${BASE}/${token}`,
      `${BASE}/${token}/`,
      `${BASE}/${token}/more`,
      `${BASE}/${token}/more/${token}`,
      `${BASE}/${token}?a=b`,
      `${BASE}/x?token=${token}`,
      `${BASE}?token=${token}`,
      `${BASE}//${token}`,
      `${BASE}/x/${token}`,
      `/API/Article-Receiver/Webhook/${token}`,
      `/api//article-receiver/webhook/${token}`,
      `//api/article-receiver/webhook/${token}`,
      `/api/article-receiver/%77ebhook/${token}`,
      `/article-receiver/webhook/${token}`,
      `/api/article-receiver/%2525252577ebhook/${token}`,
      `/api/article-reciever/webhook/${token}`,
      `/api/article-receiver/webhok/${token}`,
      `/api/article_receiver/webhook/${token}?token=${token}`,
      `/${token}`,
      `/api/articles?filters[title]=${token}`,
    ].filter((path) => token !== WRONG || !NEAR.test(path));
    for (const path of paths) {
      await ask(path, { method: 'POST', headers: json, body: body() });
      await ask(path, { method: 'POST', headers: json, body: '{"not": "JSON' });
      await ask(path, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'x' });
      await ask(path, { method: 'GET' });
      await ask(path, { method: 'DELETE' });
      await ask(path, { method: 'OPTIONS' });
    }
    await ask(BASE, {
      method: 'POST',
      headers: { ...json, authorization: `Bearer ${token}` },
      body: body(),
    });
  }

  async function failToStore(): Promise<void> {
    const rename = (from: string, to: string) =>
      site.strapi.db.connection.schema.renameTable(from, to);
    await rename('article_receiver_log', 'article_receiver_log_away');
    const { body } = await site
      .deliver(makeDelivery())
      .finally(() => rename('article_receiver_log_away', 'article_receiver_log'));
    answers.push(JSON.stringify(body));
  }

  it.each([`/strapi${BASE}`, '/article-receiver/webhook'])(
    'stands in the log behind the address that was asked for, where its beginning is wrong: %s',
    async (address) => {
      const asked = () => fetch(`${site.url}${address}/${site.token}`, { method: 'POST' });
      const text = (await logLines(site, asked)).join('\n');
      expect(text).toContain(`POST ${address}/- `);
      expect(text).not.toContain(site.token);
    },
  );

  it('is in no log line, right or wrong, whatever is asked for', () => {
    expect(lines.length).toBeGreaterThan(100);
    for (const token of [site.token, WRONG]) {
      expect(lines.filter((line) => line.includes(token))).toEqual([]);
    }
  });

  it('is in no line that somebody else logs, however it is written', async () => {
    const encoded = [...site.token].map((char) => `%25${char.charCodeAt(0).toString(16)}`).join('');
    const made = `ar_${'A1b2C3-_'.repeat(6).slice(0, 43)}`;
    const other = await logLines(site, () => {
      site.strapi.log.error(`request to /x/${site.token} failed`);
      site.strapi.log.error(new Error(`no route for /x/${site.token}`));
      site.strapi.log.error(`GET /x/${encoded} and ${made}`);
      return Promise.resolve();
    });
    const text = other.join('\n');
    expect(text).toContain('request to /x/- failed');
    expect(text).toContain('no route for /x/-');
    for (const secret of [site.token, encoded, made]) expect(text).not.toContain(secret);
  });

  it('leaves the rest of the log as it is', async () => {
    const other = await logLines(site, () => ask('/api/article-receiver/articles?sort=title'));
    expect(other.join('\n')).toContain('GET /api/article-receiver/articles?sort=title');
    expect(lines.join('\n')).toContain(`POST ${BASE}/-`);
  });

  it('is in no answer', () => {
    for (const token of [site.token, WRONG]) {
      expect(answers.filter((answer) => answer.includes(token))).toEqual([]);
    }
  });

  it('is in nothing that the admin shows', async () => {
    const { body } = await post(site.url + site.webhookPath, makeDelivery());
    const detail = await deliveryDetail(site, body.data?.deliveryId ?? '');
    const shown = JSON.stringify([detail, await deliveryList(site)]);
    expect(shown).not.toContain(site.token);
  });

  it('is in no table of the database', async () => {
    const knex = site.strapi.db.connection;
    for (const { tableName } of site.strapi.db.metadata.values()) {
      const rows: unknown[] = await knex(tableName);
      expect([tableName, JSON.stringify(rows).includes(site.token)]).toEqual([tableName, false]);
    }
  });
});
