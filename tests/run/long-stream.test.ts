import type { JobSummary } from '../../src/plugins/article-receiver/shared/deliveries/jobs';
import { makeDelivery, nextDelivery, type WireDelivery } from '../support/feed/deliveries';
import { ProcessSite } from '../support/site/process-site';
import { until } from '../support/until';

jest.setTimeout(300_000);

const MIB = 1024 * 1024;

/** All of them together are more than the heap has room for; each by itself is not. */
const DELIVERIES = 90;
const TEXT = 4 * MIB;
const HEAP = DELIVERIES * TEXT;

/** Deliveries of one article, each with a long text of its own. */
function story(): WireDelivery[] {
  const first = makeDelivery();
  const { llmTxt, ...files } = first.article.files;
  return Array.from({ length: DELIVERIES }, (_, n) => {
    const content = `${n} `.repeat(TEXT / `${n} `.length);
    return nextDelivery(first, {
      article: { files: { ...files, llmTxt: { ...llmTxt, content } } },
    });
  });
}

describe('an article with more deliveries than fit into memory', () => {
  let site: ProcessSite;
  beforeAll(async () => {
    site = await ProcessSite.create();
  });
  afterAll(() => site?.destroy());

  /** Waits for something, or for the end of the process. */
  const untilDone = async (what: string, isDone: () => Promise<boolean>): Promise<void> => {
    await until(what, async () => !site.isRunning || (await isDone().catch(() => false)));
    expect(site.isRunning).toBe(true);
  };

  it('is projected where they waited while nobody worked, and again by a rebuild', async () => {
    await site.startWell({ ARTICLE_RECEIVER_WORK: 'false' });
    for (const delivery of story()) expect((await site.deliver(delivery))?.status).toBe(202);
    await site.stop();

    await site.startWell({ NODE_OPTIONS: `--max-old-space-size=${HEAP / MIB}` });
    const { client } = site;
    const counts = async () => (await client.status()).counts;
    await untilDone('its projection', async () => (await counts()).pending === 0);
    expect(await counts()).toMatchObject({ applied: 1, superseded: DELIVERIES - 1 });

    await client.admin('POST', '/article-receiver/rebuild', {});
    const job = async () =>
      (await client.admin<{ data: JobSummary }>('GET', '/article-receiver/rebuild')).data;
    await untilDone('the rebuild', async () => (await job()).state === 'done');
    expect(await job()).toMatchObject({ done: DELIVERIES, failed: 0 });
  });
});
