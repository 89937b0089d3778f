import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { adminApi } from '../support/people/admin-api';
import { makeDelivery, nextDelivery, type WireDelivery } from '../support/feed/deliveries';
import { eventually } from '../support/eventually';
import { ownPosts } from '../support/articles/own-posts';
import { OWN_TYPES, POST, POST_TARGET } from '../support/articles/own-types';
import { blocksOf } from '../support/pages';
import { bootSite, type Site } from '../support/site/site';
import { listenToWebhooks, type WebhookListener } from '../support/servers/webhook-listener';

const ARTICLE = 'plugin::article-receiver.article';
const PAGE = 'docs/monitoring.md';
const NEWS = ['arrived', 'published', 'unpublished', 'moved', 'held'];
const EVENTS = [...NEWS, 'parked'].map((kind) => `article-receiver.${kind}`);

interface One {
  delivery: { deliveryId: string; articleId: string; title: string };
  review: { verdict: string | null; score: number | null };
  moved?: { from: string; to: string };
  url: string;
  entryUrl: string | null;
  previewUrl: string | null;
  articleUrl: string | null;
}

interface Told extends One {
  event: string;
  text: string;
  count: number;
  all: One[];
}

/** The site's `config/plugins` as the page has it. */
function exampleOfPage(): Record<string, unknown> & { alerts: object } {
  const { code = '' } = blocksOf(PAGE).find((block) => block.code.includes('news:')) ?? {};
  const module: { exports?: () => Record<string, { config: ReturnType<typeof exampleOfPage> }> } =
    {};
  runInNewContext(code, { module });
  const config = module.exports?.()['article-receiver']?.config;
  if (!config) throw new Error('the page has no example of news');
  return config;
}

const saying = (delivery: WireDelivery, status: string, article: object = {}) =>
  nextDelivery(delivery, { event: 'article.status_changed', article: { ...article, status } });

