import type { ArticleOrigin } from '../../src/plugins/article-receiver/shared/articles/articles';
import type { ReceiverStatus } from '../../src/plugins/article-receiver/shared/deliveries/deliveries';
import type {
  ArticlePage,
  WrongPages,
} from '../../src/plugins/article-receiver/shared/articles/pages';
import { adminApi } from '../support/people/admin-api';
import { fakeClock } from '../support/site/clock';
import { makeDelivery, nextDelivery, type WireDelivery } from '../support/feed/deliveries';
import { arriveInTurn } from '../support/feed/event-log';
import { eventually } from '../support/eventually';
import {
  KEY,
  lookedAt,
  startFrontEnd,
  type FrontEnd,
  type FrontPage,
} from '../support/servers/front-end';
import { makeImage } from '../support/feed/images';
import { OWN_TYPES, POST, POST_TARGET } from '../support/articles/own-types';
import { administratorWith, withEntries } from '../support/people/people';
import { bootSite, type Site } from '../support/site/site';

const ARTICLE = 'plugin::article-receiver.article';
const START = '2026-11-01T12:00:00Z';

/** Within the half hour that a session lasts. */
const minutes = (count: number) => new Date(Date.parse(START) + count * 60_000).toISOString();

let front: FrontEnd;
let setClock: ReturnType<typeof fakeClock>;

beforeAll(async () => {
  setClock = fakeClock(START);
  front = await startFrontEnd();
});
afterAll(async () => {
  await front?.close();
  jest.useRealTimers();
});

