import { makeDelivery } from '../support/feed/deliveries';
import { ProcessSite } from '../support/site/process-site';

const DAY_MS = 24 * 60 * 60_000;

describe('a site whose environment names no time zone', () => {
  let site: ProcessSite;
  beforeAll(async () => {
    const plugin = { publishOnReady: 'planned', planned: { time: '09:00' } };
    site = await ProcessSite.create({ overlay: { plugin }, env: { TZ: '' } });
    await site.startWell();
  });
  afterAll(() => site?.destroy());

  it('takes planned days for those of UTC', async () => {
    const day = new Date(Date.now() + 2 * DAY_MS).toISOString().slice(0, 10);
    const { article } = makeDelivery();
    const contentPlan = { ...article.contentPlan, plannedForDate: day };
    const sent = await site.deliver(makeDelivery({ article: { status: 'draft', contentPlan } }));
    await site.client.settled();
    const { state, outcome } = await site.client.delivery(sent?.body.data?.deliveryId ?? '');
    expect(state).toBe('applied');
    expect(outcome).toContainEqual({ code: 'planned', at: `${day}T09:00:00.000Z` });
  });
});
