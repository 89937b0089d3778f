import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import fc from 'fast-check';
import { makeImage, type WireImage } from '../support/feed/images';
import { bootSite, type Site } from '../support/site/site';
import { FOUND } from './arrival-found';
import { clearSite } from './clear-site';
import { arrivals, deliveriesOf, histories, type History } from './histories';
import { adminApi } from '../support/people/admin-api';
import { ownTypesWith, POST_TARGET } from '../support/articles/own-types';
import { postsShownBy, shownBy } from './shown';

const SITES = join(__dirname, '..', 'support', 'sites');
/** Each run plays a history twice, with everything settled in between. */
const PATIENCE_MS = 600_000;

/** How the deliveries of a run reach the site. */
type Pace = 'settled each' | 'three at a time' | 'one after another' | 'at once';

interface Scenario {
  history: History;
  order: number[];
  pace: Pace;
}

/** After how many deliveries the site comes to rest. */
const RESTS = { 'settled each': 1, 'three at a time': 3, 'one after another': Infinity } as const;

/** Both sites publish nothing without a description, and some deliveries bring none. */
const TARGETS = [
  {
    name: 'the plugin’s own Article',
    options: () => ({ extension: join(SITES, 'demanding.js') }),
    shown: shownBy,
    own: [],
  },
  {
    name: 'a localized type of the site’s own',
    options: async () => ({
      types: await ownTypesWith('post', { excerpt: { required: true } }),
      pluginConfig: { target: POST_TARGET },
    }),
    shown: postsShownBy,
    own: ['api::post.post', 'api::category.category', 'api::label.label', 'api::author.author'],
  },
];

describe.each(TARGETS)('any order of the same deliveries, into $name', (target) => {
  let site: Site;
  let runs = 0;

  beforeAll(async () => {
    site = await bootSite(await target.options());
    const locales = site.strapi.plugin('i18n').service('locales');
    await locales.create({ code: 'de', name: 'German (de)' });
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
      const { status } = await site.deliver(bodies[index] ?? {});
      expect([200, 202]).toContain(status);
    };
    if (pace === 'at once') await Promise.all(order.map(send));
    else
      for (const [nth, index] of order.entries()) {
        await send(index);
        if ((nth + 1) % RESTS[pace] === 0) await site.settle();
      }
    await site.settle();
  };

  const scenario: fc.Arbitrary<Scenario> = histories.chain((history) =>
    fc.record({
      history: fc.constant(history),
      order: arrivals(history.length),
      pace: fc.constantFrom<Pace>(
        'settled each',
        'three at a time',
        'one after another',
        'at once',
      ),
    }),
  );

  /** Changes nothing about what is right. */
  const rebuild = async () => {
    expect((await adminApi(site).post('/rebuild', {})).status).toBe(202);
    await site.settle();
  };

  /** So that the other run starts from nothing with the same bytes. */
  const clear = () => clearSite(site, target.own);

  it(
    'gives the same content, publication and files, and so does a rebuild',
    async () => {
      await fc.assert(
        fc.asyncProperty(scenario, async ({ history, order, pace }) => {
          const name = `run${(runs += 1)}`;
          const bodies = deliveriesOf(history, { name, images: await pictures() });
          const inOrder = [...history.keys()];

          await play(bodies, inOrder, 'settled each');
          const expected = await target.shown(site.strapi, name, bodies);
          await clear();
          await play(bodies, order, pace);
          expect(await target.shown(site.strapi, name, bodies)).toEqual(expected);
          await rebuild();
          expect(await target.shown(site.strapi, name, bodies)).toEqual(expected);
          await clear();
        }),
        {
          examples: FOUND.map((found): [Scenario] => [found]),
          numRuns: FOUND.length + Number(process.env.DISORDER_RUNS ?? 15),
          endOnFailure: true,
        },
      );
    },
    PATIENCE_MS,
  );
});