describe.each([
  ['the plugin’s own type', ARTICLE, {}],
  ['a type of the site’s own', POST, { types: OWN_TYPES }],
])('the pages of published articles of %s', (_, uid, { types }: { types?: string }) => {
  let site: Site;
  let api: ReturnType<typeof adminApi>;

  const options = (changes: Record<string, unknown> = {}) => {
    const target = { ...POST_TARGET, locale: { missing: 'create' } };
    return lookedAt(front, { ...(types ? { target } : {}), ...changes });
  };

  beforeAll(async () => {
    setClock(START);
    site = await bootSite({ types, pluginConfig: options() });
    api = adminApi(site);
  });
  afterAll(() => site?.destroy());
  beforeEach(() => {
    setClock(START);
    front.told.length = 0;
    front.answerWith(200);
  });

  const documents = () => site.strapi.documents(uid as never);
  const locale = types ? { locale: 'en' } : {};

  async function send(delivery: WireDelivery): Promise<string> {
    return (await api.delivery(await arriveInTurn(site, delivery))).documentId ?? '';
  }

  /** An article that the service published. */
  async function publish(title: string, changes: Partial<WireDelivery['article']> = {}) {
    const hero = await makeImage({}, { kind: 'hero' });
    const article = { title, language: 'en', heroImageUrl: hero.url, images: [hero], ...changes };
    const ready = makeDelivery({ article });
    const delivery = nextDelivery(ready, {
      event: 'article.status_changed',
      article: { status: 'published' },
    });
    await send(ready);
    const documentId = await send(delivery);
    // The first look finds nothing.
    await pageBecomes(documentId, { state: 'waiting', checkedAt: new Date().toISOString() });
    return { delivery, slug: delivery.article.slug, documentId };
  }

  const pageOf = async (documentId: string): Promise<ArticlePage | null> =>
    ((await api.get(`/articles/${documentId}`)).body as { data: ArticleOrigin }).data.page;

  const pageBecomes = (documentId: string, page: Partial<ArticlePage>) =>
    eventually(async () => expect(await pageOf(documentId)).toMatchObject(page));

  const codesOf = async (documentId: string) =>
    (await pageOf(documentId))?.issues.map(({ code }) => code);

  async function rightPage(documentId: string, slug: string, title: string): Promise<FrontPage> {
    const hero = types ? 'cover' : 'heroImage';
    const jsonLd = types ? 'structured' : 'jsonLd';
    const entry = (await documents().findOne({
      documentId,
      status: 'published',
      ...locale,
      populate: [hero],
    } as never)) as unknown as Record<string, unknown>;
    return {
      title,
      hero: (entry[hero] as { url: string }).url,
      jsonLd: entry[jsonLd],
      canonical: front.url(`/${slug}`),
    };
  }

  const listed = async (query = '') => (await api.get(`/pages${query}`)).body as WrongPages;

  const listedIds = async () => (await listed()).results.map(({ documentId }) => documentId);

  const lookAgain = (documentId: string) => api.post(`/articles/${documentId}/look-again`, {});

  const toldOf = () => front.told.flatMap(({ urlList }) => urlList);

  /** Whatever is to be told may be told, once the time is over in which it is collected. */
  const readyToTell = () =>
    eventually(async () => {
      const rows = await site.strapi.db.query('plugin::article-receiver.announcement').findMany({});
      expect(rows).not.toEqual([]);
      expect(rows.filter(({ readyAt }: { readyAt: unknown }) => readyAt === null)).toEqual([]);
    });

  /** After the time for which addresses are collected. */
  const tellingBecomes = (...slugs: string[]) =>
    eventually(() => {
      expect(toldOf().sort()).toEqual(slugs.map((slug) => front.url(`/${slug}`)).sort());
      return Promise.resolve();
    });

  it('are waited for, then reported with what is wrong, then right', async () => {
    const { documentId, slug } = await publish('Brewing “well”');
    expect(await pageOf(documentId)).toMatchObject({ address: front.url(`/${slug}`), issues: [] });

    setClock(minutes(11));
    await pageBecomes(documentId, { state: 'wrong' });
    expect(await codesOf(documentId)).toEqual(['pageAnswers']);
    expect((await pageOf(documentId))?.issues[0]).toMatchObject({
      message: 'the page answers 404 instead of 200',
      values: { status: 404 },
    });
    expect(await listed()).toEqual({
      results: [
        {
          documentId,
          contentType: uid,
          locale: types ? 'en' : null,
          title: 'Brewing “well”',
          page: await pageOf(documentId),
          mayLookAgain: true,
        },
      ],
      next: null,
    });
    const status = (await api.get('/status')).body as ReceiverStatus;
    expect(status.pages).toMatchObject({ wrong: 1, indexNow: { waiting: 1, refused: null } });

    front.page(slug, { title: null, hero: null, jsonLd: null, canonical: front.url('/other') });
    setClock(minutes(13));
    await eventually(async () =>
      expect(await codesOf(documentId)).toEqual([
        'pageNoTitle',
        'pageNoHero',
        'pageNoJsonLd',
        'pageOtherCanonical',
      ]),
    );

    front.page(slug, await rightPage(documentId, slug, 'Brewing "well"'));
    setClock(minutes(16));
    await pageBecomes(documentId, { state: 'right', issues: [], nextAt: null });
    expect(((await api.get('/status')).body as ReceiverStatus).pages).toMatchObject({ wrong: 0 });
    expect(await listed()).toEqual({ results: [], next: null });
    await tellingBecomes(slug);
  });

  it('are looked at again after each publication, and told as they move and go', async () => {
    const { delivery, documentId, slug } = await publish('First');
    front.page(slug, await rightPage(documentId, slug, 'First'));
    setClock(minutes(10));
    await pageBecomes(documentId, { state: 'right' });
    setClock(minutes(11));
    await tellingBecomes(slug);
    expect(front.told[0]).toEqual({
      host: front.host,
      key: KEY,
      keyLocation: front.url(`/${KEY}.txt`),
      urlList: [front.url(`/${slug}`)],
    });

    front.told.length = 0;
    await documents().update({ documentId, ...locale, data: { title: 'Second' } } as never);
    await documents().publish({ documentId, ...locale } as never);
    // The front end shows the first text still.
    await pageBecomes(documentId, { state: 'waiting', checkedAt: new Date().toISOString() });

    const moved = `${slug}-moved`;
    front.page(moved, { ...(await rightPage(documentId, moved, 'Second')) });
    front.page(slug, null);
    await documents().update({ documentId, ...locale, data: { slug: moved } } as never);
    await documents().publish({ documentId, ...locale } as never);
    await eventually(async () => expect((await pageOf(documentId))?.address).toContain(moved));
    await pageBecomes(documentId, { state: 'right' });
    await readyToTell();
    setClock(minutes(21));
    await tellingBecomes(moved, slug);

    front.told.length = 0;
    await send(nextDelivery(delivery, { article: { status: 'archived' } }));
    await eventually(async () => expect(await pageOf(documentId)).toBeNull());
    // It stands there still.
    const announced = () =>
      site.strapi.db.query('plugin::article-receiver.announcement').findOne({});
    await eventually(async () => expect(await announced()).toMatchObject({ failures: 1 }));
    expect(await announced()).toMatchObject({ readyAt: null });
    front.page(moved, null);
    setClock(minutes(23));
    await readyToTell();
    setClock(minutes(24));
    await tellingBecomes(moved);
  });

  it('are told of once, whatever the site is stopped at, and what happened meanwhile too', async () => {
    const { documentId, slug } = await publish('Kept');
    const gone = await publish('Gone');
    for (const one of [
      { documentId, slug, title: 'Kept' },
      { ...gone, title: 'Gone' },
    ]) {
      front.page(one.slug, await rightPage(one.documentId, one.slug, one.title));
    }
    setClock(minutes(10));
    await pageBecomes(documentId, { state: 'right' });
    await pageBecomes(gone.documentId, { state: 'right' });
    setClock(minutes(11));
    await tellingBecomes(slug, gone.slug);
    front.told.length = 0;

    await site.strapi.plugin('article-receiver').service<{ stop(): Promise<void> }>('pages').stop();
    await documents().delete({ documentId: gone.documentId, ...locale } as never);
    front.page(gone.slug, null);
    await site.restart();
    api = adminApi(site);
    await readyToTell();
    setClock(minutes(13));
    await tellingBecomes(gone.slug);
    expect((await pageOf(documentId))?.state).toBe('right');
  });

  it('wait for IndexNow to take them, with ever longer waits', async () => {
    front.answerWith(429, { 'retry-after': '600' });
    const { documentId, slug } = await publish('Busy');
    front.page(slug, await rightPage(documentId, slug, 'Busy'));
    setClock(minutes(10));
    await pageBecomes(documentId, { state: 'right' });
    setClock(minutes(11));
    await tellingBecomes(slug);
    front.answerWith(202);

    // Another one is told meanwhile, alone.
    const other = await publish('Other');
    front.page(other.slug, await rightPage(other.documentId, other.slug, 'Other'));
    setClock(minutes(19));
    await pageBecomes(other.documentId, { state: 'right' });
    setClock(minutes(20));
    await tellingBecomes(slug, other.slug);
    setClock(minutes(22));
    await tellingBecomes(slug, other.slug, slug);
    await eventually(async () => {
      const { pages } = (await api.get('/status')).body as ReceiverStatus;
      expect(pages?.indexNow).toEqual({ waiting: 0, refused: null });
    });
  });

  it('are not told with a key that was refused, of which the owner is told instead', async () => {
    const events: object[] = [];
    site.strapi.eventHub.on('article-receiver.indexnow-refused', (about: object) => {
      events.push(about);
      return Promise.resolve();
    });
    front.answerWith(403);
    const { documentId, slug } = await publish('Refused');
    front.page(slug, await rightPage(documentId, slug, 'Refused'));
    setClock(minutes(10));
    await pageBecomes(documentId, { state: 'right' });
    setClock(minutes(11));
    await tellingBecomes(slug);
    await eventually(async () => {
      const { pages } = (await api.get('/status')).body as ReceiverStatus;
      expect(pages?.indexNow).toEqual({ waiting: 1, refused: 403 });
    });
    setClock(minutes(13));
    await eventually(() => {
      expect(events).toEqual([expect.objectContaining({ indexNow: { status: 403 } })]);
      return Promise.resolve();
    });
    expect(JSON.stringify(events)).not.toContain(KEY);
    expect(front.told).toHaveLength(1);

    front.answerWith(200);
    await site.restart();
    api = adminApi(site);
    await eventually(() => {
      expect(front.told).toHaveLength(2);
      return Promise.resolve();
    });
  });

  it('are listed page by page, and looked at again as soon as somebody asks', async () => {
    const older = await publish('Older');
    const newer = await publish('Newer');
    setClock(minutes(11));
    await pageBecomes(older.documentId, { state: 'wrong' });
    await pageBecomes(newer.documentId, { state: 'wrong' });
    const first = await listed('?pageSize=1');
    expect(first.results.map(({ title }) => title)).toEqual(['Newer']);
    const second = await listed(`?pageSize=1&before=${first.next}`);
    expect(second.results.map(({ title }) => title)).toEqual(['Older']);
    expect((await api.get('/pages?pageSize=0')).status).toBe(400);
    const properties = { fields: ['slug'], ...(types ? { locales: ['en'] } : {}) };
    const reader = await administratorWith(site, withEntries(uid, ['read'], { properties }));
    const { body } = await site.request
      .get('/article-receiver/pages')
      .set('Authorization', `Bearer ${reader}`);
    const titles = (body as WrongPages).results.map(({ title }) => title);
    expect(titles).toEqual([null, null]);

    // The clock stands still: nothing becomes due by itself.
    front.page(newer.slug, await rightPage(newer.documentId, newer.slug, 'Newer'));
    expect((await lookAgain(newer.documentId)).status).toBe(202);
    await pageBecomes(newer.documentId, { state: 'right', isDue: false });
    expect(await listedIds()).toEqual([older.documentId]);

    // While a look is under way, whose answer is old by then, it is asked for another.
    const right = await rightPage(older.documentId, older.slug, 'Older');
    front.answer(`/${older.slug}`, (_request, response) => {
      setClock(minutes(11.02));
      void lookAgain(older.documentId).then(() => {
        front.page(older.slug, right);
        response.writeHead(404).end();
      });
    });
    setClock(minutes(11.01));
    await lookAgain(older.documentId);
    await pageBecomes(older.documentId, { state: 'right' });
  });

  it('are listed for who may read the article, and looked at for who may change it', async () => {
    const { documentId } = await publish('Guarded');
    setClock(minutes(11));
    await pageBecomes(documentId, { state: 'wrong' });
    const as = async (actions: Parameters<typeof withEntries>[1]) => {
      const properties = types ? { properties: { locales: ['en'] } } : {};
      const session = await administratorWith(site, withEntries(uid, actions, properties));
      const found = await site.request
        .get('/article-receiver/pages')
        .set('Authorization', `Bearer ${session}`);
      const asked = await site.request
        .post(`/article-receiver/articles/${documentId}/look-again`)
        .set('Authorization', `Bearer ${session}`);
      const { results } = found.body as WrongPages;
      const own = results.find((one) => one.documentId === documentId);
      return [own?.mayLookAgain ?? null, asked.status];
    };
    expect(await as(['read', 'publish'])).toEqual([false, 403]);
    expect(await as(['read', 'update'])).toEqual([true, 202]);
    expect(await as([])).toEqual([null, 403]);
    expect((await api.post('/articles/nothing/look-again', {})).status).toBe(404);
    await documents().unpublish({ documentId, ...locale } as never);
    await eventually(async () => expect(await pageOf(documentId)).toBeNull());
    expect((await lookAgain(documentId)).status).toBe(404);
  });

  it('are read in the encoding that they name themselves', async () => {
    const { documentId, slug } = await publish('Kaffeemühlen für Anfänger');
    const page = await rightPage(documentId, slug, 'Kaffeemühlen für Anfänger');
    front.page(slug, page, 'latin1');
    setClock(minutes(11));
    await pageBecomes(documentId, { state: 'right', issues: [] });
  });
});
