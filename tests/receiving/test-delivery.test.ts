import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type {
  TestDelivery,
  TestRemoval,
} from '../../src/plugins/article-receiver/shared/settings/settings';
import type {
  Operations,
  Verified,
} from '../../src/plugins/article-receiver/shared/deliveries/operations';
import type { ReceiverStatus } from '../../src/plugins/article-receiver/shared/deliveries/deliveries';
import { adminApi } from '../support/people/admin-api';
import { makeDelivery } from '../support/feed/deliveries';
import { OWN_TYPES, POST, POST_TARGET } from '../support/articles/own-types';
import { bootSite, type Site } from '../support/site/site';

const UIDS = ['article', 'media-asset', 'campaign', 'tag'].map(
  (name) => `plugin::article-receiver.${name}`,
);
const TABLES = ['log', 'delivery', 'attempt', 'stream', 'projected', 'image-file', 'blob', 'token'];

describe('a test delivery', () => {
  let site: Site;
  let api: ReturnType<typeof adminApi>;

  beforeAll(async () => {
    // All that would keep a delivery out, or publish it.
    site = await bootSite({
      pluginConfig: {
        publishOnReady: true,
        statusMap: { 'article-receiver-test': 'publish' },
        accept: { pin: 'first-use' },
      },
    });
    api = adminApi(site);
  });
  afterAll(() => site?.destroy());

  const counts = async () => {
    const uids = [
      ...UIDS,
      'plugin::upload.file',
      ...TABLES.map((t) => `plugin::article-receiver.${t}`),
    ];
    const all = await Promise.all(
      uids.map(async (uid) => [uid, await site.strapi.db.query(uid as never).count({})] as const),
    );
    const stored = readdirSync(join(site.directory, 'public', 'uploads'));
    return {
      ...Object.fromEntries(all),
      stored: stored.filter((name) => name !== '.gitkeep').length,
    };
  };
  const test = async (): Promise<TestDelivery> => {
    const { status, body } = await api.post('/settings/test-delivery');
    expect(status).toBe(200);
    return body as TestDelivery;
  };
  const status = async () => (await api.get('/status')).body as ReceiverStatus;

  it('goes the whole way, becomes a draft and leaves nothing once it is removed', async () => {
    await api.get('/status');
    const before = await counts();
    const { steps, deliveryId, documentId } = await test();
    expect(steps.map(({ name, ok }) => [name, ok])).toEqual(
      ['sent', 'acknowledged', 'logged', 'projected', 'entry'].map((name) => [name, true]),
    );
    expect(steps.map(({ code }) => code)).toEqual(['sent', 'answered', 'logged', 'made', 'entry']);
    expect(steps.map(({ ms }) => ms)).toEqual(steps.map(({ ms }) => ms).sort((a, b) => a - b));
    const detail = await api.delivery(deliveryId ?? '');
    expect(detail).toMatchObject({ state: 'applied', documentId, images: [{ state: 'stored' }] });
    expect(detail.articleId).toMatch(/^art_test_/);
    const versions = (await site.strapi.db
      .query('plugin::article-receiver.article')
      .findMany({ where: { documentId } })) as { publishedAt: string | null }[];
    expect(versions.map(({ publishedAt }) => publishedAt)).toEqual([null]);

    expect(await status()).toMatchObject({ firstDelivery: false, tokens: 1 });
    const { body: shown } = await api.get('/settings');
    expect(shown).toMatchObject({ pinned: null });
    const { body: tokens } = await api.get('/tokens');
    expect((tokens as { results: unknown[] }).results).toHaveLength(1);

    const { body: removed } = await api.post('/settings/test-delivery/remove');
    expect(removed).toEqual({ deliveries: 1, articles: 1, files: 1 } satisfies TestRemoval);
    expect(await counts()).toEqual(before);
  });

  it('says at which step it got stuck', async () => {
    await api.put('/settings', { allowFrom: ['203.0.113.9'] });
    const { steps, deliveryId } = await test();
    expect(steps.map(({ name, ok }) => [name, ok])).toEqual([
      ['sent', true],
      ['acknowledged', false],
    ]);
    expect(steps[1]).toMatchObject({ code: 'notAllowed', values: { status: 403 } });
    expect(steps[1]?.detail).toContain('allowFrom');
    expect(deliveryId).toBeNull();
    await api.put('/settings', { allowFrom: null });
  });

  it('takes nothing of the service’s away when it is removed', async () => {
    // They look like tests, but came with the service's own token.
    const real = makeDelivery({
      article: { id: 'art_test_but_real', status: 'article-receiver-test' },
    });
    await site.deliver(real);
    await site.settle();
    await test();
    const { body } = await api.post('/settings/test-delivery/remove');
    expect(body).toMatchObject({ deliveries: 1, articles: 1 });
    expect(await api.deliveriesOf('art_test_but_real')).toHaveLength(1);
    const { body: shown } = await api.get('/settings');
    expect(shown).toMatchObject({ pinned: { orgId: real.orgId } });
  });

  it('leaves an image that something else uses by now', async () => {
    const { documentId } = await test();
    const articles = site.strapi.documents('plugin::article-receiver.article');
    const tested = await articles.findOne({
      documentId: documentId ?? '',
      populate: { images: { populate: { file: true } } },
    });
    const { file } = (tested?.images?.[0] ?? {}) as { file?: { id: number; url: string } };
    const content = `![Ours](${file?.url})`;
    const mine = await articles.create({ data: { title: 'Mine', slug: 'mine', content } as never });
    const { body } = await api.post('/settings/test-delivery/remove');
    expect(body).toMatchObject({ deliveries: 1, articles: 1, files: 0 });
    await site.request.get(file?.url ?? '').expect(200);
    await articles.delete({ documentId: mine.documentId });
  });

  it('is not damaged for whoever verifies the log while it is removed', async () => {
    await site.deliver(makeDelivery());
    await site.settle();
    const { deliveryId } = await test();
    const { verify } = site.strapi.plugin('article-receiver').service<Operations>('operations');
    const verified: Verified[] = [];
    for await (const one of verify()) {
      if (verified.length === 0) await api.post('/settings/test-delivery/remove');
      verified.push(one);
    }
    expect(verified.map(({ id }) => id)).not.toContain(deliveryId);
    expect(verified.filter(({ result }) => result !== 'intact')).toEqual([]);
  });
});

describe('a test delivery on a site with a type of its own', () => {
  it('leaves nothing once it is removed', async () => {
    const own = await bootSite({ types: OWN_TYPES, pluginConfig: { target: POST_TARGET } });
    try {
      const api = adminApi(own);
      expect((await api.post('/settings/test-delivery')).status).toBe(200);
      const { body } = await api.post('/settings/test-delivery/remove');
      expect(body).toEqual({ deliveries: 1, articles: 1, files: 1 } satisfies TestRemoval);
      for (const uid of [POST, 'plugin::upload.file', 'plugin::article-receiver.log']) {
        expect(await own.strapi.db.query(uid).count()).toBe(0);
      }
    } finally {
      await own.destroy();
    }
  });
});
