import { streamKeyOf } from '../../src/plugins/article-receiver/server/src/read-delivery/identity';
import { ledgerOf } from '../../src/plugins/article-receiver/server/src/ledger/ledger';
import type { JobSummary } from '../../src/plugins/article-receiver/shared/deliveries/jobs';
import { adminApi } from '../support/people/admin-api';
import { makeDelivery } from '../support/feed/deliveries';
import { arrive } from '../support/feed/event-log';
import { logLines } from '../support/log-lines';
import { bootSite, type Site } from '../support/site/site';
import { until } from '../support/until';

const INTEREST = 'plugin::article-receiver.slug-interest';

/** No deliveries are known that lead there; a fault, or an extension of the site, may. */
describe('a slug that changes hands without an end', () => {
  let site: Site;
  beforeAll(async () => {
    site = await bootSite();
  });
  afterAll(() => site?.destroy());

  it('is named in the log, and what comes after slugs gets its turn', async () => {
    const admin = adminApi(site);
    const delivery = makeDelivery();
    await arrive(site, delivery);
    const streamKey = streamKeyOf(delivery.article.id);
    const { slugs } = ledgerOf(site.strapi);
    await slugs.watch(streamKey, [{ slug: 'contested', wasKnown: false }]);
    // As soon as it is settled, it changes hands again.
    const again = () => slugs.mark(streamKey, 'contested');
    let isEndless = true;
    site.strapi.db.lifecycles.subscribe({
      models: [INTEREST],
      afterUpdateMany: async ({ params }) => {
        if (isEndless && params.data.mark === null) await again();
      },
    });

    const lines = await logLines(site, async () => {
      await again();
      expect((await admin.post('/rebuild', {})).status).toBe(202);
      const state = async () => ((await admin.get('/rebuild')).body.data as JobSummary).state;
      await until('the rebuild', async () => (await state()) === 'done').finally(() => {
        isEndless = false;
      });
      await site.settle();
    });
    const said = lines.filter((line) => line.includes('keep handing slugs to each other'));
    expect(said).toHaveLength(1);
    expect(said[0]).toContain('(contested)');
  });
});
