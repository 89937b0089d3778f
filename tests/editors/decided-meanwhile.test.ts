import type { DeliveryRow } from '../../src/plugins/article-receiver/server/src/ledger/deliveries/delivery-row';
import { ledgerOf } from '../../src/plugins/article-receiver/server/src/ledger/ledger';
import {
  discard,
  redrive,
} from '../../src/plugins/article-receiver/server/src/run/by-hand/redrive';
import type { Operations } from '../../src/plugins/article-receiver/shared/deliveries/operations';
import { reasonOf } from '../../src/plugins/article-receiver/shared/deliveries/reasons';
import { adminApi } from '../support/people/admin-api';
import { shownArticle } from '../support/articles/articles';
import { makeDelivery, nextDelivery, type WireDelivery } from '../support/feed/deliveries';
import { arrive } from '../support/feed/event-log';
import { makeImage } from '../support/feed/images';
import { ownPosts } from '../support/articles/own-posts';
import { OWN_TYPES, POST_TARGET } from '../support/articles/own-types';
import { bootSite, type Site } from '../support/site/site';
import { holdUploads } from '../support/feed/upload-gate';

const OURS = 'org_ours';
const REASON = reasonOf('discarded', { name: 'Somebody', reason: 'a test' });

/** Two people, or a person and a job, who decide on the same deliveries at the same time. */
describe('what somebody decides meanwhile', () => {
  let site: Site;
  let api: ReturnType<typeof adminApi>;

  beforeAll(async () => {
    site = await bootSite();
    api = adminApi(site);
  });
  afterAll(() => site?.destroy());

  const accept = (orgIds: string[] | null) =>
    api.put('/settings', { accept: orgIds && { orgIds } });
  const sent = async (delivery: WireDelivery): Promise<string> => {
    const { body } = await site.deliver(delivery);
    await site.settle();
    return body.data?.deliveryId ?? body.error?.details?.deliveryId ?? '';
  };
  /** Deliveries that were refused, and would be taken now. */
  const quarantined = async (...deliveries: WireDelivery[]): Promise<string[]> => {
    await accept([OURS]);
    const ids: string[] = [];
    for (const delivery of deliveries) ids.push(await sent(delivery));
    await accept(null);
    return ids;
  };
  const rowOf = async (id: string | undefined): Promise<DeliveryRow> => {
    const row = await ledgerOf(site.strapi).deliveries.find(id ?? '');
    if (!row) throw new Error(`no delivery ${id}`);
    return row;
  };
  const operations = () => site.strapi.plugin('article-receiver').service<Operations>('operations');
  const discardByHand = async (id = '') =>
    (await api.post(`/deliveries/${id}/discard`, { reason: 'a test' })).status;

  it('against a quarantined delivery holds for who read it before and takes it in', async () => {
    const delivery = makeDelivery();
    const [id] = await quarantined(delivery);
    const before = await rowOf(id);
    expect(await discardByHand(id)).toBe(200);
    expect(await redrive(site.strapi, before, { restoreDeleted: false })).toBe('quarantined');
    await site.settle();
    expect(await rowOf(id)).toMatchObject({
      state: 'quarantined',
      discardedAt: expect.any(Number) as number,
      reasonCode: 'discarded',
    });
    expect(await shownArticle(site, delivery.article.id, 'draft')).toBeNull();
    // Whoever sees that it was discarded, and wants it all the same, gets it.
    expect(await api.redrive(id ?? '')).toBe('pending');
    expect((await rowOf(id)).state).toBe('applied');
  });

  it('for a quarantined delivery holds for who read it before and discards it', async () => {
    const [id] = await quarantined(makeDelivery());
    const before = await rowOf(id);
    expect(await api.redrive(id ?? '')).toBe('pending');
    expect(await discard(site.strapi, before, REASON, 'Somebody')).toBe(false);
    expect(await rowOf(id)).toMatchObject({ state: 'applied', discardedAt: null });
    const { decisions } = (await api.get(`/deliveries/${id}`)).body as { decisions?: unknown[] };
    expect(decisions ?? []).toEqual([]);
  });

  it('for a quarantined delivery holds for who read it before and would not take it', async () => {
    const delivery = makeDelivery();
    const [id] = await quarantined(delivery);
    const before = await rowOf(id);
    expect(await api.redrive(id ?? '')).toBe('pending');
    await accept([OURS]);
    await redrive(site.strapi, before, { restoreDeleted: false });
    await accept(null);
    expect((await rowOf(id)).state).toBe('applied');
    expect(await shownArticle(site, delivery.article.id, 'draft')).not.toBeNull();
  });

  it('against a quarantined delivery holds while many are redriven', async () => {
    const ids = await quarantined(makeDelivery(), makeDelivery());
    const states: string[] = [];
    // The newest first; both are read by then.
    for await (const { state } of operations().redrive({ states: ['quarantined'] })) {
      if (states.length === 0) expect(await discardByHand(ids[0])).toBe(200);
      states.push(state);
    }
    expect(states).toEqual(['pending', 'quarantined']);
    expect(await rowOf(ids[0])).toMatchObject({ state: 'quarantined', reasonCode: 'discarded' });
  });
});

