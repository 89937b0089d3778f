import { join } from 'node:path';
import { makeDelivery } from '../support/feed/deliveries';
import { deliveryDetail } from '../support/feed/event-log';
import { quietly } from '../support/log-lines';
import { bootSite, type Site } from '../support/site/site';
import { until } from '../support/until';

const ARTICLE = 'plugin::article-receiver.article';

describe('a site with a middleware of its own for the Document Service', () => {
  let site: Site;

  beforeAll(async () => {
    const index = join(__dirname, '..', 'support', 'sites', 'hanging-middleware.js');
    const retry = { attempts: 1 };
    site = await bootSite({ index, pluginConfig: { writeTimeoutMs: 3_000, retry } });
  });
  afterAll(() => site?.destroy());

  const send = async (title: string): Promise<string> => {
    const { body } = await site.deliver(makeDelivery({ article: { title } }));
    return body.data?.deliveryId ?? '';
  };
  const stateOf = async (id: string) => (await deliveryDetail(site, id)).state;
  const titled = (title: string) =>
    site.strapi.db.query(ARTICLE).count({ where: { title, publishedAt: null } });

  it('that waits for ever, goes on without that article, and says why', async () => {
    const waiting = site.strapi.get<(() => void)[]>('waiting');
    await quietly(site, async () => {
      const stuck = await send('Waits for ever');
      await until('the middleware to wait', () => waiting.length === 1);
      const next = await send('Comes next');
      await until('the next one', async () => (await stateOf(next)) === 'applied');
      expect(await deliveryDetail(site, stuck)).toMatchObject({
        state: 'failed',
        reasonCode: 'writeSlow',
        reason: expect.stringMatching(/longer than 3 seconds\. Code of the site’s own/),
      });
    });

    // What comes too late changes nothing.
    for (const goOn of waiting.splice(0)) goOn();
    const after = await send('Comes afterwards');
    await until('the last one', async () => (await stateOf(after)) === 'applied');
    expect(await titled('Waits for ever')).toBe(0);
  });

  it('that forgets to return what was written, says so', async () => {
    const id = await quietly(site, async () => {
      const sent = await send('Forgets');
      await until('the failure', async () => (await stateOf(sent)) === 'failed');
      return sent;
    });
    expect(await deliveryDetail(site, id)).toMatchObject({
      reasonCode: 'writeUnanswered',
      reason: expect.stringContaining('has to return what next() gives'),
    });
    expect(await titled('Forgets')).toBe(0);
  });
});
