import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adminApi } from '../support/people/admin-api';
import { shownArticle } from '../support/articles/articles';
import { makeDelivery, nextDelivery, type WireDelivery } from '../support/feed/deliveries';
import { arrive } from '../support/feed/event-log';
import { eventually } from '../support/eventually';
import { ownPosts } from '../support/articles/own-posts';
import { OWN_TYPES, POST_TARGET } from '../support/articles/own-types';
import { bootSite, type Site } from '../support/site/site';
import { listenToWebhooks, type WebhookListener } from '../support/servers/webhook-listener';

const ARTICLE = 'plugin::article-receiver.article';
const EVENTS = ['failed', 'parked', 'quarantined', 'suggestion'].map(
  (kind) => `article-receiver.${kind}`,
);

interface Told {
  event: string;
  delivery: { deliveryId: string; state: string; reason: string | null; title: string };
  suggestion?: { field: string };
  url: string;
}

interface Mail {
  to: string;
  subject: string;
  text: string;
}

describe('alerts', () => {
  let directory: string;
  let site: Site;
  let api: ReturnType<typeof adminApi>;
  let listener: WebhookListener;
  const told: Told[] = [];
  let raw = '';

  const mails = (): Mail[] => {
    const file = join(directory, 'mails');
    if (!existsSync(file)) return [];
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    return lines.map((line) => JSON.parse(line) as Mail);
  };
  const of = (kind: string) => told.filter(({ event }) => event === `article-receiver.${kind}`);
  const send = (delivery: WireDelivery): Promise<string> => arrive(site, delivery);
  /** Lets what happened an hour ago be an hour ago. */
  const anHourLater = async () => {
    const leases = site.strapi.db.query('plugin::article-receiver.lease');
    await leases.updateMany({ where: { name: 'digest' }, data: { heldUntil: 0 } });
  };
  const digestTried = () =>
    eventually(async () => {
      const [lease] = (await site.strapi.db
        .query('plugin::article-receiver.lease')
        .findMany({ where: { name: 'digest' } })) as { heldUntil: number | string }[];
      expect(Number(lease?.heldUntil)).toBeGreaterThan(Date.now());
    });

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'article-receiver-alerts-'));
    listener = await listenToWebhooks((body) => {
      raw += body;
      told.push(JSON.parse(body) as Told);
    });
    const email = {
      config: {
        provider: join(__dirname, '..', 'support', 'providers', 'mail-to-file.js'),
        providerOptions: { file: join(directory, 'mails'), failWhile: join(directory, 'away') },
        settings: { defaultFrom: 'site@example.com' },
      },
    };
    site = await bootSite({
      siteConfig: { plugins: { email } },
      pluginConfig: {
        retry: { attempts: 2, firstDelayMs: 50 },
        // None of these is about what is told together: no alert waits for others.
        alerts: { group: { withinMs: 0 } },
      },
    });
    api = adminApi(site);
  });
  afterAll(async () => {
    await site?.destroy();
    listener?.close();
    await rm(directory, { recursive: true, force: true });
  });

  it('are events that Strapi’s own webhooks can be made for', async () => {
    const { status } = await site.request
      .post('/admin/webhooks')
      .set('Authorization', `Bearer ${await site.adminToken()}`)
      .send({ name: 'Alerts', url: listener.url, headers: {}, events: EVENTS });
    expect(status).toBe(201);
  });

  it('tell once of what is parked, with where to look and without the body', async () => {
    const marker = 'nobody-outside-reads-this';
    const deliveryId = await send(
      makeDelivery({ event: 'article.unheard_of', article: { content: marker } }),
    );
    await eventually(async () => expect(of('parked')).toHaveLength(1));
    const [alert] = of('parked');
    expect(alert?.delivery).toMatchObject({ deliveryId, state: 'parked' });
    expect(alert?.delivery.reason).toContain('article.unheard_of');
    expect(alert?.url).toMatch(
      new RegExp(`^https?://.+/plugins/article-receiver/deliveries/${deliveryId}$`),
    );
    expect(raw).not.toContain(marker);
    expect(raw).not.toContain(site.token);
    // Parked it stays, however often it is looked at.
    await site.strapi.documents(ARTICLE).findMany({});
    await send(makeDelivery());
    expect(of('parked')).toHaveLength(1);
  });

  it('tell of what is quarantined and of suggestions', async () => {
    await site.deliver('{"no": "delivery"}');
    const first = makeDelivery();
    await send(first);
    const documentId = (await shownArticle(site, first.article.id, 'draft'))?.documentId ?? '';
    await site.strapi.documents(ARTICLE).update({ documentId, data: { title: 'Ours' } as never });
    await send(nextDelivery(first, { article: { title: 'Theirs' } }));
    await eventually(async () => {
      expect(of('quarantined')).toHaveLength(1);
      expect(of('suggestion')).toHaveLength(1);
    });
    expect(of('suggestion')[0]?.suggestion).toMatchObject({ field: 'title' });
    expect(raw).not.toContain('Ours');
  });

  it('tell once of what fails, however often it is tried', async () => {
    const blocked = makeDelivery();
    const refuse = () => Promise.reject(new Error('the storage is on fire'));
    const lifecycle = site.strapi.db.lifecycles.subscribe({
      models: [ARTICLE],
      beforeCreate: refuse,
    } as never) as unknown as () => void;
    const deliveryId = await send(blocked);
    await eventually(async () => {
      const { state, nextAttemptAt } = await api.delivery(deliveryId);
      expect([state, nextAttemptAt]).toEqual(['failed', null]);
    });
    await eventually(async () => expect(of('failed')).toHaveLength(1));
    expect(of('failed')[0]?.delivery.reason).toContain('on fire');
    expect((await api.delivery(deliveryId)).attempts.length).toBeGreaterThan(1);
    lifecycle();
    expect(of('failed')).toHaveLength(1);
  });

  it('come by mail to those who are chosen, in one digest, when there is something', async () => {
    await eventually(async () =>
      expect(EVENTS.every((e) => told.some((t) => t.event === e))).toBe(true),
    );
    expect(mails()).toEqual([]);
    const { body } = await api.put('/settings', {
      alerts: { mail: { to: [1, 'ops@example.com'], states: ['parked', 'quarantined'] } },
    });
    expect((body as { error?: unknown }).error).toBeUndefined();
    await send(makeDelivery({ event: 'article.unheard_of' }));
    await send(makeDelivery({ event: 'article.unheard_of' }));
    await eventually(async () => expect(mails()).toHaveLength(2));
    const [one, other] = mails();
    expect([one?.to, other?.to]).toEqual([expect.stringMatching(/^admin-/), 'ops@example.com']);
    expect(one?.subject).toContain('2 things wait');
    expect(one?.text).toContain('2 deliveries wait for a decision');
    expect(one?.text).toMatch(/https?:\/\/\S+\/plugins\/article-receiver\?page=1&filters\S+parked/);
    expect(one?.text).not.toContain('quarantine');
  });

  it('are mailed at most once an hour, and not at all when nothing waits any more', async () => {
    const kept = await send(
      makeDelivery({ event: 'article.status_changed', article: { status: 'word' } }),
    );
    await eventually(async () => expect(of('parked')).toHaveLength(4));
    await site.restart();
    api = adminApi(site);
    // Longer than a digest takes to be sent.
    await send(makeDelivery({ event: 'article.unheard_of' }));
    await eventually(async () => expect(of('parked')).toHaveLength(5));
    expect(mails()).toHaveLength(2);
    await api.post(`/deliveries/${kept}/decide`, { effect: 'draft' });
    await site.settle();

    writeFileSync(join(directory, 'away'), '');
    await anHourLater();
    await digestTried();
    // The mail server is away: nothing is lost, and deliveries go on.
    expect(await send(makeDelivery())).not.toBe('');
    expect(mails()).toHaveLength(2);

    rmSync(join(directory, 'away'));
    await anHourLater();
    await eventually(async () => expect(mails()).toHaveLength(4));
    expect(mails()[3]?.subject).toContain('one thing waits');
  });

  it('wait for the next digest while nobody can sign in of those who are to get it', async () => {
    const user = await site.strapi.service('admin::user').create({
      email: 'away@example.com',
      firstname: 'Away',
      isActive: true,
    });
    const to = [Number(user.id)];
    const { status } = await api.put('/settings', { alerts: { mail: { to, states: ['parked'] } } });
    expect(status).toBe(200);
    const users = site.strapi.db.query('admin::user');
    await users.update({ where: { id: user.id }, data: { isActive: false } });
    await send(makeDelivery({ event: 'article.unheard_of' }));
    await anHourLater();
    await digestTried();
    await users.update({ where: { id: user.id }, data: { isActive: true } });
    await anHourLater();
    await eventually(async () => expect(mails().at(-1)?.to).toBe('away@example.com'));
  });

  it('are forgotten a week later, but not before they were mailed', async () => {
    const rows = site.strapi.db.query('plugin::article-receiver.alert');
    const longAgo = Date.now() - 8 * 24 * 60 * 60_000;
    const old = { kind: 'parked', createdAt: longAgo, emittedAt: longAgo };
    const done = await rows.create({ data: { ...old, mailedAt: longAgo } });
    const unmailed = await rows.create({ data: { ...old, mailedAt: null } });
    // The next one to be told takes the old ones away.
    const before = of('parked').length;
    await send(makeDelivery({ event: 'article.unheard_of' }));
    await eventually(async () => expect(of('parked').length).toBeGreaterThan(before));
    await eventually(async () =>
      expect(await rows.findMany({ where: { id: { $in: [done.id, unmailed.id] } } })).toMatchObject(
        [{ id: unmailed.id }],
      ),
    );
  });
});

