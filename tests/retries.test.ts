import { adminApi } from './support/admin-api';
import { makeDelivery } from './support/deliveries';
import { bootSite, type Site } from './support/site';
import { until } from './support/until';

const RETRY = { attempts: 5, firstDelayMs: 200, maxDelayMs: 60_000 };
/** Of the delay that is planned, the part that is there in any case. */
const LEAST = 0.5;

describe('a delivery that fails', () => {
  let site: Site;
  beforeAll(async () => {
    // A sweep comes too late for this test.
    site = await bootSite({ pluginConfig: { retry: RETRY, sweepIntervalMs: 60 * 60_000 } });
  });
  afterAll(() => site?.destroy());

  it('is tried again when its time comes, after pauses that double', async () => {
    site.strapi.db.lifecycles.subscribe({
      models: ['plugin::article-receiver.article'],
      beforeCreate: () => Promise.reject(new Error('the storage is on fire')),
    } as never);
    const { body } = await site.deliver(makeDelivery());
    const id = body.data?.deliveryId ?? '';
    const admin = adminApi(site);
    await until('the last try', async () => {
      const { state, nextAttemptAt } = await admin.delivery(id);
      return state === 'failed' && nextAttemptAt === null;
    });
    const { attempts } = await admin.delivery(id);
    const tries = [...attempts].reverse();
    expect(tries).toHaveLength(RETRY.attempts);
    const pauses = tries
      .slice(1)
      .map(({ startedAt }, n) => Date.parse(startedAt) - Date.parse(tries[n]?.startedAt ?? ''));
    // No earlier than planned; how much later is the machine's.
    const least = pauses.map((_, n) => RETRY.firstDelayMs * 2 ** n * LEAST);
    expect(pauses.map((pause, n) => pause >= (least[n] ?? 0))).toEqual(pauses.map(() => true));
  });
});
