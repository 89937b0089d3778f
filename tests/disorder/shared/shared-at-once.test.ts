import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import type { WireImage } from '../../support/feed/images';
import { quietly } from '../../support/log-lines';
import { bootSite, type Site } from '../../support/site/site';
import { clearSite } from '../clear-site';
import { expectRebuilt, rebuilt } from '../offered';
import { after, isPossible, type Taking } from './shared-after';
import { nothing, type Model } from './shared-model';
import { seenAs } from './shared-play';
import { emptyStorage } from './shared-shown';
import { sharedArticles, sharedImages } from './shared-site';
import { ARTICLES, deliver, persons, step, type Step } from './shared-steps';

const PATIENCE_MS = 600_000;

/** A rebuild is nobody's step. */
const NOBODY: Taking = { number: 0, own: '' };

/** What is done at the same time, but for a few milliseconds. */
interface Pair {
  first: Step;
  other: Step;
  lateMs: number;
}

/** Two who make the same at once make it twice: nobody can keep them from it. */
const meanwhile = persons.filter((one) => one.do !== 'make');

const pair: fc.Arbitrary<Pair> = fc.record({
  first: fc.oneof(
    { weight: 5, arbitrary: deliver },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constant('redrive' as const), article: fc.nat(ARTICLES - 1) }),
    },
  ),
  other: fc.oneof({ weight: 3, arbitrary: meanwhile }, { weight: 1, arbitrary: deliver }),
  lateMs: fc.nat(60),
});

const histories: fc.Arbitrary<(Step | Pair)[]> = fc
  .tuple(
    fc.array(deliver, { minLength: 1, maxLength: 3 }),
    fc.array(fc.oneof({ weight: 1, arbitrary: step }, { weight: 2, arbitrary: pair }), {
      minLength: 2,
      maxLength: 9,
    }),
  )
  .map(([first, then]) => [...first, ...then]);

/** A step as somebody takes it who has looked: of tags, they choose among those that there are. */
const asSeen = (now: Model, one: Step): Step =>
  one.do === 'choose' ? { ...one, tags: one.tags.filter((tag) => now.tags[tag]?.values) } : one;

describe('what several articles have in common, changed by two at once', () => {
  let site: Site;
  let images: WireImage[];

  beforeAll(async () => {
    site = await bootSite({ pluginConfig: { retention: { bodiesDays: 30, imagesDays: 30 } } });
    images = await sharedImages();
  });
  afterAll(() => site?.destroy());

  async function play(history: readonly (Step | Pair)[]): Promise<void> {
    await clearSite(site, []);
    await emptyStorage(site);
    const articles = await sharedArticles(site, images);
    let models = [nothing()];
    for (const [number, one] of history.entries()) {
      const [now] = models;
      const steps = 'do' in one ? [one] : [one.first, one.other];
      if (!now || !steps.every((step) => isPossible(now, step))) continue;
      const acts = await Promise.all(
        steps.map(async (step, at) => ({
          step: asSeen(now, step),
          taking: await articles.taking(now, 2 * number + at),
        })),
      );
      const lateMs = 'do' in one ? 0 : one.lateMs;
      await Promise.all(
        acts.map(async ({ step, taking }, at) => {
          if (at > 0) await pause(lateMs);
          await articles.carryOut(step, taking);
        }),
      );
      await site.settle();
      const inOrder = (all: typeof acts): Model[] =>
        all.reduce(
          (right, { step, taking }) => right.flatMap((model) => after(model, step, taking)),
          models,
        );
      models = await seenAs([...inOrder(acts), ...inOrder([...acts].reverse())], articles, one);
    }
    await rebuilt(site);
    const right = models.flatMap((model) => after(model, { do: 'rebuild' }, NOBODY));
    await seenAs(right, articles, 'a rebuild');
    await expectRebuilt(site);
  }

  it(
    'is as if one had come after the other',
    async () => {
      const property = fc.asyncProperty(histories, (history) => quietly(site, () => play(history)));
      const numRuns = Number(process.env.DISORDER_RUNS ?? 6);
      await fc.assert(property, { numRuns, endOnFailure: true });
    },
    PATIENCE_MS,
  );
});