describe('the digest of a site with a type of its own', () => {
  let directory: string;
  let site: Site;

  afterAll(async () => {
    await site?.destroy();
    await rm(directory, { recursive: true, force: true });
  });

  it('leads from suggestions to what waits: the plugin’s own list shows nothing there', async () => {
    directory = await mkdtemp(join(tmpdir(), 'article-receiver-alerts-'));
    const file = join(directory, 'mails');
    const provider = join(__dirname, '..', 'support', 'providers', 'mail-to-file.js');
    const providerOptions = { file, failWhile: join(directory, 'away') };
    const email = { config: { provider, providerOptions, settings: {} } };
    site = await bootSite({
      types: OWN_TYPES,
      siteConfig: { plugins: { email } },
      pluginConfig: {
        target: POST_TARGET,
        alerts: {
          group: { withinMs: 0 },
          mail: { to: ['ops@example.com'], states: ['suggestion'] },
        },
      },
    });
    const { send, draftOf, edit } = ownPosts(site);
    const delivery = makeDelivery();
    await send(delivery);
    await edit((await draftOf(delivery)).documentId, { title: 'An editor’s' });
    await send(nextDelivery(delivery, { article: { title: 'The service’s' } }));
    await eventually(async () => expect(existsSync(file)).toBe(true));
    expect((JSON.parse(readFileSync(file, 'utf8')) as Mail).text).toMatch(
      /1 suggestion for an edited field\n\S+\/plugins\/article-receiver\/waiting\n/,
    );
  });
});
