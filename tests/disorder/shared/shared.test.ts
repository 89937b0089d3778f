import fc from 'fast-check';
import type { WireImage } from '../../support/feed/images';
import { quietly } from '../../support/log-lines';
import { bootSite, type Site } from '../../support/site/site';
import { clearSite } from '../clear-site';
import { expectRebuilt } from '../offered';
import { after, isPossible } from './shared-after';
import { expectKept } from './shared-foreseen';
import { FOUND, SELDOM } from './shared-found';
import { nothing } from './shared-model';
import { seenAs } from './shared-play';
import { emptyStorage } from './shared-shown';
import { sharedArticles, sharedImages } from './shared-site';
import { sharedHistories, type Step } from './shared-steps';

const PATIENCE_MS = 600_000;

/** At its end, each history is rebuilt: for the second time there is nothing to do. */
const END: Step[] = [{ do: 'rebuild' }, { do: 'rebuild' }];

const EXAMPLES = [...FOUND, ...SELDOM];
const RETENTION = { bodiesDays: 30, imagesDays: 30 };

describe('what several articles have in common, which the service and people change', () => {
  let site: Site;
  let images: WireImage[];

  beforeAll(async () => {
    site = await bootSite({ pluginConfig: { retention: RETENTION } });
    images = await sharedImages();
  });
  afterAll(() => site?.destroy());

  async function play(steps: readonly Step[]): Promise<void> {
    await clearSite(site, []);
    await emptyStorage(site);
    const articles = await sharedArticles(site, images);
    let models = [nothing()];
    for (const [number, step] of [...steps, ...END].entries()) {
      const [now] = models;
      if (!now || !isPossible(now, step)) continue;
      const taking = await articles.taking(now, number);
      await articles.carryOut(step, taking);
      await site.settle();
      const right = models.flatMap((model) => after(model, step, taking));
      models = await seenAs(right, articles, step);
    }
    await expectRebuilt(site);
    await expectKept(site);
  }

  it(
    'is what the contract says after each step, and a rebuild has nothing left to do',
    async () => {
      const property = fc.asyncProperty(sharedHistories, (steps) =>
        quietly(site, () => play(steps)),
      );
      await fc.assert(property, {
        numRuns: EXAMPLES.length + Number(process.env.DISORDER_RUNS ?? 10),
        examples: EXAMPLES.map((example): [Step[]] => [example]),
        endOnFailure: true,
      });
    },
    PATIENCE_MS,
  );
});
