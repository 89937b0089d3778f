import { gzipSync } from 'node:zlib';
import type { Operations } from '../../src/plugins/article-receiver/shared/deliveries/operations';
import { adminApi } from '../support/people/admin-api';
import { fakeClock } from '../support/site/clock';
import { makeDelivery, nextDelivery } from '../support/feed/deliveries';
import { arriveInTurn } from '../support/feed/event-log';
import { eventually } from '../support/eventually';
import { KEY, LOOPBACK, startFrontEnd, type FrontEnd } from '../support/servers/front-end';
import { OWN_TYPES, POST } from '../support/articles/own-types';
import { bootSite, type Site } from '../support/site/site';

const ARTICLE = 'plugin::article-receiver.article';
const START = '2026-11-01T12:00:00Z';
const minutes = (count: number) => new Date(Date.parse(START) + count * 60_000).toISOString();

/** Of texts alone, which are the same in any locale. */
const PLAIN_TARGET = { type: POST, fields: { title: 'title', slug: 'slug', body: 'content' } };

const PLAIN = { hero: null, jsonLd: null, canonical: null };

describe('what search engines are told of', () => {
  let setClock: ReturnType<typeof fakeClock>;
  let front: FrontEnd;
  let former: FrontEnd;
  let site: Site;
  /** Hosts whose key IndexNow refuses. */
  let refused: Set<string>;
  let told: string[];

  beforeAll(async () => {
    setClock = fakeClock(START);
    front = await startFrontEnd();
    former = await startFrontEnd();
    front.answer('/by-host', (request, response) => {
      let text = '';
      request.on('data', (part: Buffer) => (text += part.toString()));
      request.on('end', () => {
        const { host, urlList } = JSON.parse(text) as { host: string; urlList: string[] };
        if (refused.has(host)) return void response.writeHead(403).end();
        told.push(...urlList);
        response.writeHead(200).end();
      });
    });
  });
  afterAll(async () => {
    await front?.close();
    await former?.close();
    jest.useRealTimers();
  });
  beforeEach(() => {
    setClock(START);
    refused = new Set();
    told = [];
  });
  afterEach(() => site?.destroy());

  const optionsAt = ({ articleUrl }: FrontEnd, checks: object = {}) => ({
    articleUrl,
    sweepIntervalMs: 100,
    checks: { enabled: true, parts: ['title'], privateRanges: LOOPBACK, ...checks },
    indexNow: { key: KEY, endpoint: front.url('/by-host') },
  });

  const published = (title: string) =>
    makeDelivery({
      event: 'article.status_changed',
      article: { title, status: 'published', images: [] },
    });

  /** Without a session, which would be over when the clock is put forward. */
  const status = () =>
    site.strapi.plugin('article-receiver').service<Operations>('operations').status();

  const statusBecomes = (indexNow: object) =>
    eventually(async () => {
      expect((await status()).pages?.indexNow).toEqual(indexNow);
    });

  /** Waits until so many addresses may be told: their pages were looked at, at what the clock says now. */
  const mayBeTold = (count: number, where: object = {}) =>
    eventually(async () => {
      const ready = { ...where, readyAt: { $notNull: true } };
      expect(
        await site.strapi.db.query('plugin::article-receiver.announcement').count({ where: ready }),
      ).toBe(count);
    });

  /** Waits until it was asked so often whether anything was published: what was noticed is compared once more. */
  const askedForNews = async (times: number) => {
    let asked = 0;
    site.strapi.db.connection.on('query', ({ sql }: { sql: string }) => {
      if (/sum\(/i.test(sql)) asked += 1;
    });
    await eventually(() => {
      expect(asked).toBeGreaterThanOrEqual(times);
      return Promise.resolve();
    });
  };

  it('is nothing at a host where the front end never was, once it is put right', async () => {
    site = await bootSite({ pluginConfig: optionsAt(former) });
    const one = published('One');
    const other = published('Other');
    for (const delivery of [one, other]) await arriveInTurn(site, delivery);
    await statusBecomes({ waiting: 2, refused: null });
    for (const { article } of [one, other])
      front.page(article.slug, { ...PLAIN, title: article.title });
    await site.restart(optionsAt(front));
    await eventually(async () => {
      const rows = await site.strapi.db.query('plugin::article-receiver.page').findMany({});
      expect(
        rows.map(({ dueAt, checkedAt }: { dueAt: unknown; checkedAt: unknown }) => [
          dueAt,
          checkedAt !== null,
        ]),
      ).toEqual([
        [null, true],
        [null, true],
      ]);
    });
    setClock(minutes(1));
    await statusBecomes({ waiting: 0, refused: null });
    expect(told.sort()).toEqual(
      [one, other].map(({ article }) => front.url(`/${article.slug}`)).sort(),
    );
  });

  it('is told at the host of now, though the key was refused at a former one', async () => {
    refused.add(former.host);
    site = await bootSite({ pluginConfig: optionsAt(former) });
    const stays = published('Stays');
    const goes = published('Goes');
    for (const delivery of [stays, goes]) {
      former.page(delivery.article.slug, { ...PLAIN, title: delivery.article.title });
      await arriveInTurn(site, delivery);
    }
    await mayBeTold(2);
    setClock(minutes(1));
    await statusBecomes({ waiting: 2, refused: 403 });
    await arriveInTurn(site, nextDelivery(goes, { article: { status: 'archived' } }));
    former.page(goes.article.slug, null);
    await mayBeTold(1, { kind: 'gone' });
    front.page(stays.article.slug, { ...PLAIN, title: 'Stays' });
    await site.restart(optionsAt(front));
    await eventually(async () => {
      const rows = await site.strapi.db
        .query('plugin::article-receiver.page')
        .findMany({ where: { url: { $notNull: true } } });
      expect(rows).toEqual([
        expect.objectContaining({ url: front.url(`/${stays.article.slug}`), dueAt: null }),
      ]);
    });
    setClock(minutes(2));
    await statusBecomes({ waiting: 0, refused: null });
    expect(told).toEqual([front.url(`/${stays.article.slug}`)]);
  });

  it('is where an article went that followed the service into another language, though nobody published it again', async () => {
    const articleUrl = front.articleUrl.replace('{slug}', '{language}/{slug}');
    const options = { ...optionsAt(front), articleUrl, target: PLAIN_TARGET };
    site = await bootSite({ types: OWN_TYPES, pluginConfig: options });
    await site.strapi.plugin('i18n').service('locales').create({ code: 'de', name: 'German (de)' });
    const isAt = (path: string) =>
      eventually(async () => {
        const page = await site.strapi.db.query('plugin::article-receiver.page').findOne({});
        expect(page).toMatchObject({ url: front.url(path) });
      });
    const delivery = published('Moves');
    const { slug } = delivery.article;
    await arriveInTurn(site, delivery);
    await isAt(`/en/${slug}`);
    await askedForNews(3);
    const moved = { event: 'article.ready', article: { language: 'de', status: 'draft' } };
    await arriveInTurn(site, nextDelivery(delivery, moved));
    await isAt(`/de/${slug}`);
  });

  it('waits for a key that was refused where nothing is online and nobody can say which host is the present one', async () => {
    refused.add(former.host);
    const articleUrl = ({ slug }: { slug: string }) =>
      slug.length > 3 ? `${process.env.FRONT_END}${slug}` : null;
    site = await bootSite({
      pluginConfig: { ...optionsAt(former), articleUrl },
      env: { FRONT_END: former.url('/') },
    });
    const delivery = published('Comes and goes');
    former.page(delivery.article.slug, { ...PLAIN, title: 'Comes and goes' });
    await arriveInTurn(site, delivery);
    await mayBeTold(1);
    await arriveInTurn(site, nextDelivery(delivery, { article: { status: 'archived' } }));
    former.page(delivery.article.slug, null);
    await mayBeTold(1, { kind: 'gone' });
    setClock(minutes(1));
    await statusBecomes({ waiting: 1, refused: 403 });
  });

  it('is a page that was given up, once somebody has it looked at again and it is there', async () => {
    site = await bootSite({ pluginConfig: optionsAt(front) });
    const delivery = published('Late');
    await arriveInTurn(site, delivery);
    const documentId = (await site.strapi.documents(ARTICLE).findFirst())?.documentId ?? '';
    const page = () => site.strapi.db.query('plugin::article-receiver.page').findOne({});
    // After some more than a week.
    for (let look = 1; look <= 40; look += 1) {
      await eventually(async () => expect(await page()).toMatchObject({ failures: look }));
      setClock(minutes(look * 7 * 60));
    }
    expect(await page()).toMatchObject({ dueAt: null, isWrong: true });
    await statusBecomes({ waiting: 0, refused: null });
    const { slug, title } = delivery.article;
    front.page(slug, { ...PLAIN, title });
    await site.restart(optionsAt(front));
    const api = adminApi(site);
    expect((await api.post(`/articles/${documentId}/look-again`, {})).status).toBe(202);
    await eventually(async () => expect(await page()).toMatchObject({ isWrong: false }));
    setClock(minutes(41 * 7 * 60));
    await eventually(() => {
      expect(told).toEqual([front.url(`/${slug}`)]);
      return Promise.resolve();
    });
    await statusBecomes({ waiting: 0, refused: null });
  });

  it.each([
    ['larger than is read', 'x'.repeat(4_096), {}],
    [
      'in an encoding that was not asked for',
      gzipSync('<h1>There</h1>'),
      { 'content-encoding': 'gzip' },
    ],
  ])('is a page that answers 200, though it is %s', async (_, body, headers) => {
    site = await bootSite({ pluginConfig: optionsAt(front, { maxBytes: 1_024 }) });
    const delivery = published('There');
    front.answer(`/${delivery.article.slug}`, (_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(body),
    );
    await arriveInTurn(site, delivery);
    await mayBeTold(1);
    setClock(minutes(1));
    await statusBecomes({ waiting: 0, refused: null });
    expect(told).toEqual([front.url(`/${delivery.article.slug}`)]);
  });
});
