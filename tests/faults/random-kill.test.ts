import fc from 'fast-check';
import { setTimeout as sleep } from 'node:timers/promises';
import { censusOf } from '../support/articles/census';
import { makeDelivery, nextDelivery, type WireDelivery } from '../support/feed/deliveries';
import { makeImage } from '../support/feed/images';
import { ProcessSite } from '../support/site/process-site';

const ARTICLES = 6;
/** How many deliveries are on their way at once. */
const SENDERS = 3;
/** Longest life of the site before it is killed again, counted from its first answer. */
const MAX_LIFE_MS = 3_000;
const KILLS = 4;

const lives = fc.array(fc.integer({ min: 0, max: MAX_LIFE_MS }), {
  minLength: KILLS,
  maxLength: KILLS,
});

/** Each article is delivered, published and revised; two share each image. */
async function burst(): Promise<WireDelivery[]> {
  const histories = await Promise.all(
    Array.from({ length: ARTICLES }, async (_, n) => {
      const color = `#00${(10 + Math.floor(n / 2)).toString(16).padStart(2, '0')}00`;
      const hero = await makeImage({ format: 'jpeg', width: 800, height: 600, color });
      const first = makeDelivery({
        article: {
          title: `Article ${n}`,
          slug: `article-${n}`,
          heroImageUrl: hero.url,
          images: [hero],
        },
      });
      const published = nextDelivery(first, {
        event: 'article.status_changed',
        article: { status: 'published' },
      });
      const revised = nextDelivery(published, {
        event: 'article.ready',
        article: { title: `Article ${n}, revised`, status: 'draft' },
      });
      return [first, published, revised];
    }),
  );
  // In rounds, so that each article has several runs.
  return [0, 1, 2].flatMap((round) => histories.flatMap((history) => history[round] ?? []));
}

describe('a site that is killed at random', () => {
  let deliveries: WireDelivery[];

  beforeAll(async () => {
    deliveries = await burst();
  });

  /** Sends everything until it is acknowledged, whatever happens to the site. */
  async function sendAll(
    site: ProcessSite,
    acknowledged: Set<string>,
    signal: AbortSignal,
  ): Promise<void> {
    const left = [...deliveries];
    const sender = async () => {
      for (let next = left.shift(); next; next = left.shift()) {
        let answer = await site.deliver(next);
        while (answer?.status !== 200 && answer?.status !== 202) {
          if (signal.aborted) return;
          await sleep(50);
          answer = await site.deliver(next);
        }
        acknowledged.add(answer.body.data?.deliveryId ?? '');
      }
    };
    await Promise.all(Array.from({ length: SENDERS }, sender));
  }

  it('has all that it acknowledged, once', async () => {
    await fc.assert(
      fc.asyncProperty(lives, async (milliseconds) => {
        const site = await ProcessSite.create();
        const acknowledged = new Set<string>();
        const over = new AbortController();
        try {
          await site.startWell();
          const sent = sendAll(site, acknowledged, over.signal);
          for (const life of milliseconds) {
            await sleep(life);
            await site.kill();
            const before = [...acknowledged];
            await site.startWell();
            const kept = (await site.client.deliveries()).map(({ deliveryId }) => deliveryId);
            expect(kept).toEqual(expect.arrayContaining(before));
          }
          await sent;
          await site.client.settled();

          const census = await censusOf(site);
          expect(census.drafts).toHaveLength(ARTICLES);
          expect(census.drafts.every((draft) => draft.includes(', revised'))).toBe(true);
          expect(census.published).toHaveLength(ARTICLES);
          expect(census.published.some((version) => version.includes(', revised'))).toBe(false);
          expect(census.deliveries).toHaveLength(deliveries.length);
          expect(census.campaigns).toHaveLength(ARTICLES);
          expect(census.tags).toEqual(['coffee']);
          expect(census.assets).toHaveLength(ARTICLES);
          expect(census.onDisk).toEqual(census.files);
          expect(new Set(census.files).size).toBe(census.files.length);
        } finally {
          over.abort();
          await site.destroy();
        }
      }),
      { numRuns: 1 },
    );
  });
});
