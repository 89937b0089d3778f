import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { makeImage, type WireImage } from '../support/images';
import { bootSite, type Site } from '../support/site';
import { arrivals, deliveriesOf, histories } from './histories';
import { shownBy } from './shown';

const FRESH = { headers: { connection: 'close' } };

/** How the deliveries of a run reach the site. */
/** Each run plays a history twice, with everything settled in between. */
const PATIENCE_MS = 600_000;

type Pace = 'settled each' | 'one after another' | 'at once';

describe('any order, repetition and interleaving of the same deliveries', () => {
  let site: Site;
  let runs = 0;

  beforeAll(async () => {
    site = await bootSite();
  });
  afterAll(() => site?.destroy());

  /** Pictures whose bytes no other run has; the same for the two runs that are compared. */
  const pictures = async (): Promise<WireImage[]> =>
    Promise.all(
      [0, 1, 2].map(() =>
        makeImage(
          { width: 8, height: 8, color: `#${randomBytes(3).toString('hex')}` },
          { url: `https://cdn.example.com/${randomBytes(6).toString('hex')}.png` },
        ),
      ),
    );

  const play = async (bodies: object[], order: readonly number[], pace: Pace) => {
    const send = async (index: number) => {
      const { status } = await site.deliver(bodies[index] ?? {}, FRESH);
      expect([200, 202]).toContain(status);
    };
    if (pace === 'at once') await Promise.all(order.map(send));
    for (const index of pace === 'at once' ? [] : order) {
      await send(index);
      if (pace === 'settled each') await site.settle();
    }
    await site.settle();
  };

  const scenario = histories.chain((history) =>
    fc.record({
      history: fc.constant(history),
      order: arrivals(history.length),
      pace: fc.constantFrom<Pace>('settled each', 'one after another', 'at once'),
    }),
  );

  /** Removes what a run left, so that the other one starts from nothing with the same bytes. */
  const clear = async () => {
    for (const name of ['article', 'campaign', 'tag', 'media-asset']) {
      await site.strapi.db.query(`plugin::article-receiver.${name}`).deleteMany({});
    }
    for (const name of [
      'log',
      'blob',
      'delivery',
      'stream',
      'projected',
      'image-file',
      'attempt',
    ]) {
      await site.strapi.db.query(`plugin::article-receiver.${name}`).deleteMany({});
    }
    await site.strapi.db.query('plugin::upload.file').deleteMany({});
  };

  it(
    'give the same content, publication and files',
    async () => {
      await fc.assert(
        fc.asyncProperty(scenario, async ({ history, order, pace }) => {
          const name = `run${(runs += 1)}`;
          const bodies = deliveriesOf(history, { name, images: await pictures() });
          const inOrder = [...history.keys()];

          await play(bodies, inOrder, 'settled each');
          const expected = await shownBy(site.strapi, name);
          await clear();
          await play(bodies, order, pace);
          expect(await shownBy(site.strapi, name)).toEqual(expected);
          await clear();
        }),
        { numRuns: Number(process.env.DISORDER_RUNS ?? 15), endOnFailure: true },
      );
    },
    PATIENCE_MS,
  );
});
