import type { DecisionResult } from '../../src/plugins/article-receiver/shared/deliveries/deliveries';
import type { SettingsAnswer } from '../../src/plugins/article-receiver/shared/settings/settings';
import { adminApi } from '../support/people/admin-api';
import { shownArticle } from '../support/articles/articles';
import { makeDelivery, nextDelivery, type WireDelivery } from '../support/feed/deliveries';
import { arrive } from '../support/feed/event-log';
import { asImage, makeImage } from '../support/feed/images';
import { bootSite, type Site } from '../support/site/site';

describe('a delivery, in full', () => {
  let site: Site;
  let api: ReturnType<typeof adminApi>;

  beforeAll(async () => {
    site = await bootSite();
    api = adminApi(site);
  });
  afterAll(() => site?.destroy());

  const send = (delivery: WireDelivery): Promise<string> => arrive(site, delivery);

  it('says when what happened', async () => {
    const before = Date.now();
    const { timings } = await api.delivery(await send(makeDelivery()));
    const { receivedAt, acknowledgedAt, projectedAt, acknowledgeMs, projectMs } = timings;
    const times = [receivedAt, acknowledgedAt ?? '', projectedAt ?? ''].map((at) => Date.parse(at));
    const inTurn = [before, ...times, Date.now()];
    expect(inTurn).toEqual([...inTurn].sort((a, b) => a - b));
    expect(acknowledgeMs).toBe((times[1] ?? NaN) - (times[0] ?? NaN));
    expect(projectMs).toBe((times[2] ?? NaN) - (times[1] ?? NaN));

    const parked = makeDelivery({ event: 'article.unheard_of' });
    expect((await api.delivery(await send(parked))).timings).toMatchObject({
      acknowledgedAt: expect.any(String),
      projectedAt: null,
      projectMs: null,
    });
  });

  it('shows its images, and why others were refused', async () => {
    const url = (name: string) => `https://cdn.example.com/detail/${name}`;
    const good = await makeImage(
      { format: 'jpeg', width: 800, height: 600 },
      { url: url('a.jpg'), alt: 'Good', caption: 'Below' },
    );
    const bad = asImage(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), {
      url: url('b.svg'),
    });
    const none = { ...asImage(Buffer.alloc(0)), url: url('c.png'), base64: '', dataUrl: '' };
    const delivery = makeDelivery({ article: { images: [good, bad, none] } });
    const { images } = await api.delivery(await send(delivery));
    expect(images.map(({ path, state }) => [path, state])).toEqual([
      ['article.images.0', 'stored'],
      ['article.images.1', 'refused'],
      ['article.images.2', 'missing'],
    ]);
    expect(images[0]).toMatchObject({
      alt: 'Good',
      caption: 'Below',
      contentType: 'image/jpeg',
      byteSize: good.byteSize,
      reason: null,
      file: { width: 800, height: 600 },
    });
    expect(images[1]?.reason).toContain('SVG');
    expect(images[2]?.reason).toContain('no bytes');
    for (const address of [images[0]?.file?.url, images[0]?.file?.thumbnailUrl]) {
      expect((await fetch(`${site.url}${address}`)).headers.get('content-type')).toBe('image/jpeg');
    }

    const { id } = images[0]?.file ?? { id: 0 };
    await site.strapi
      .plugin('upload')
      .service('upload')
      .remove({ ...images[0]?.file, id });
    await site.strapi.db.query('plugin::upload.file').delete({ where: { id } });
    const deliveryId = (await api.deliveriesOf(delivery.article.id))[0]?.deliveryId ?? '';
    const [gone] = (await api.delivery(deliveryId)).images;
    expect(gone).toMatchObject({ state: 'missing', file: null });
    expect(gone?.reason).toContain('deleted');
  });

  it('says what it changed in the article, field by field, as it was written', async () => {
    const first = makeDelivery({ article: { content: '# One\n' } });
    const third = nextDelivery(nextDelivery(first), {
      article: { content: '# Three\n', tags: ['coffee', 'water'] },
    });
    const firstId = await send(first);
    const thirdId = await send(third);
    // It arrives last, and comes between the two.
    const second = nextDelivery(first, { article: { content: '# Two\n' } });
    const secondId = await send(second);

    const changesOf = async (deliveryId: string) =>
      Object.fromEntries(
        ((await api.delivery(deliveryId)).changes ?? []).map(({ field, ...rest }) => [field, rest]),
      );
    expect(await changesOf(firstId)).toMatchObject({
      content: { before: null, after: '# One\n' },
      title: { before: null, after: first.article.title },
      campaign: { before: null, after: 'Home Coffee Guides' },
    });
    const later = await changesOf(thirdId);
    expect(Object.keys(later).sort()).toEqual(['content', 'sourceUpdatedAt', 'tags']);
    expect(later).toMatchObject({
      content: { before: '# One\n', after: '# Three\n' },
      tags: { before: ['coffee'], after: ['coffee', 'water'] },
    });
    // The article showed a newer one already.
    expect(await changesOf(secondId)).toEqual({});
  });

  it('says what it changed, however often its article was projected since', async () => {
    const first = makeDelivery();
    await send(first);
    const deliveryId = await send(nextDelivery(first, { article: { title: 'Newer' } }));
    const { changes } = await api.delivery(deliveryId);
    expect(changes).toContainEqual(
      expect.objectContaining({ field: 'title', before: first.article.title, after: 'Newer' }),
    );
    const attempts = site.strapi.db.query('plugin::article-receiver.attempt');
    const last = (await attempts.findOne({ orderBy: { id: 'desc' } })) as { id: number };
    const since = { ...last, id: undefined, deliveryPosition: 0, changes: '[]', details: null };
    await attempts.createMany({ data: Array.from({ length: 1_000 }, () => since) });
    expect((await api.delivery(deliveryId)).changes).toEqual(changes);
  });

  it('shows what is quarantined without guessing at it', async () => {
    const answer = await site.deliver('{"event": "article.ready"');
    const detail = await api.delivery(answer.body.error?.details?.deliveryId ?? '');
    expect(detail).toMatchObject({ images: [], changes: null, decision: null });
  });

  it('says why it cannot be used so that it can be worded in any language', async () => {
    const { article, ...envelope } = makeDelivery();
    const untitled = { ...envelope, article: { ...article, title: undefined } };
    for (const [body, code, path, issue] of [
      ['{"event": "article.said"', 'unusable', '', 'bodyNoJsonAt'],
      [untitled, 'unusableField', 'article.title', 'fieldMissing'],
    ] as const) {
      const answer = await site.deliver(body);
      const { deliveryId = '', issues } = answer.body.error?.details ?? {};
      expect(Object.keys(issues?.[0] ?? {})).toEqual(['path', 'message']);
      expect(await api.delivery(deliveryId)).toMatchObject({
        state: 'quarantined',
        reasonCode: code,
        reasonValues: { issue },
        issues: [{ path, code: issue }],
      });
    }
  });

  describe('parked because of a status word', () => {
    const word = 'In_Translation';
    const waiting: { delivery: WireDelivery; deliveryId: string }[] = [];

    beforeAll(async () => {
      for (const status of [word, word.toLowerCase(), ` ${word}`, 'another_word']) {
        const delivery = makeDelivery({ event: 'article.status_changed', article: { status } });
        waiting.push({ delivery, deliveryId: await send(delivery) });
      }
    });

    it('says which word it is, and how many wait for it', async () => {
      const { decision } = await api.delivery(waiting[0]?.deliveryId ?? '');
      expect(decision).toEqual({
        kind: 'status',
        word,
        locales: [],
        deliveries: 3,
        fixedByConfig: false,
      });
      const other = await api.delivery(waiting[3]?.deliveryId ?? '');
      expect(other.decision).toMatchObject({ word: 'another_word', deliveries: 1 });
    });

    it('is decided for all of them at once, and for those to come', async () => {
      const path = `/deliveries/${waiting[0]?.deliveryId}/decide`;
      expect((await api.post(path, { effect: 'show' })).status).toBe(400);
      const { status, body } = await api.post(path, { effect: 'publish' });
      expect([status, body]).toEqual([
        202,
        { word, effect: 'publish', redriven: 3 } satisfies DecisionResult,
      ]);
      await site.settle();
      for (const { delivery, deliveryId } of waiting.slice(0, 3)) {
        expect(await api.delivery(deliveryId)).toMatchObject({ state: 'applied', decision: null });
        expect(await shownArticle(site, delivery.article.id, 'published')).not.toBeNull();
      }
      expect((await api.delivery(waiting[3]?.deliveryId ?? '')).state).toBe('parked');
      const { values } = (await api.get('/settings')).body as SettingsAnswer;
      expect(values.statusMap).toEqual({ in_translation: 'publish' });

      const next = makeDelivery({ event: 'article.status_changed', article: { status: word } });
      expect((await api.delivery(await send(next))).state).toBe('applied');
      expect((await api.post(path, { effect: 'draft' })).status).toBe(409);
    });

    it('is not decided here where the site’s config files say what the word does', async () => {
      await site.restart({ statusMap: { Another_Word: 'ignore' } });
      api = adminApi(site);
      const { deliveryId } = waiting[3] ?? { deliveryId: '' };
      expect((await api.delivery(deliveryId)).decision).toMatchObject({ fixedByConfig: true });
      const { status, body } = await api.post(`/deliveries/${deliveryId}/decide`, {
        effect: 'publish',
      });
      expect(status).toBe(409);
      expect((body as { error: { message: string } }).error.message).toContain('config');
      expect(await api.redrive(deliveryId)).toBe('pending');
      expect((await api.delivery(deliveryId)).state).toBe('superseded');
    });
  });
});
