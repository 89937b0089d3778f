import type { DecisionResult } from '../../src/plugins/article-receiver/shared/deliveries/deliveries';
import type { DryRun } from '../../src/plugins/article-receiver/shared/deliveries/jobs';
import type { SettingsAnswer } from '../../src/plugins/article-receiver/shared/settings/settings';
import { makeDelivery } from '../support/feed/deliveries';
import { ProcessSite } from '../support/site/process-site';
import { until } from '../support/until';
import { listenToWebhooks, type WebhookListener } from '../support/servers/webhook-listener';

const PARKED = 'article-receiver.parked';
const DELIVERIES = 8;

describe('two instances of a site', () => {
  let one: ProcessSite;
  let two: ProcessSite;
  let listener: WebhookListener;
  /** What webhooks of Strapi's were told, by delivery. */
  const told: string[] = [];

  const startBoth = async () => {
    await one.startWell();
    await two.startWell();
  };
  /** Sends deliveries to both in turn. @returns their ids. */
  const sendToBoth = async (article: object, event = 'article.status_changed') => {
    const ids: string[] = [];
    for (let n = 0; n < DELIVERIES; n += 1) {
      const answer = await (n % 2 === 0 ? one : two).deliver(makeDelivery({ event, article }));
      ids.push(answer?.body.data?.deliveryId ?? '');
    }
    return ids;
  };
  const statesOf = async (ids: readonly string[]) =>
    Promise.all(ids.map(async (id) => (await one.client.delivery(id)).state));

  beforeAll(async () => {
    listener = await listenToWebhooks((body) => {
      const { all } = JSON.parse(body) as { all: { delivery: { deliveryId: string } }[] };
      told.push(...all.map(({ delivery }) => delivery.deliveryId));
    });
    one = await ProcessSite.create({ overlay: { plugin: { sweepIntervalMs: 500 } } });
    two = await one.instance();
    await startBoth();
    // Sessions first: on SQLite, Strapi's registration does not wait for others who write.
    await one.client.status();
    await two.client.status();
  });
  afterAll(async () => {
    await two?.kill();
    await one?.destroy();
    listener?.close();
  });

  it('both show a setting as soon as one of them was told', async () => {
    const shownBy = (site: ProcessSite) =>
      site.client.admin<SettingsAnswer>('GET', '/article-receiver/settings');
    for (const perMinute of [1_000, 2_000, 3_000]) {
      await one.client.admin('PUT', '/article-receiver/settings', { rateLimit: { perMinute } });
      expect((await shownBy(two)).values.rateLimit).toEqual({ perMinute });
    }
    await one.client.admin('PUT', '/article-receiver/settings', { rateLimit: null });
    expect((await shownBy(two)).values.rateLimit).toBeNull();
  });

  it('both go by a setting soon after one of them was told', async () => {
    const large = { filler: 'x'.repeat(4_000) };
    expect((await two.deliver({ ...makeDelivery(), ...large }))?.status).toBe(202);
    await one.client.admin('PUT', '/article-receiver/settings', { maxBodyBytes: 3_000 });
    expect((await one.deliver({ ...makeDelivery(), ...large }))?.status).toBe(413);
    await until('the other instance to notice', async () => {
      return (await two.deliver({ ...makeDelivery(), ...large }))?.status === 413;
    });
    await one.client.admin('PUT', '/article-receiver/settings', { maxBodyBytes: null });
  });

  it('both say by the settings of now what a rebuild would do', async () => {
    expect((await one.deliver(makeDelivery()))?.status).toBe(202);
    await one.client.settled();
    for (const publishOnReady of [true, false, true, false]) {
      await one.client.admin('PUT', '/article-receiver/settings', { publishOnReady });
      const { data } = await two.client.admin<{ data: DryRun }>(
        'POST',
        '/article-receiver/rebuild',
        { dryRun: true },
      );
      expect(data.publish > 0).toBe(publishOnReady);
    }
  });

  it('both take in what the settings of now accept, also what they had refused before', async () => {
    const another = () => makeDelivery({ orgId: 'org_another' });
    const idOf = async (site: ProcessSite) =>
      (await site.deliver(another()))?.body.data?.deliveryId;
    const accept = async (orgIds: string[] | null) => {
      await one.client.admin('PUT', '/article-receiver/settings', { accept: { orgIds } });
    };
    await accept(['org_of_the_site']);
    // The settings page asks for them anew.
    await two.client.admin('GET', '/article-receiver/settings');
    const refused = (await idOf(two)) ?? '';
    expect((await one.client.delivery(refused)).state).toBe('quarantined');
    await accept(null);
    const taken = (await idOf(two)) ?? '';
    const path = `/article-receiver/deliveries/${refused}/redrive`;
    await accept(['org_of_the_site']);
    await two.client.admin('GET', '/article-receiver/settings');
    await accept(null);
    expect(await two.client.admin('POST', path)).toMatchObject({ state: 'pending' });
    await one.client.settled();
    expect(await statesOf([refused, taken])).toEqual(['applied', 'applied']);
  });

  it('both go by a decision on a status word, and park nothing again', async () => {
    const ids = await sendToBoth({ status: 'in_translation' });
    await until('all to be parked', async () =>
      (await statesOf(ids)).every((state) => state === 'parked'),
    );
    const path = `/article-receiver/deliveries/${ids[0]}/decide`;
    const result = await two.client.admin<DecisionResult>('POST', path, { effect: 'draft' });
    expect(result).toMatchObject({ word: 'in_translation', redriven: DELIVERIES });
    await one.client.settled();
    expect(new Set(await statesOf(ids))).toEqual(new Set(['applied']));
  });

  it('together tell once of each change', async () => {
    const webhook = { name: 'Alerts', url: listener.url, headers: {}, events: [PARKED] };
    await one.client.admin('POST', '/admin/webhooks', webhook);
    // Strapi reads its webhooks at start.
    await one.stop();
    await two.stop();
    await startBoth();
    told.length = 0;

    const ids = await sendToBoth({}, 'article.unheard_of');
    await until('all to be told of', () => ids.every((id) => told.includes(id)));
    const last = await sendToBoth({}, 'article.unheard_of_too');
    await until('the next to be told of', () => last.every((id) => told.includes(id)));
    // What was parked before, and not yet told of when both stopped, is told after their start.
    const sent = [...ids, ...last];
    expect(told.filter((id) => sent.includes(id)).sort()).toEqual(sent.sort());
  });
});