describe('a bulk redrive', () => {
  let site: Site;
  let api: ReturnType<typeof adminApi>;

  beforeAll(async () => {
    site = await bootSite();
    api = adminApi(site);
  });
  afterAll(() => site?.destroy());

  it('leaves what was discarded and what was left as it is', async () => {
    await api.put('/settings', { accept: { orgIds: [OURS] } });
    const strange = await site.deliver(makeDelivery());
    await api.put('/settings', { accept: null });
    const worded = makeDelivery({
      event: 'article.status_changed',
      article: { status: 'in_review' },
    });
    const parked = await site.deliver(worded);
    await site.settle();
    const discarded =
      strange.body.error?.details?.deliveryId ?? strange.body.data?.deliveryId ?? '';
    const left = parked.body.data?.deliveryId ?? '';
    expect((await api.delivery(left)).state).toBe('parked');
    const ids = { ids: [discarded, left], reason: 'a test' };
    expect((await api.post('/deliveries/leave', ids)).status).toBe(200);
    await site.settle();
    await api.put('/settings', { statusMap: { in_review: 'publish' } });

    const { redrive: redriveMany } = site.strapi
      .plugin('article-receiver')
      .service<Operations>('operations');
    for await (const result of redriveMany({})) expect(result.deliveryId).not.toBe('');
    await site.settle();
    expect(await api.delivery(discarded)).toMatchObject({ state: 'quarantined' });
    expect(await api.delivery(left)).toMatchObject({ left: { by: expect.any(String) as string } });
    expect(await shownArticle(site, worded.article.id, 'published')).toBeNull();
  });
});

describe('what somebody decides while the same article is being projected', () => {
  it('counts: what they left stays left', async () => {
    const site = await bootSite();
    try {
      const api = adminApi(site);
      const first = makeDelivery();
      await arrive(site, first);
      const word = nextDelivery(first, {
        event: 'article.status_changed',
        article: { status: 'in_limbo' },
      });
      const id = await arrive(site, word);
      expect((await api.delivery(id)).state).toBe('parked');
      const gate = holdUploads(site);
      const images = [await makeImage({ color: '#aabbcc' })];
      await site.deliver(nextDelivery(word, { event: 'article.ready', article: { images } }));
      await gate.reached;
      expect((await api.post(`/deliveries/${id}/leave`)).status).toBe(202);
      gate.open();
      await site.settle();
      expect(await api.delivery(id)).toMatchObject({ state: 'superseded', reasonCode: 'left' });
    } finally {
      await site.destroy();
    }
  });

  it('counts: an article moves into the language that they let it follow', async () => {
    const site = await bootSite({ types: OWN_TYPES, pluginConfig: { target: POST_TARGET } });
    try {
      const api = adminApi(site);
      const posts = ownPosts(site);
      await site.strapi
        .plugin('i18n')
        .service<{ create(locale: object): Promise<unknown> }>('locales')
        .create({ code: 'de', name: 'German (de)' });
      const first = makeDelivery({ article: { title: 'Feed', language: 'en' } });
      await posts.send(first);
      const { documentId } = await posts.draftOf(first);
      await posts.edit(documentId, { title: 'An editor’s' });
      const german = { title: 'Deutsch', language: 'de' };
      const id = await posts.send(nextDelivery(nextDelivery(first), { article: german }));
      expect((await api.delivery(id)).reasonCode).toBe('localeMoves');
      const gate = holdUploads(site);
      const images = [await makeImage({ color: '#0a0b0c' })];
      await site.deliver(nextDelivery(first, { article: { title: 'In between', images } }));
      await gate.reached;
      expect((await api.post(`/deliveries/${id}/redrive`)).status).toBe(202);
      gate.open();
      await site.settle();
      expect((await api.delivery(id)).state).toBe('applied');
      expect((await posts.find(first.article.id, 'draft', 'de'))?.documentId).toBe(documentId);
    } finally {
      await site.destroy();
    }
  });
});
