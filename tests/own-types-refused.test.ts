import { rm } from 'node:fs/promises';
import { adminApi } from './support/admin-api';
import { makeDelivery, nextDelivery, type WireDelivery } from './support/deliveries';
import { NOTE, NOTE_TARGET, ownTypesWith } from './support/own-types';
import { bootSite, type Site } from './support/site';
import { until } from './support/until';

const DELIVERY = 'plugin::article-receiver.delivery';

describe('what a type without drafts refuses', () => {
  let site: Site;
  let types: string;
  let api: ReturnType<typeof adminApi>;

  beforeAll(async () => {
    types = await ownTypesWith('note', {
      headline: { unique: true },
      remark: { required: true },
      points: { type: 'component', component: 'shared.point', repeatable: true, min: 2 },
    });
    const points = { each: 'keyTakeaways', fields: { text: 'item' } };
    const fields = { ...NOTE_TARGET.fields, remark: 'description', points };
    site = await bootSite({ types, pluginConfig: { target: { ...NOTE_TARGET, fields } } });
    api = adminApi(site);
  });
  afterAll(async () => {
    await site?.destroy();
    await rm(types, { recursive: true, force: true });
  });

  const notes = () => site.strapi.documents(NOTE as never);

  const noteOf = async ({ article }: WireDelivery) =>
    (await notes().findFirst({
      filters: { address: article.slug },
      populate: { points: true },
    } as never)) as {
      documentId: string;
      headline: string;
      remark: string;
      points: { text: string }[];
    } | null;

  async function send(delivery: object): Promise<string> {
    const { status, body } = await site.deliver(delivery);
    expect(status).toBe(202);
    await site.settle();
    return body.data?.deliveryId ?? '';
  }

  /** Lets the time come at which a delivery is looked at again. */
  async function itsTimeComes(deliveryId: string): Promise<void> {
    await site.strapi.db
      .query(DELIVERY)
      .updateMany({ where: { deliveryId }, data: { nextAttemptAt: Date.now() - 1 } });
    site.strapi.plugin('article-receiver').service<{ kick(): void }>('runner').kick();
  }

  it('waits with the field named, is written down once, and goes on once it is put right', async () => {
    const article = { title: 'There can be only one', description: 'Said.' };
    const first = makeDelivery({ article });
    await send(first);
    const second = makeDelivery({ article });
    const id = await send(second);
    const refused = await api.delivery(id);
    expect(refused).toMatchObject({ state: 'failed', reasonCode: 'siteTaken' });
    expect(refused.reason).toContain('headline');
    expect(Date.parse(refused.nextAttemptAt ?? '')).toBeGreaterThan(Date.now());
    expect(refused.attempts).toHaveLength(1);

    await itsTimeComes(id);
    await until('another look', async () => {
      const { nextAttemptAt } = await api.delivery(id);
      return Date.parse(nextAttemptAt ?? '') > Date.now();
    });
    expect((await api.delivery(id)).attempts).toHaveLength(1);

    const { documentId = '' } = (await noteOf(first)) ?? {};
    await notes().update({ documentId, data: { headline: 'Another one' } } as never);
    await itsTimeComes(id);
    await until('it to be applied', async () => (await api.delivery(id)).state === 'applied');
    expect(await noteOf(second)).toMatchObject({ headline: article.title });
  });

  it('says what is empty, leaves what is there, and stops nothing that is newer', async () => {
    const first = makeDelivery({ article: { description: 'There.' } });
    await send(first);
    const second = nextDelivery(first, { article: { title: 'Lacks', description: '' } });
    const id = await send(second);
    expect(await api.delivery(id)).toMatchObject({
      state: 'failed',
      reasonCode: 'siteLacks',
      reason: expect.stringContaining('remark') as string,
    });
    expect(await noteOf(first)).toMatchObject({ headline: first.article.title, remark: 'There.' });
    await send(nextDelivery(second, { article: { title: 'Goes on', description: 'Again.' } }));
    expect(await noteOf(first)).toMatchObject({ headline: 'Goes on', remark: 'Again.' });
    expect((await api.delivery(id)).state).toBe('superseded');
  });

  it('is left out where it is a list that is too short, and costs nothing else', async () => {
    const first = makeDelivery({ article: { keyTakeaways: ['One', 'Two'] } });
    await send(first);
    expect((await noteOf(first))?.points).toMatchObject([{ text: 'One' }, { text: 'Two' }]);
    const article = { title: 'With one alone', keyTakeaways: ['One'] };
    const { state, issues } = await api.delivery(await send(nextDelivery(first, { article })));
    expect(state).toBe('applied');
    expect(JSON.stringify(issues)).toContain('points takes 2 at least; it was left out');
    expect(await noteOf(first)).toMatchObject({ headline: 'With one alone', points: [] });
  });
});
