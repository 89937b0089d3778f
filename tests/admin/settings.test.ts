import {
  ALERTS,
  type SettingsAnswer,
  type SettingsPatch,
} from '../../src/plugins/article-receiver/shared/settings/settings';
import type { SettingsService } from '../../src/plugins/article-receiver/server/src/services/settings';
import { adminApi } from '../support/people/admin-api';
import { shownArticle } from '../support/articles/articles';
import { makeDelivery, nextDelivery } from '../support/feed/deliveries';
import { bootSite, type Site } from '../support/site/site';

describe('settings that change while the site runs', () => {
  let site: Site;
  let api: ReturnType<typeof adminApi>;

  beforeAll(async () => {
    site = await bootSite();
    api = adminApi(site);
  });
  afterAll(() => site?.destroy());

  const change = async (patch: SettingsPatch): Promise<SettingsAnswer> => {
    const { status, body } = await api.put('/settings', patch);
    expect([status, (body as { error?: unknown }).error]).toEqual([200, undefined]);
    return body as SettingsAnswer;
  };

  const send = async (delivery: object) => {
    const answer = await site.deliver(delivery);
    await site.settle();
    const deliveryId = answer.body.data?.deliveryId ?? '';
    return { status: answer.status, ...(await api.delivery(deliveryId)) };
  };

  it('are shown with their defaults, and with what the webhook’s address is', async () => {
    const { body } = await api.get('/settings');
    const { values, defaults, fixed, limits, webhook, pinned, administrators } =
      body as SettingsAnswer;
    expect(values).toEqual(defaults);
    expect(values).toMatchObject({
      publishOnReady: false,
      allowFrom: null,
      alerts: { mail: null },
    });
    expect(fixed).toEqual([]);
    expect(limits).toMatchObject({ maxBodyBytes: { min: 1024 }, 'images.maxFrames': { min: 1 } });
    expect(limits['rateLimit.perMinute']).toEqual({ min: 1, max: 1_000_000 });
    expect(webhook.path).toBe('/api/article-receiver/webhook');
    expect(webhook.url).toMatch(/^https?:\/\/.+\/api\/article-receiver\/webhook$/);
    expect(pinned).toBeNull();
    expect(administrators).toEqual([
      { id: 1, name: 'Ada Admin', email: expect.stringContaining('@') },
    ]);
  });

  it('count from the next delivery on, and after a restart', async () => {
    await change({ publishOnReady: true });
    const first = makeDelivery();
    await send(first);
    expect(await shownArticle(site, first.article.id, 'published')).not.toBeNull();

    await site.restart();
    api = adminApi(site);
    const second = makeDelivery();
    await send(second);
    expect(await shownArticle(site, second.article.id, 'published')).not.toBeNull();

    const { values } = await change({ publishOnReady: null });
    expect(values.publishOnReady).toBe(false);
    const third = makeDelivery();
    await send(third);
    expect(await shownArticle(site, third.article.id, 'published')).toBeNull();
  });

  it('limit what the webhook takes, from where and how often', async () => {
    await change({ maxBodyBytes: 2048 });
    const large = { ...makeDelivery(), filler: 'x'.repeat(4096) };
    const refused = await site.deliver(large);
    expect(refused.status).toBe(413);
    expect(refused.body.error?.message).toContain('2048');

    await change({ maxBodyBytes: null, allowFrom: ['203.0.113.0/24'] });
    expect((await site.deliver(makeDelivery())).status).toBe(403);
    await change({ allowFrom: ['127.0.0.0/8'], rateLimit: { perMinute: 1 } });
    expect((await site.deliver(makeDelivery())).status).toBe(202);
    expect((await site.deliver(makeDelivery())).status).toBe(429);
    await change({ allowFrom: null, rateLimit: null });
    expect((await site.deliver(makeDelivery())).status).toBe(202);
  });

  it('say whose deliveries are accepted, and forget whom they were pinned to', async () => {
    await change({ accept: { orgIds: ['org_other'] } });
    expect(await send(makeDelivery())).toMatchObject({ status: 202, state: 'quarantined' });

    const { values } = await change({ accept: { orgIds: null, pin: 'first-use' } });
    expect(values.accept).toEqual({ orgIds: null, websiteIds: null, pin: 'first-use' });
    expect(await send(makeDelivery({ orgId: 'org_a' }))).toMatchObject({ state: 'applied' });
    expect(await send(makeDelivery({ orgId: 'org_b' }))).toMatchObject({ state: 'quarantined' });
    const { body: shown } = await api.get('/settings');
    expect((shown as SettingsAnswer).pinned).toMatchObject({ orgId: 'org_a' });

    const { body: cleared } = await api.post('/settings/pin/clear');
    expect((cleared as SettingsAnswer).pinned).toBeNull();
    expect(await send(makeDelivery({ orgId: 'org_b' }))).toMatchObject({ state: 'applied' });
    await change({ accept: null });
  });

  it('map status words, one by one', async () => {
    await change({ statusMap: { ' Live ': 'publish' } });
    const { values } = await change({ statusMap: { in_review: 'draft' } });
    expect(values.statusMap).toEqual({ live: 'publish', in_review: 'draft' });
    const delivery = makeDelivery();
    await send(delivery);
    const live = nextDelivery(delivery, {
      event: 'article.status_changed',
      article: { status: 'LIVE' },
    });
    expect(await send(live)).toMatchObject({ state: 'applied' });
    expect(await shownArticle(site, delivery.article.id, 'published')).not.toBeNull();
    const { values: after } = await change({ statusMap: { LIVE: null } });
    expect(after.statusMap).toEqual({ in_review: 'draft' });
  });

  it('lose none of many changes at once', async () => {
    const words = Array.from({ length: 12 }, (_, n) => `word_${n}`);
    await api.get('/settings');
    await Promise.all(words.map((word) => change({ statusMap: { [word]: 'ignore' } })));
    const { body } = await api.get('/settings');
    expect(Object.keys((body as SettingsAnswer).values.statusMap)).toEqual(
      expect.arrayContaining(words),
    );
    await change({ statusMap: null });
  });

  it.each([
    ['a number out of range', { maxBodyBytes: 1 }, 'maxBodyBytes'],
    ['a wrong type', { publishOnReady: 'yes' }, 'publishOnReady'],
    ['a time zone that is several', { planned: { timeZone: 'IST' } }, 'planned.timeZone'],
    ['an effect that there is not', { statusMap: { live: 'show' } }, 'statusMap.live'],
    ['a word that is none', { statusMap: { ' ': 'draft' } }, 'statusMap. '],
    ['no address range', { allowFrom: ['example.com'] }, 'allowFrom.0'],
    ['an option that only the config sets', { tokens: ['x'] }, 'tokens'],
    ['another in a group', { images: { folder: 'x' } }, 'images.folder'],
    ['an unknown one', { publishOnRedy: true }, 'publishOnRedy'],
    ['two that do not go together', { accept: { orgIds: ['a'], pin: 'first-use' } }, 'accept.pin'],
    ['something else than mail', { alerts: { mail: { to: ['nobody'] } } }, 'alerts.mail.to.0'],
    ['an administrator who is none', { alerts: { mail: { to: [1, 99] } } }, 'alerts.mail.to.1'],
    ['a list', [1], ''],
  ])('refuse %s and name it, and stay as they are', async (_, patch, path) => {
    const before = (await api.get('/settings')).body as SettingsAnswer;
    const { status, body } = await api.put('/settings', patch);
    const { details } = (body as { error: { details: { issues: { path: string }[] } } }).error;
    expect([status, details.issues[0]?.path]).toEqual([400, path]);
    expect(((await api.get('/settings')).body as SettingsAnswer).values).toEqual(before.values);
  });

  it('give way to what the site’s config files set, which stays fixed', async () => {
    await change({
      editorEdits: 'overwrite',
      statusMap: { live: 'publish' },
      publishOnReady: true,
      alerts: { mail: { to: [1], states: ['failed'] } },
    });
    await site.restart({
      editorEdits: 'keep',
      // Nothing that is stored is mixed into it.
      alerts: { mail: { to: ['ops@example.com'] } },
      statusMap: { Live: 'draft' },
      accept: { orgIds: ['org_6a3e018e66f4136e1595'] },
    });
    api = adminApi(site);
    const { values, fixed } = (await api.get('/settings')).body as SettingsAnswer;
    const mail = { to: ['ops@example.com'], states: [...ALERTS] };
    expect(values).toMatchObject({ editorEdits: 'keep', publishOnReady: true, alerts: { mail } });
    expect(values.statusMap).toEqual({ Live: 'draft' });
    expect(fixed.sort()).toEqual(['accept.orgIds', 'alerts.mail', 'editorEdits', 'statusMap.Live']);
    for (const [patch, path] of [
      [{ editorEdits: 'overwrite' }, 'editorEdits'],
      [{ statusMap: { live: 'publish' } }, 'statusMap.Live'],
      [{ accept: { orgIds: null } }, 'accept.orgIds'],
    ] as const) {
      const { status, body } = await api.put('/settings', patch);
      expect(status).toBe(409);
      expect((body as { error: { message: string } }).error.message).toContain(path);
    }
    await change({ statusMap: { other: 'ignore' } });
  });

  it('that do not go with the config files any more are left out, not fatal', async () => {
    await site.restart({});
    api = adminApi(site);
    await change({ accept: { pin: 'first-use' }, maxBodyBytes: 4096, alerts: { mail: null } });
    await site.restart({ accept: { orgIds: ['org_x'] } });
    api = adminApi(site);
    const { values } = (await api.get('/settings')).body as SettingsAnswer;
    expect(values.accept).toEqual({ orgIds: ['org_x'], websiteIds: null, pin: 'none' });
    expect(values.maxBodyBytes).toBe(4096);
    // They are in the way of no other.
    expect((await change({ publishOnReady: false })).values.publishOnReady).toBe(false);
  });

  it('take nothing else with them where they are left out', async () => {
    const settings = () =>
      site.strapi.plugin('article-receiver').service<SettingsService>('settings');
    await site.restart({});
    const others = { publishOnReady: true, statusMap: { live: 'publish' } };
    const accept = { orgIds: ['org_x'], websiteIds: ['web_x'], pin: null };
    expect(await settings().change({ ...others, accept })).toBeNull();
    await site.restart({ accept: { pin: 'first-use' } });
    const { values } = await settings().show();
    expect(values).toMatchObject(others);
    expect(values.accept).toEqual({ orgIds: null, websiteIds: ['web_x'], pin: 'first-use' });
  });
});

describe('the address to paste into the service', () => {
  it.each([
    ['https://example.org', '/api', 'https://example.org/api'],
    ['https://example.org/cms/', '/api', 'https://example.org/cms/api'],
    ['https://example.org:8443/a/b', '/v1/', 'https://example.org:8443/a/b/v1'],
    ['http://[2001:db8::1]:1337/', '/api', 'http://[2001:db8::1]:1337/api'],
  ])('of a site at %s whose API is at %s is below %s', async (url, prefix, api) => {
    const site = await bootSite({ siteConfig: { server: { url }, api: { rest: { prefix } } } });
    try {
      const { body } = await adminApi(site).get('/settings');
      expect((body as SettingsAnswer).webhook.url).toBe(`${api}/article-receiver/webhook`);
    } finally {
      await site.destroy();
    }
  });
});
