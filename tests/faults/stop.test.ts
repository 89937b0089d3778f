import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { censusOf } from '../support/articles/census';
import { makeDelivery } from '../support/feed/deliveries';
import { makeImage } from '../support/feed/images';
import { noiseOf } from '../support/feed/noise';
import { slowPost } from '../support/servers/slow-request';
import { ProcessSite } from '../support/site/process-site';
import { until } from '../support/until';

const ARTICLES = 8;

async function burst() {
  return Promise.all(
    Array.from({ length: ARTICLES }, async (_, n) => {
      const hero = await makeImage({
        format: 'jpeg',
        width: 1_200,
        height: 800,
        color: `#0000${(16 + n).toString(16)}`,
      });
      return makeDelivery({
        event: 'article.status_changed',
        article: {
          title: `Article ${n}`,
          slug: `article-${n}`,
          status: 'published',
          heroImageUrl: hero.url,
          images: [hero],
        },
      });
    }),
  );
}

describe('a site that is stopped', () => {
  let site: ProcessSite;
  afterEach(() => site.destroy());

  async function expectWhole(): Promise<void> {
    await site.startWell();
    await site.client.settled();
    const census = await censusOf(site);
    expect(census.published).toHaveLength(ARTICLES);
    expect(census.drafts).toEqual(census.published);
    expect(census.assets).toHaveLength(ARTICLES);
    expect(census.onDisk).toEqual(census.files);
    expect(census.deliveries.filter((line) => !line.endsWith(' applied null'))).toEqual([]);
  }

  it('in the middle of a burst leaves nothing half done, and makes no noise', async () => {
    site = await (await ProcessSite.create()).startWell();
    await site.client.status();
    for (const delivery of await burst()) {
      expect((await site.deliver(delivery))?.status).toBe(202);
    }
    await until('some of the work', async () => (await site.client.status()).counts.applied > 1);
    expect(await site.stop()).toEqual({ code: 0, signal: null });
    expect(site.output).toMatch(/Strapi has been shut down/);
    expect(noiseOf(site.output)).not.toMatch(/error|warn|unhandled/i);
    await expectWhole();
  });

  it('takes in what is on its way, and lets nobody else in', async () => {
    site = await (await ProcessSite.create()).startWell();
    const body = Buffer.from(JSON.stringify(makeDelivery()));
    const { request, answer } = slowPost(site.webhook(), { expect: '100-continue' });
    await once(request, 'continue');
    request.write(body.subarray(0, 100));
    const stopped = site.stop();
    await until('the site to let nobody in', async () => !(await site.client.isHealthy()));
    request.end(body.subarray(100));
    expect((await answer).status).toBe(202);
    expect(await stopped).toEqual({ code: 0, signal: null });
    expect(noiseOf(site.output)).not.toMatch(/error|warn|unhandled/i);
    await site.startWell();
    await site.client.settled();
    expect((await site.client.status()).counts.applied).toBe(1);
  });

  it('does not wait for a storage that does not answer', async () => {
    site = await ProcessSite.create({
      overlay: { upload: { provider: 'unreliable-storage' } },
      env: {},
    });
    const faults = join(site.directory, 'faults.json');
    await writeFile(faults, JSON.stringify({ hang: true, afterFiles: 7 }));
    await site.startWell({ UPLOAD_FAULTS: faults });
    for (const delivery of await burst()) {
      expect((await site.deliver(delivery))?.status).toBe(202);
    }
    await until('some of the work', async () => (await site.client.status()).counts.applied > 0);
    expect(await site.stop()).toEqual({ code: 0, signal: null });
    expect(noiseOf(site.output)).not.toMatch(/error|unhandled/i);
    await rm(faults);
    // What was uploaded when it stopped is held until it lapses.
    await site.letClaimsLapse();
    await expectWhole();
  });
});
