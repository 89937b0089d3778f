import { censusOf } from '../support/articles/census';
import { databaseKind } from '../support/databases/database';
import { makeDelivery, nextDelivery, type WireDelivery } from '../support/feed/deliveries';
import { makeImage } from '../support/feed/images';
import { ProcessSite } from '../support/site/process-site';
import { until } from '../support/until';

const ARTICLES = 5;
/** How many senders each instance has at once. */
const SENDERS = 3;
/** An instance finds what another left behind within this time. */
const SWEEP_MS = 500;

interface AttemptsOf {
  attempts: { outcome: string; changes: string[] }[];
}

/**
 * Articles that want the same slug, in the same campaign, with the same tags and images: all that
 * two instances could both find missing. Each is delivered, published and revised.
 */
async function burst(): Promise<WireDelivery[][]> {
  const hero = await makeImage({ format: 'jpeg', width: 800, height: 600 }, { kind: 'hero' });
  const shared = makeDelivery().article;
  return Array.from({ length: ARTICLES }, (_, n) => {
    const first = makeDelivery({
      article: {
        title: `Same slug ${n}`,
        slug: 'same-slug',
        campaignId: shared.campaignId,
        campaign: shared.campaign,
        tags: ['C', 'C++', 'coffee'],
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
      article: { title: `Same slug ${n}, revised`, status: 'draft' },
    });
    return [first, published, revised];
  });
}

describe('two instances of a site on one database', () => {
  let one: ProcessSite;
  let two: ProcessSite;

  beforeAll(async () => {
    const plugin = { sweepIntervalMs: SWEEP_MS, maxBodyBytes: 512 * 1024 * 1024 };
    one = await ProcessSite.create({ overlay: { plugin } });
    await one.startWell();
    two = await one.instance();
    await two.startWell();
  });
  afterAll(async () => {
    await two?.kill();
    await one?.destroy();
  });

  it('say at boot where the database takes less than the webhook', () => {
    const warned = one.output.includes('max_allowed_packet');
    expect(warned).toBe(databaseKind() === 'mysql');
  });

  it('lose nothing and double nothing when both get everything at once', async () => {
    const histories = await burst();
    const deliveries = [0, 1, 2].flatMap((round) => histories.flatMap((all) => all[round] ?? []));
    const outcomes: string[] = [];
    const send = async (site: ProcessSite) => {
      const left = [...deliveries];
      const sender = async () => {
        for (let next = left.shift(); next; next = left.shift()) {
          const answer = await site.deliver(next);
          outcomes.push(`${answer?.status} ${answer?.body.data?.outcome}`);
        }
      };
      await Promise.all(Array.from({ length: SENDERS }, sender));
    };
    await Promise.all([send(one), send(two)]);
    await one.client.settled();

    expect(outcomes.filter((outcome) => outcome === '202 accepted')).toHaveLength(
      deliveries.length,
    );
    expect(outcomes.filter((outcome) => outcome === '200 duplicate')).toHaveLength(
      deliveries.length,
    );
    const census = await censusOf(one);
    expect(census.deliveries).toHaveLength(deliveries.length);
    expect(census.drafts).toHaveLength(ARTICLES);
    expect(census.published).toHaveLength(ARTICLES);
    expect(census.drafts.every((draft) => draft.includes(', revised'))).toBe(true);
    expect(census.published.some((version) => version.includes(', revised'))).toBe(false);
    expect(slugsOf(census.published).sort()).toEqual([
      'same-slug',
      ...[2, 3, 4, 5].map((number) => `same-slug-${number}`),
    ]);
    expect(census.campaigns).toHaveLength(1);
    expect(census.tags).toEqual(['C', 'C++', 'coffee']);
    expect(census.assets).toHaveLength(ARTICLES);
    expect(census.onDisk).toEqual(census.files);
    expect(new Set(census.files).size).toBe(census.files.length);
    const tags = await one.client.entries<{ slug: string }>('/tags');
    expect(new Set(tags.map(({ slug }) => slug)).size).toBe(tags.length);
    const folders = await one.client.admin<{ data: unknown[] }>('GET', '/upload/folders');
    expect(folders.data).toHaveLength(1);
  });

  it('publish each article once', async () => {
    const summaries = await one.client.deliveries();
    const details = await Promise.all(
      summaries.map(({ deliveryId }) => one.client.delivery(deliveryId)),
    );
    const attempts = details.flatMap((detail) => (detail as AttemptsOf).attempts);
    expect(attempts.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
    const publications = attempts.filter(
      ({ outcome, changes }) => outcome === 'applied' && changes.includes('publish'),
    );
    expect(publications.length).toBeGreaterThanOrEqual(ARTICLES);
    expect(new Set(details.map(({ state }) => state))).toEqual(new Set(['applied', 'superseded']));
  });

  it.each([
    ['after-upload', '#1234'],
    ['before-commit', '#4321'],
  ])('take over what another was killed in the middle of: %s', async (point, color) => {
    const doomed = await one.instance({ ARTICLE_RECEIVER_KILL_AT: point });
    const acknowledged: WireDelivery[] = [];
    try {
      await doomed.startWell();
      // The others may be faster now and then, and leave it nothing to be killed in.
      for (let n = 10; doomed.isRunning && n < 90; n += 1) {
        const url = `https://cdn.example.com/${point}-${n}.png`;
        const hero = await makeImage({ color: color + n }, { kind: 'hero', url });
        const delivery = makeDelivery({
          event: 'article.status_changed',
          article: { status: 'published', heroImageUrl: url, images: [hero] },
        });
        const answer = await doomed.deliver(delivery);
        if (answer?.status === 202) acknowledged.push(delivery);
        const isDone = async () => (await two.client.status()).counts.pending === 0;
        await until('the delivery to be taken up', async () => !doomed.isRunning || isDone());
      }
      await doomed.gone();
      await two.client.settled();

      const census = await censusOf(two);
      for (const { article } of acknowledged) {
        const versions = census.published.filter((version) => version.includes(article.id));
        expect(versions).toHaveLength(1);
        expect(versions[0]).toContain('"heroImage":"/uploads/');
      }
      expect(census.onDisk).toEqual(census.files);
      expect(new Set(census.files).size).toBe(census.files.length);
    } finally {
      await doomed.kill();
    }
  });

  it('take no clock of another time zone for an edit', async () => {
    const [berlin, kathmandu] = await Promise.all(
      ['Europe/Berlin', 'Asia/Kathmandu'].map((TZ) => one.instance({ TZ })),
    );
    if (!berlin || !kathmandu) throw new Error('no instances');
    try {
      await Promise.all([one.stop(), two.stop()]);
      const first = makeDelivery({
        event: 'article.status_changed',
        article: { status: 'published', slug: 'clocks' },
      });
      await berlin.startWell();
      await berlin.deliver(first);
      await berlin.client.settled();
      await berlin.stop();
      await kathmandu.startWell();
      await kathmandu.deliver(
        nextDelivery(first, { article: { title: 'Later', updatedAt: '2026-10-25T00:30:00.000Z' } }),
      );
      await kathmandu.client.settled();
      const census = await censusOf(kathmandu);
      const shown = census.published.filter((version) => version.includes(first.article.id));
      expect(shown).toHaveLength(1);
      expect(shown[0]).toContain('"title":"Later"');
      const { results } = await kathmandu.client.admin<{ results: unknown[] }>(
        'GET',
        '/article-receiver/suggestions',
      );
      expect(results).toEqual([]);
    } finally {
      await Promise.all([berlin.kill(), kathmandu.kill()]);
    }
  });
});

const slugsOf = (articles: readonly string[]): string[] =>
  articles.map((article) => (JSON.parse(article) as { slug: string }).slug);
