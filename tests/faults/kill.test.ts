import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { censusOf } from '../support/articles/census';
import type { WireDelivery } from '../support/feed/deliveries';
import { ProcessSite } from '../support/site/process-site';
import { until } from '../support/until';
import { makeHistory } from './history';

type Census = Awaited<ReturnType<typeof censusOf>>;

/**
 * The debug points on a delivery's way, in their order. What is in the middle of an upload is
 * killed by the storage itself, below.
 */
const POINTS = [
  ['the append commits', 'before-append:2'],
  ['the answer goes out, the append being committed', 'after-append:2'],
  ['an uploaded image is recorded', 'after-upload'],
  ['the content is written, the image being recorded', 'after-record'],
  ['the content is written, all else being in place', 'before-content'],
  ['the first article is published, its content being written', 'before-publication:2'],
  ['the outcome of a publication is recorded', 'before-outcome:2'],
  ['a publication is committed', 'before-commit:2'],
  ['anything else happens, a publication being committed', 'after-commit:2'],
] as const;

const UPLOADS = { upload: { provider: 'unreliable-storage' } };

describe('a site that is killed', () => {
  let history: WireDelivery[];
  /** What a site ends up with that nothing happens to. */
  let undisturbed: Census;
  let site: ProcessSite;

  /** One after the other, each projected before the next comes, so that every point is passed. */
  async function sendAll(): Promise<string[]> {
    const acknowledged: string[] = [];
    for (const delivery of history) {
      const answer = await site.deliver(delivery);
      if (!answer) return acknowledged;
      expect([200, 202]).toContain(answer.status);
      acknowledged.push(answer.body.data?.deliveryId ?? '');
      if (!(await settledOrGone())) return acknowledged;
    }
    return acknowledged;
  }

  /** A connection breaks off a moment before the process is known to be gone. */
  async function settledOrGone(): Promise<boolean> {
    try {
      await site.client.settled();
      return true;
    } catch {
      await until('the process to be gone', () => !site.isRunning);
      return false;
    }
  }

  /** The site dies on the way, is started again, and the sender sends what was not acknowledged. */
  async function survive(env: Record<string, string>, whenGone?: () => Promise<void>) {
    await site.startWell(env);
    const acknowledged = await sendAll();
    expect(await site.gone()).toEqual({ code: null, signal: 'SIGKILL' });
    await whenGone?.();

    await site.startWell();
    const kept = (await site.client.deliveries()).map(({ deliveryId }) => deliveryId);
    expect(kept).toEqual(expect.arrayContaining(acknowledged));
    await site.client.settled();
    await sendAll();
    expect(await censusOf(site)).toEqual(undisturbed);
  }

  beforeAll(async () => {
    history = await makeHistory();
    site = await (await ProcessSite.create()).startWell();
    await sendAll();
    undisturbed = await censusOf(site);
    await site.destroy();
  });
  afterEach(() => site.destroy());

  it('has a history to lose', () => {
    expect(undisturbed.published).toHaveLength(2);
    expect(undisturbed.drafts).toHaveLength(2);
    expect(undisturbed.assets).toHaveLength(3);
    expect(undisturbed.files).toEqual(undisturbed.onDisk);
    expect(undisturbed.files.length).toBeGreaterThan(4);
  });

  it.each(POINTS)('before %s loses and doubles nothing', async (_, point) => {
    site = await ProcessSite.create();
    await survive({ ARTICLE_RECEIVER_KILL_AT: point });
  });

  it.each([1, 3])('after %i files of an image loses and doubles nothing', async (afterFiles) => {
    site = await ProcessSite.create({ overlay: UPLOADS });
    const faults = join(site.directory, 'faults.json');
    await writeFile(faults, JSON.stringify({ kill: true, afterFiles }));
    // In the cases above, the claim of the image lapses by itself.
    await survive({ UPLOAD_FAULTS: faults }, () => site.letClaimsLapse());
  });
});