describe.each([
  ['the plugin’s own type', ARTICLE, 'description', {}],
  ['a type of the site’s own', POST, 'excerpt', { types: OWN_TYPES }],
])('news of %s', (_, uid, summary, { types }: { types?: string }) => {
  let site: Site;
  let hook: WebhookListener;
  const told: Told[] = [];
  let send: ReturnType<typeof ownPosts>['send'];

  beforeAll(async () => {
    hook = await listenToWebhooks((body) => void told.push(JSON.parse(body) as Told));
    const { alerts, ...config } = exampleOfPage();
    const group = { over: 3, withinMs: 0 };
    const preview = { enabled: true, config: { handler: () => Promise.resolve('/') } };
    site = await bootSite({
      types,
      siteConfig: { admin: { preview } },
      pluginConfig: {
        ...config,
        alerts: { ...alerts, group },
        ...(types ? { target: POST_TARGET } : {}),
      },
    });
    ({ send } = ownPosts(site));
    const { status } = await site.request
      .post('/admin/webhooks')
      .set('Authorization', `Bearer ${await site.adminToken()}`)
      .send({ name: 'News', url: hook.url, headers: {}, events: EVENTS });
    expect(status).toBe(201);
  });
  afterAll(async () => {
    await site?.destroy();
    hook?.close();
  });

  const of = (kind: string, { article }: WireDelivery) =>
    told.filter(
      ({ event, delivery }) =>
        event === `article-receiver.${kind}` && delivery.articleId === article.id,
    );

  const toldOnce = async (kind: string, delivery: WireDelivery): Promise<Told> => {
    await eventually(async () => expect(of(kind, delivery)).toHaveLength(1));
    const [told] = of(kind, delivery);
    if (!told) throw new Error(`${kind} was not told`);
    return told;
  };

  const leases = () => site.strapi.db.query('plugin::article-receiver.lease');
  /** As if another instance had it to tell. */
  const holdBack = async (forMs: number) => {
    const where = { name: 'alerts' };
    if (forMs === 0) return leases().updateMany({ where, data: { heldUntil: 0 } });
    // Who is at it gives it back in the end, and this with it.
    await eventually(async () => {
      const lease = (await leases().findOne({ where })) as { heldUntil: unknown } | null;
      expect(Number(lease?.heldUntil ?? 0)).toBeLessThan(Date.now());
    });
    return leases().updateMany({ where, data: { heldUntil: Date.now() + forMs } });
  };

  it('say what arrived, went online, moved and went offline, with where to look', async () => {
    const review = { reviewVerdict: 'approved', reviewScore: 91 };
    const first = makeDelivery({
      article: { title: 'Brewing <!channel>', slug: 'brewing', language: 'en', ...review },
    });
    await send(first);
    const arrived = await toldOnce('arrived', first);
    expect(arrived.text).toMatch(
      /^Arrived: Brewing ‹!channel› – review: approved \(91\) – https?:\/\/\S+$/,
    );
    expect(arrived).toMatchObject({ count: 1, review: { verdict: 'approved', score: 91 } });
    expect(arrived.articleUrl).toBeNull();

    const second = saying(first, 'published');
    await send(second);
    const published = await toldOnce('published', first);
    const url = 'https://blog.example.org/en/brewing';
    const { documentId } = await adminApi(site).delivery(published.delivery.deliveryId);
    const entry = `/content-manager/collection-types/${uid}/${documentId}`;
    expect(published.articleUrl).toBe(url);
    expect(published.entryUrl).toContain(entry);
    expect(published.previewUrl).toContain(`${entry}/preview?status=draft`);
    expect(published.text).toBe(
      `Published: Brewing ‹!channel› – review: approved (91) – ${url} – ${published.entryUrl}`,
    );
    expect(published.all).toHaveLength(1);

    const third = saying(second, 'published', { slug: 'brewing-well' });
    await send(third);
    const moved = await toldOnce('moved', first);
    expect(moved.moved).toEqual({ from: 'brewing', to: 'brewing-well' });
    expect(moved.articleUrl).toBe(`${url}-well`);
    await eventually(async () => expect(of('published', first)).toHaveLength(2));

    await send(saying(third, 'archived'));
    const offline = await toldOnce('unpublished', first);
    expect(offline.text).toMatch(/^Taken offline: Brewing/);
    expect(offline.articleUrl).toBeNull();
    expect(of('held', first)).toEqual([]);
  });

  it('say a long title in whole characters', async () => {
    const story = makeDelivery({
      article: { title: `${'A long story, '.repeat(9).slice(0, 118)}😀😀` },
    });
    await send(story);
    expect((await toldOnce('arrived', story)).text.isWellFormed()).toBe(true);
  });

  it('say once that a publication waits, beside what asks for a decision', async () => {
    const first = makeDelivery({ article: { language: 'en' } });
    const second = saying(first, 'published');
    await send(first, second);
    const [{ delivery } = { delivery: null }] = of('arrived', first).concat(
      await toldOnce('published', first),
    );
    const { documentId } = await adminApi(site).delivery(delivery?.deliveryId ?? '');
    const locale = types ? { locale: 'en' } : {};
    await site.strapi
      .documents(uid as never)
      .update({ documentId: documentId ?? '', data: { title: 'Ours' }, ...locale } as never);
    const third = saying(second, 'published', { description: 'Other words.' });
    await send(third);
    const held = await toldOnce('held', first);
    expect(held.text).toMatch(/^Publication waits for an editor: /);
    const parked = await toldOnce('parked', first);
    const [sample = ''] = blocksOf(PAGE).flatMap(({ language, code }) =>
      language === 'json' ? code : [],
    );
    const keys = [...Object.keys(JSON.parse(sample) as object), 'event', 'createdAt'];
    expect(Object.keys(parked).sort()).toEqual(keys.sort());
  });

  it('say so once, however much of what it waits for is settled', async () => {
    const first = makeDelivery({ article: { language: 'en' } });
    const second = saying(first, 'published');
    await send(first, second);
    const { delivery } = await toldOnce('published', first);
    const { documentId } = await adminApi(site).delivery(delivery.deliveryId);
    const edit = async (data: object) => {
      const locale = types ? { locale: 'en' } : {};
      await site.strapi
        .documents(uid as never)
        .update({ documentId: documentId ?? '', data, ...locale } as never);
      await site.settle();
    };
    await edit({ title: 'Ours' });
    await edit({ [summary]: 'Ours, too' });
    const third = saying(second, 'published', { title: 'Theirs', description: 'Theirs.' });
    await send(third);
    await edit({ [summary]: 'Theirs.' });
    const kinds = async () => {
      const alerts = site.strapi.db.query('plugin::article-receiver.alert');
      const rows = (await alerts.findMany({ orderBy: { id: 'desc' }, limit: 10 })) as {
        kind: string;
        deliveryPosition: number;
      }[];
      return rows
        .filter(({ deliveryPosition }) => deliveryPosition === rows[0]?.deliveryPosition)
        .map(({ kind }) => kind);
    };
    const waits = (await kinds()).filter((kind) => kind === 'held' || kind === 'parked');
    expect(waits.sort()).toEqual(['held', 'parked']);
    await eventually(async () => expect(of('arrived', first)).toHaveLength(3));
  });

  it('are one event where many come at once, with each of them in it', async () => {
    await holdBack(60_000);
    const sent = Array.from({ length: 8 }, () => makeDelivery());
    await send(...sent);
    await holdBack(0);
    const isOneOf = ({ delivery }: One) =>
      sent.some(({ article }) => article.id === delivery.articleId);
    const about = () =>
      told.filter(({ event, all }) => event.endsWith('.arrived') && all.some(isOneOf));
    await eventually(async () => expect(about()).toHaveLength(1));
    const [event] = about();
    expect(event?.count).toBe(8);
    expect(event?.all.map(({ delivery }) => delivery.articleId)).toEqual(
      sent.map(({ article }) => article.id),
    );
    expect(event?.text).toBe(`Arrived (8): ${sent.map(({ article }) => article.title).join(', ')}`);
    expect(event?.delivery.articleId).toBe(sent.at(-1)?.article.id);
    expect(event?.url).toMatch(/\/plugins\/article-receiver$/);
  });

  it('that were not told when the site stopped are told when it is back', async () => {
    await holdBack(600_000);
    const late = makeDelivery();
    await send(late);
    expect(of('arrived', late)).toEqual([]);
    await site.restart();
    await holdBack(0);
    await toldOnce('arrived', late);
  });
});

it('news that a site does not name are not told, and no webhook can be made for them', async () => {
  const site = await bootSite({ pluginConfig: { alerts: { news: ['published'] } } });
  try {
    const make = async (event: string) => {
      const { status } = await site.request
        .post('/admin/webhooks')
        .set('Authorization', `Bearer ${await site.adminToken()}`)
        .send({ name: event, url: 'http://127.0.0.1:9999/', headers: {}, events: [event] });
      return status;
    };
    expect(await make('article-receiver.published')).toBe(201);
    expect(await make('article-receiver.arrived')).toBe(400);
    await ownPosts(site).send(makeDelivery());
    const rows = await site.strapi.db.query('plugin::article-receiver.alert').count({});
    expect(rows).toBe(0);
  } finally {
    await site.destroy();
  }
});

it('a word that is no news stops the boot and is named', async () => {
  const pluginConfig = { alerts: { news: ['arrival'] } };
  await expect(bootSite({ pluginConfig })).rejects.toThrow(/"alerts.news.0"/);
});

it('the page names every event', () => {
  const page = readFileSync(join(__dirname, '..', '..', PAGE), 'utf8');
  for (const event of EVENTS) expect(page).toContain(`\`${event}\``);
});
