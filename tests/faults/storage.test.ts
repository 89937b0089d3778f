import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { censusOf } from '../support/articles/census';
import { makeDelivery, nextDelivery } from '../support/feed/deliveries';
import { makeImage } from '../support/feed/images';
import { ProcessSite } from '../support/site/process-site';
import { until } from '../support/until';

const ATTEMPTS = 3;
const UPLOAD_TIMEOUT_MS = 3_000;
const RETRY = { attempts: ATTEMPTS, firstDelayMs: 100, maxDelayMs: 400 };

let colour = 0;

/** A published article with a hero that no other has. */
async function withHero(title: string) {
  colour += 1;
  const color = `#${colour.toString(16).padStart(6, '0')}`;
  const hero = await makeImage({ width: 600, height: 400, color }, { kind: 'hero' });
  return makeDelivery({
    event: 'article.status_changed',
    article: { title, status: 'published', heroImageUrl: hero.url, images: [hero] },
  });
}

describe('a site whose storage fails', () => {
  let site: ProcessSite;
  let faults: string;

  const storage = (fault: object) => writeFile(faults, JSON.stringify(fault));
  const heal = () => rm(faults, { force: true });

  async function send(body: object): Promise<string> {
    const answer = await site.deliver(body);
    expect(answer?.status).toBe(202);
    return answer?.body.data?.deliveryId ?? '';
  }

  const stateOf = async (id: string) => (await site.client.delivery(id)).state;

  const givenUp = (id: string) =>
    until('the receiver to give up', async () => {
      const { state, nextAttemptAt } = await site.client.delivery(id);
      return state === 'failed' && nextAttemptAt === null;
    });

  beforeAll(async () => {
    site = await ProcessSite.create({
      overlay: {
        plugin: {
          retry: RETRY,
          sweepIntervalMs: 1_000,
          images: { uploadTimeoutMs: UPLOAD_TIMEOUT_MS },
        },
        upload: { provider: 'unreliable-storage' },
        extension: join(__dirname, '..', 'support', 'sites', 'short-titles.js'),
      },
    });
    faults = join(site.directory, 'faults.json');
    await site.startWell({ UPLOAD_FAULTS: faults });
  });
  afterEach(async () => {
    await heal();
    expect(site.isRunning).toBe(true);
    expect(site.output).not.toMatch(/unhandled/i);
  });
  afterAll(() => site.destroy());

  it('says why, tries again, and has the article once the storage works', async () => {
    await storage({ fail: 'the bucket is closed', afterFiles: 1 });
    const delivery = await withHero('Bucket');
    const id = await send(delivery);
    await until('the first failure', async () => (await stateOf(id)) === 'failed');
    const reason = 'The site could not store an image. (the bucket is closed)';
    expect(await site.client.delivery(id)).toMatchObject({ reason });
    expect(site.output).toContain(
      `the projection of ${delivery.article.id} (${id}) failed: ${reason}`,
    );
    await heal();
    await site.client.settled();
    expect(await site.client.delivery(id)).toMatchObject({ state: 'applied', reason: null });
  });

  it('gives up in the end, and waits for a redrive', async () => {
    await storage({ fail: 'ENOSPC: no space left on device, write', code: 'ENOSPC' });
    const id = await send(await withHero('Full disk'));
    await givenUp(id);
    const { reason, attempts } = await site.client.delivery(id);
    expect(reason).toBe(
      'The disk or the storage is full. (ENOSPC: no space left on device, write)',
    );
    expect(attempts.map(({ outcome }) => outcome)).toEqual(Array(ATTEMPTS).fill('failed'));

    await heal();
    await site.client.redrive(id);
    await site.client.settled();
    expect(await stateOf(id)).toBe('applied');
  });

  it('goes on with other articles meanwhile', async () => {
    await storage({ fail: 'the bucket is closed' });
    const stuck = await send(await withHero('Stuck'));
    const others = [makeDelivery(), makeDelivery(), makeDelivery()];
    const ids = await Promise.all(others.map(send));
    await until('the others', async () => {
      const states = await Promise.all(ids.map(stateOf));
      return states.every((state) => state === 'applied');
    });
    expect(await stateOf(stuck)).not.toBe('applied');
    await givenUp(stuck);
    await heal();
    await site.client.redrive(stuck);
    await site.client.settled();
  });

  it('shows a newer delivery though an older one cannot be put in place', async () => {
    await storage({ fail: 'the bucket is closed' });
    const first = await withHero('Older');
    const older = await send(first);
    await givenUp(older);
    const newer = await send(
      nextDelivery(first, { article: { title: 'Newer', heroImageUrl: '', images: [] } }),
    );
    await until('the newer one', async () => (await stateOf(newer)) === 'applied');
    expect(await site.client.delivery(older)).toMatchObject({
      state: 'failed',
      reason: 'The site could not store an image. (the bucket is closed)',
    });
    await heal();
    await site.client.redrive(older);
    await site.client.settled();
    expect([await stateOf(older), await stateOf(newer)]).toEqual(['superseded', 'applied']);
  });

  it('goes on with other articles while it does not answer, and with this one in the end', async () => {
    await storage({ hang: true });
    const stuck = await send(await withHero('Hanging'));
    const other = await send(makeDelivery());
    await until('the other', async () => (await stateOf(other)) === 'applied');
    await until('the end of its patience', async () => (await stateOf(stuck)) === 'failed');
    expect(await site.client.delivery(stuck)).toMatchObject({
      reason: `The storage did not take the image within ${UPLOAD_TIMEOUT_MS} ms.`,
    });
    await heal();
    // What hangs never ends; it loses its claim all the same.
    await site.client.settled();
    expect(await stateOf(stuck)).toBe('applied');
  });

  it('says once what the site refuses, and takes the next delivery', async () => {
    const refused = makeDelivery({
      article: { title: 'A title that is longer than this site likes' },
    });
    const id = await send(refused);
    const planned = async () => (await site.client.delivery(id)).nextAttemptAt;
    await until('it to be refused', async () => (await stateOf(id)) === 'failed');
    const first = await planned();
    await until('another look at it', async () => (await planned()) !== first);
    expect(await site.client.delivery(id)).toMatchObject({
      state: 'failed',
      reason: expect.stringMatching(/^The site refused the content\. \(.*title/),
      attempts: [{ outcome: 'failed' }],
    });
    const next = await send(nextDelivery(refused, { article: { title: 'A short title' } }));
    await site.client.settled();
    expect([await stateOf(id), await stateOf(next)]).toEqual(['superseded', 'applied']);
  });

  it('has no file twice in the end, and none that belongs to nothing', async () => {
    const { files, onDisk } = await censusOf(site);
    expect(onDisk).toEqual(files);
    expect(new Set(files).size).toBe(files.length);
  });
});
